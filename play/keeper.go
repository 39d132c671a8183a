package play

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/folder"
	"github.com/tengen-go/tengen/internal/printable"
	"github.com/tengen-go/tengen/sgf"
	"github.com/tengen-go/tengen/timing"
)

// Keeper keeps games in a folder: the one under way in unfinished.sgf, written after every move,
// and those that ended, or that gave way to another, in games.
type Keeper struct {
	folder string
	now    func() time.Time
	ours   bool           // unfinished.sgf is the game that Keep gets
	goesOn bool           // that game was unfinished before
	ended  string         // where that game is since it ended
	lock   *folder.Folder // since unfinished.sgf is ours
	file   string         // where the game is instead, if another program has unfinished.sgf; else ""
}

// NewKeeper keeps games in a folder, which is made when the first game is kept.
func NewKeeper(folder string, now func() time.Time) *Keeper {
	return &Keeper{folder: folder, now: now}
}

// hold keeps other programs from the unfinished game until Close. The error wraps folder.ErrBusy if one has it. Where
// the system has no locks nothing is locked.
func (k *Keeper) hold() error {
	if k.lock != nil {
		return nil
	}
	if err := os.MkdirAll(k.folder, 0o700); err != nil {
		return fmt.Errorf("keep the game: %w", err)
	}
	lock, err := folder.Open(k.folder)
	if errors.Is(err, folder.ErrBusy) {
		return err
	}
	if err == nil {
		k.lock = lock
	}
	return nil
}

// Close lets other programs have the unfinished game.
func (k *Keeper) Close() error {
	if k.lock == nil {
		return nil
	}
	err := k.lock.Close()
	k.lock = nil
	return err
}

// StateFolder is where a user's state belongs by the XDG Base Directory Specification.
func StateFolder(getenv func(string) string) (string, error) {
	if dir := getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "tengen"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("a folder for unfinished games: %w; set XDG_STATE_HOME", err)
	}
	return filepath.Join(home, ".local", "state", "tengen"), nil
}

// Notes are what is kept of a game that its session does not know.
type Notes struct {
	Player string  // the player string; "" for the default player
	Teach  bool    // a teacher warns of mistakes
	Share  float64 // of a game that a move may lose before the teacher says so; 0 for the usual
}

// Unfinished is a game that waits to be gone on with.
type Unfinished struct {
	Notes
	Tree   *sgf.Tree
	Place  string      // where the game stands, as OpenSession takes it
	Human  board.Color // the person's side; Empty for both
	Time   timing.Settings
	Moves  int    // on the main line
	Result string // as SGF has it; "" while the game goes on

	opponent   string // what the player is called; "" in games that older versions kept
	browsing   bool   // the person looked at the record
	given      bool   // RE is what a file said, not how the game was played
	resultRead string // of that record
	chances    chances
	own        []*sgf.Node // nodes of a record from a file that are not from there
	read       string      // where the record ended that the game began with; see readUntil
	end        string      // where the game ended
	dead       []sgf.Value // a list of points; nil if the game had not ended by passes
}

// Opponent is the name that the record gives to the player; "" if the person plays both sides.
func (u *Unfinished) Opponent() string {
	if u.opponent != "" && u.Human != board.Empty {
		return u.opponent
	}
	name := map[board.Color]string{board.Black: "PW", board.White: "PB"}[u.Human]
	return printable.Lines(u.Tree.Root.Text(name))
}

// The properties of an unfinished game that SGF has no names for.
const (
	propertyPlayer     = "TGPLAYER"
	propertyName       = "TGNAME" // the name of the player; in a game from a file PB and PW are other people
	propertyTeach      = "TGTEACH"
	propertyShare      = "TGSHARE"
	propertySide       = "TGSIDE"
	propertyPlace      = "TGPLACE"
	propertyLook       = "TGLOOK"
	propertyResult     = "TGRESULT" // empty while the game goes on, when RE may still be an old one
	propertyEnd        = "TGEND"
	propertyDead       = "TGDEAD"
	propertyGiven      = "TGGIVEN"  // RE is what the file said that the game began with
	propertyResultRead = "TGREADRE" // the result of that file
	propertyRead       = "TGREAD"   // where the file's main line ended that the game began with
	propertyChance     = "TGCHANCE" // of a move: what the player expected Black to win, 0 to 1
	propertyOwn        = "TGOWN"    // of a move in a record from a file: it was not read
)

func (k *Keeper) path() string {
	if k.file != "" {
		return k.file
	}
	return filepath.Join(k.folder, "unfinished.sgf")
}

// Keep writes the game after a move. An unfinished game from before and a game that has ended move
// to the others. A record without a move of the person's is not kept: it was only looked at.
func (k *Keeper) Keep(s *Session, player string) error {
	if !k.goesOn && !s.personMoved() {
		return k.drop()
	}
	if !k.ours {
		if err := k.makeRoom(); err != nil {
			return err
		}
		k.ours = true
	}
	if s.ended != nil && (s.Over() || s.browsing) { // else a variation goes on
		return k.end(s)
	}
	text, err := s.Kept(Notes{Player: player})
	if err == nil {
		err = atomicfile.Write(k.path(), text)
	}
	if err != nil {
		return fmt.Errorf("keep the game: %w", err)
	}
	return nil
}

// Kept is the record as SGF, with what ReadKept needs to go on with the game: the notes, the person's
// side, the place in the record and whether the person only looks at it, and where and how the game ended.
func (s *Session) Kept(n Notes) ([]byte, error) {
	side := map[board.Color]string{board.Black: "black", board.White: "white", board.Empty: "both"}[s.Human()]
	notes := map[string]string{
		propertyPlayer: n.Player, propertySide: side, propertyPlace: s.Place(), propertyResult: "",
		propertyRead: s.readUntil(),
	}
	if s.Timed() {
		notes[propertyTime] = s.config.Time.String()
	}
	if s.ended != nil {
		notes[propertyResult], notes[propertyEnd] = s.ended.result, s.ended.place
		if s.ended.dead != nil {
			var points []string
			for p := range s.ended.dead {
				points = append(points, string(sgf.Point(p)))
			}
			slices.Sort(points)
			notes[propertyDead] = strings.Join(points, ",")
		}
	}
	if v, ok := s.root().Get("RE"); ok && slices.Contains(s.givenResult(), v) {
		notes[propertyGiven] = "on"
	}
	if s.Human() != board.Empty {
		notes[propertyName] = cmp.Or(s.config.Opponent, s.player.String())
	}
	if len(s.read.result) > 0 {
		notes[propertyResultRead] = s.read.result[0].SimpleText()
	}
	if s.browsing {
		notes[propertyLook] = "on"
	}
	if n.Teach {
		notes[propertyTeach] = "on"
	}
	if n.Share != 0 {
		notes[propertyShare] = strconv.FormatFloat(n.Share, 'g', -1, 64)
	}
	tree := s.annotated(s.chances)
	for name, text := range notes {
		tree.Root.Set(name, sgf.Escape(text))
	}
	text, err := tree.Append(nil)
	if err != nil {
		return nil, err
	}
	return append(text, '\n'), nil
}

// end keeps a game that has ended, or the ended game with other dead stones.
func (k *Keeper) end(s *Session) (err error) {
	if k.ended == "" {
		if k.ended, err = k.free(); err != nil {
			return err
		}
	}
	if err := s.Save(k.ended); err != nil {
		return err
	}
	return k.drop()
}

// Kept says whether the game that Keep gets waits to be gone on with, and in which file if Unfinished does not find it.
func (k *Keeper) Kept() (file string, ok bool) {
	_, err := os.Stat(k.path())
	return k.file, k.ours && err == nil
}

// makeRoom finds a place for a game that is kept for the first time: among the others if another program that runs has
// the unfinished one.
func (k *Keeper) makeRoom() error {
	err := k.hold()
	switch {
	case errors.Is(err, folder.ErrBusy):
		k.file, err = k.free()
		return err
	case err != nil:
		return err
	}
	return k.PutAway()
}

// drop removes the unfinished game: nothing of it is left after undo.
func (k *Keeper) drop() error {
	if !k.ours {
		return nil
	}
	if err := os.Remove(k.path()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("keep the game: %w", err)
	}
	return nil
}

// PutAway moves the unfinished game, if there is one, to the others.
func (k *Keeper) PutAway() error {
	if _, err := os.Stat(k.path()); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	to, err := k.free()
	if err != nil {
		return err
	}
	if err := os.Rename(k.path(), to); err != nil {
		return fmt.Errorf("keep the game: %w", err)
	}
	return nil
}

// free is a file in games that is not there yet, named by the time.
func (k *Keeper) free() (string, error) {
	games := filepath.Join(k.folder, "games")
	if err := os.MkdirAll(games, 0o700); err != nil {
		return "", fmt.Errorf("keep the game: %w", err)
	}
	name := k.now().Format("20060102-150405")
	path := filepath.Join(games, name+".sgf")
	for n := 2; ; n++ {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return path, nil
		}
		path = filepath.Join(games, fmt.Sprintf("%s-%d.sgf", name, n))
	}
}

// GoOn makes the unfinished game the one that Keep gets, and reads it. Another program may have gone on with it since
// somebody last read it: then the moves from there are in it. It is nil if that program has ended the game.
// The error wraps folder.ErrBusy if another program has the game now.
func (k *Keeper) GoOn() (*Unfinished, error) {
	if err := k.hold(); err != nil {
		return nil, err
	}
	u, err := k.Unfinished()
	k.ours = u != nil
	k.goesOn = k.ours
	return u, err
}

// Elsewhere says whether another program that runs has the unfinished game.
func (k *Keeper) Elsewhere() bool {
	if k.lock != nil {
		return false
	}
	err := k.hold()
	_ = k.Close()
	return errors.Is(err, folder.ErrBusy)
}

// ErrDamaged says that the unfinished game cannot be read. PutAway makes room for another.
var ErrDamaged = errors.New("the unfinished game is damaged")

// Unfinished reads the game under way; nil if there is none.
func (k *Keeper) Unfinished() (*Unfinished, error) {
	raw, err := os.ReadFile(k.path())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the unfinished game: %w", err)
	}
	u, err := ReadKept(k.path(), raw)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return u, nil
}

// ReadKept takes what Kept wrote apart. path is for messages.
func ReadKept(path string, raw []byte) (*Unfinished, error) {
	trees, faults := sgf.Parse(path, raw)
	if len(trees) != 1 {
		wrong := fmt.Errorf("%s has %d games instead of the unfinished one", path, len(trees))
		return nil, errors.Join(append(faults, wrong)...)
	}
	root := trees[0].Root
	u := &Unfinished{Tree: trees[0], Place: root.Text(propertyPlace)}
	u.chances, u.own = takeAnnotations(trees[0])
	u.Player, u.Teach = root.Text(propertyPlayer), root.Text(propertyTeach) == "on"
	u.opponent = printable.Lines(root.Text(propertyName))
	u.Share, _ = strconv.ParseFloat(root.Text(propertyShare), 64)
	u.Human = map[string]board.Color{"black": board.Black, "white": board.White}[root.Text(propertySide)]
	u.Time = keptTime(root)
	u.browsing, u.given = root.Text(propertyLook) == "on", root.Text(propertyGiven) == "on"
	u.read, u.resultRead = root.Text(propertyRead), root.Text(propertyResultRead)
	u.Result, u.end = root.Text("RE"), root.Text(propertyEnd)
	if v, ok := root.Get(propertyResult); ok { // older versions did not write it
		u.Result = v.SimpleText()
	}
	if v, ok := root.Get(propertyDead); ok {
		u.dead = []sgf.Value{v}
	}
	for _, name := range []string{
		propertyPlayer, propertyName, propertyTeach, propertyShare, propertySide, propertyPlace, propertyTime,
		propertyLook, propertyResult, propertyEnd, propertyDead, propertyGiven, propertyRead, propertyResultRead,
	} {
		root.Set(name)
	}
	for _, n := range trees[0].MainLine() {
		_, black := n.Get("B")
		_, white := n.Get("W")
		if black || white {
			u.Moves++
		}
	}
	return u, nil
}
