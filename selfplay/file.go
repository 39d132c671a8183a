package selfplay

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/difference"
	"github.com/tengen-go/tengen/internal/folder"
	"github.com/tengen-go/tengen/record"
)

// About says how games were made: all that they depend on. A packed file of self-play
// carries it (record.Set.About), and `tengen data stats` shows it.
type About struct {
	Program   string        `json:"program"` // version; several are "a, then b"
	Kind      string        `json:"kind"`    // KindGames or KindValue
	Players   []AboutPlayer `json:"players"`
	Board     int           `json:"board"`
	Komi      float64       `json:"komi"`
	MoveLimit int           `json:"move_limit"`
	MaxU      int           `json:"max_u,omitempty"` // of KindValue
	Settle    bool          `json:"settle,omitempty"`
	Resign    float64       `json:"resign,omitempty"`
	PlayOut   float64       `json:"play_out,omitempty"`
	Thoughts  bool          `json:"thoughts,omitempty"` // kept with the moves
	Seed      uint64        `json:"seed"`
}

// The kinds of schedules.
const (
	KindGames = "games"      // two players against each other
	KindValue = "value data" // positions for a value network, as ValueData plans them
)

// AboutPlayer is one of the players.
type AboutPlayer struct {
	Role        string   `json:"role"`             // black, white, sl or rl
	Name        string   `json:"name"`             // the model's folder or the player's string
	SHA256      string   `json:"sha256,omitempty"` // of a policy as it comes
	Temperature *float64 `json:"temperature,omitempty"`
	// Networks are the SHA-256 of the files of the model that another player reads, by kind.
	Networks map[string]string `json:"networks,omitempty"`
}

// statement is what a file says of itself, on one line.
type statement struct {
	Selfplay About `json:"selfplay"`
	Result   Tally `json:"result"`
}

// File collects games, in order of index from 0, for a packed file. It first keeps games in
// parts, in a folder next to the future file, so that little is lost when the program is
// killed. The next run with the same file goes on behind the last game kept. The finished file
// is the same to the byte, however often it was interrupted.
type File struct {
	path, dir string
	parts     *folder.Folder // dir, open; nil after Finish
	about     About
	program   string // of this session
	all, part record.Set
	tally     Tally
	flushed   time.Time // the last time, by Keep
	written   []written // the parts of this session
}

// written is a part on the disk: its first game, and the number of the game behind it, as Next counts.
type written struct{ first, next int }

// ErrOtherGames says that a file holds other games than those to be made.
var ErrOtherGames = errors.New("it holds other games")

// OpenFile begins a file, or goes on with one for which there is a part or which is finished
// and shall grow. What is there must have been made alike, though another version of the
// program may have made it: About names each that did. Until Close no other process makes it.
func OpenFile(path string, about About) (*File, error) {
	f := &File{path: path, dir: path + ".parts", about: about, program: about.Program}
	var err error
	switch f.parts, err = folder.Open(f.dir); {
	case errors.Is(err, folder.ErrBusy):
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("games of self-play: %w; name a file with -o in a folder that can be written to", err)
	}
	err = errors.Join(f.parts.Clean(), atomicfile.CleanFile(path)) // what writes left that were killed
	if err == nil {
		err = f.read()
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// read takes what there is.
func (f *File) read() error {
	if err := f.take(f.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	parts, err := os.ReadDir(f.dir) // in order of their names, and so of their games
	if err != nil {
		return fmt.Errorf("games of self-play: %w", err)
	}
	for _, p := range parts {
		var first int
		if _, err := fmt.Sscanf(p.Name(), partName, &first); err != nil || p.Name() != fmt.Sprintf(partName, first) {
			continue // a file that was not finished, or somebody else's
		}
		path := filepath.Join(f.dir, p.Name())
		if first < f.all.Len() {
			continue // the finished file has them already
		}
		if first > f.all.Len() {
			return fmt.Errorf("%s: the games before it, from number %d, are missing; remove it to make them again",
				path, f.all.Len())
		}
		if err := f.take(path); err != nil {
			return err
		}
	}
	return nil
}

// Close ends the making; games that no Flush or Finish kept are lost.
func (f *File) Close() error {
	if f.parts == nil { // finished
		return nil
	}
	err := f.parts.Close()
	_ = os.Remove(f.dir) // which has no part; else it stays
	return err
}

// then stands between the versions that made games of one file.
const then = ", then "

const partName = "%09d" + record.PackedExtension

// take adds the games of a file.
func (f *File) take(path string) error {
	r, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("games of self-play: %w", err)
	}
	defer r.Close()
	text, err := record.DecodePacked(r, func(g record.Game) error {
		f.all.Add(g)
		return nil
	})
	if err != nil {
		return fmt.Errorf("%s: %w; remove it to make its games again", path, err)
	}
	var s statement
	if err := json.Unmarshal([]byte(text), &s); err != nil || s.Selfplay.Kind == "" {
		return fmt.Errorf("%s: %w, not made by self-play; choose another name", path, ErrOtherGames)
	}
	was, err := difference.Object(s.Selfplay)
	if err != nil {
		return err
	}
	now, err := difference.Object(f.about)
	if err != nil {
		return err
	}
	delete(was, "program") // one version may go on with what another began
	delete(now, "program")
	if other := difference.Between(was, now); other != "" {
		return fmt.Errorf("%s: %w: %s; go on with the same options, or choose another name", path, ErrOtherGames, other)
	}
	if s.Result.Games != f.all.Len() {
		return fmt.Errorf("%s: it should make %d games and makes %d; remove it to make its games again",
			path, s.Result.Games, f.all.Len())
	}
	f.about.Program, f.tally = s.Selfplay.Program, s.Result
	return nil
}

// Tally is of all games, also the games of earlier runs.
func (f *File) Tally() Tally {
	t := f.tally
	t.Endings = maps.Clone(t.Endings)
	return t
}

// Set is all games.
func (f *File) Set() *record.Set { return &f.all }

// Add takes the next game.
func (f *File) Add(g *Game) error {
	if g.Index != f.all.Len() {
		return fmt.Errorf("game %d of self-play, where %d is wanted", g.Index, f.all.Len())
	}
	if !slices.Contains(strings.Split(f.about.Program, then), f.program) {
		f.about.Program += then + f.program
	}
	f.all.Add(g.Record)
	f.part.Add(g.Record)
	f.tally.Add(g)
	return nil
}

// LeaveOut counts games that failed.
func (f *File) LeaveOut(games int) { f.tally.Failed += games }

// Next is the number of the game that comes next, counted with those that failed.
func (f *File) Next() int { return f.all.Len() + f.tally.Failed }

// Flush keeps the games added since the last time.
func (f *File) Flush() error {
	if f.part.Len() == 0 {
		return nil
	}
	first := f.all.Len() - f.part.Len()
	if err := f.write(f.partPath(first), &f.part); err != nil {
		return err
	}
	f.part = record.Set{}
	f.written = append(f.written, written{first, f.Next()})
	return nil
}

func (f *File) partPath(first int) string { return filepath.Join(f.dir, fmt.Sprintf(partName, first)) }

// Back takes back the games of this session from a number on, as Next counts, on the disk too. Games before it in the
// same part go with them, and games that no Flush kept. Next says which game is wanted then.
func (f *File) Back(game int) error {
	for n := len(f.written) - 1; n >= 0 && f.written[n].next > game; n-- { // the last one first: a kill leaves no gap
		if err := os.Remove(f.partPath(f.written[n].first)); err != nil {
			return fmt.Errorf("games of self-play: %w; to have them made again, remove %s", err, f.dir)
		}
		f.written = f.written[:n]
	}
	f.all, f.part, f.tally, f.about.Program = record.Set{}, record.Set{}, Tally{}, f.program
	return f.read()
}

// Finish writes the whole file and takes the parts away. That ends the making, as Close does.
func (f *File) Finish() error {
	if err := f.write(f.path, &f.all); err != nil {
		return err
	}
	f.part = record.Set{}
	if f.parts == nil {
		return nil
	}
	err := f.parts.Remove()
	if f.parts = nil; err != nil {
		return fmt.Errorf("games of self-play: %w", err)
	}
	return nil
}

func (f *File) write(path string, s *record.Set) error {
	text, err := json.Marshal(statement{f.about, f.tally})
	if err != nil {
		return err
	}
	s.About = string(text)
	return record.WritePacked(path, s)
}
