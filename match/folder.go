package match

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/folder"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/player"
)

// Folder keeps a match on disk: match.json says what is played, results.jsonl has a
// line for every finished game, and each game's moves are in an SGF file, for small games
// in a text file. An interrupted match goes on from there.
type Folder struct {
	dir     string
	lock    *folder.Folder
	results *os.File
	// Games are those finished before.
	Games []Game
}

// About is what makes two matches the same: all that their games depend on.
type About struct {
	A string `json:"a"`
	B string `json:"b"`
	// AWeights and BWeights are the weights they read, from NoteWeights.
	AWeights string `json:"a_weights,omitempty"`
	BWeights string `json:"b_weights,omitempty"`
	// Device is what computes networks among them, if it is not the CPU in float32.
	Device   string  `json:"device,omitempty"`
	Game     string  `json:"game,omitempty"` // of a small game
	Board    int     `json:"board"`
	Rules    string  `json:"rules"`
	Komi     float64 `json:"komi"`
	Seed     uint64  `json:"seed"`
	Openings int     `json:"openings"`
	Handicap int     `json:"handicap,omitempty"` // B's stones
	Time     string  `json:"time"`
	// Patience is the longest wait for a move without a clock. Folders of earlier versions lack it.
	Patience string `json:"patience,omitempty"`
	MaxMoves int    `json:"max_moves,omitempty"`
	// AName and BName are short names of the players, in a tournament.
	AName string `json:"a_name,omitempty"`
	BName string `json:"b_name,omitempty"`
}

// Files of a match's folder: who plays and how, the results, and while it is under way the boards.
const (
	MatchName   = "match.json"
	ResultsName = "results.jsonl"
	LiveName    = "live.json"
)

// ErrOther says that a folder holds another match than the one to be played.
var ErrOther = folder.ErrOther

// OpenFolder begins the folder of a match, or opens it again and reads which games are
// finished. Until Close no other process plays there.
func OpenFolder(dir string, about About) (*Folder, error) {
	if err := models.CheckWritable(dir); err != nil {
		return nil, fmt.Errorf("match folder: %w", err)
	}
	lock, err := folder.Open(dir)
	if err != nil {
		return nil, err
	}
	f := &Folder{dir: dir, lock: lock}
	if err := f.begin(about); err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return f, nil
}

// gameName is the name of a file with the moves of a game.
var gameName = regexp.MustCompile(`^game-[0-9]{4,}\.[a-z]+$`)

// ours says whether a file is one that matches write.
func ours(name string) bool {
	return name == MatchName || name == ResultsName || name == LiveName || gameName.MatchString(name)
}

// begin sees that the folder is this match's, and opens the results.
func (f *Folder) begin(about About) error {
	text, err := json.MarshalIndent(about, "", "  ")
	if err != nil {
		return err
	}
	text = append(text, '\n')
	path := filepath.Join(f.dir, MatchName)
	before, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if games, _, err := readGames(filepath.Join(f.dir, ResultsName)); err != nil || len(games) > 0 {
			return errors.Join(fmt.Errorf("%s holds %d games, but no match.json that names the players: choose "+
				"another folder", f.dir, len(games)), err)
		}
		if err := f.empty(); err != nil {
			return err
		}
		if err := atomicfile.Write(path, text); err != nil {
			return fmt.Errorf("match folder: %w", err)
		}
	case err != nil:
		return fmt.Errorf("match folder: %w", err)
	default:
		var was About
		if err := json.Unmarshal(before, &was); err != nil {
			return fmt.Errorf("%s is damaged (%w), so the players of the games in this folder are not known: "+
				"choose another folder", path, err)
		}
		noted := was.Patience != "" || about.Patience == ""
		if !noted {
			was.Patience = about.Patience
		}
		switch err := folder.Same(was, about, "go on with the same players and settings, or choose another folder"); {
		case errors.Is(err, folder.ErrOther):
			return fmt.Errorf("%s: %w", path, err)
		case err != nil:
			return err
		case !noted:
			if err := atomicfile.Write(path, text); err != nil {
				return fmt.Errorf("match folder: %w", err)
			}
		}
	}
	if err := atomicfile.CleanFiles(f.dir, ours); err != nil {
		return fmt.Errorf("match folder: %w", err)
	}
	return f.open()
}

// empty refuses a folder with other files, for example of a model or a run.
func (f *Folder) empty() error {
	switch name, err := f.lock.Stranger(ResultsName); {
	case err != nil:
		return fmt.Errorf("match folder: %w", err)
	case name != "":
		return fmt.Errorf("%s holds %s, and no match: choose another folder", f.dir, name)
	}
	return nil
}

// readGames reads the lines of a results.jsonl, as far as it is there and written to the end
// of a line, each game once: whole says how many bytes that is.
func readGames(path string) (games []Game, whole int, err error) {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, 0, fmt.Errorf("match folder: %w", err)
	}
	whole = bytes.LastIndexByte(text, '\n') + 1
	seen := map[int]bool{}
	for n, line := range bytes.Split(text[:whole], []byte("\n")) {
		if len(line) == 0 {
			continue
		}
		var g Game
		err := json.Unmarshal(line, &g)
		if err == nil {
			err = g.sound()
		}
		if err != nil {
			return nil, 0, fmt.Errorf("%s:%d: %w (take the line away to play the game again)", path, n+1, err)
		}
		if !seen[g.Game] { // two matches at once wrote it twice before folders were locked
			games, seen[g.Game] = append(games, g), true
		}
	}
	return games, whole, nil
}

// ReadFolder reads what a match folder has by now, also while the match is under way: who plays, and the
// finished games in the order in which they ended.
func ReadFolder(dir string) (About, []Game, error) {
	about, err := readAbout(filepath.Join(dir, MatchName))
	if err != nil {
		return About{}, nil, err
	}
	games, _, err := readGames(filepath.Join(dir, ResultsName))
	return about, games, err
}

// GameFile is the path of the file with the moves of a game, from 0, in a match folder of Go.
func GameFile(dir string, index int) string { return gamePath(dir, index) + ".sgf" }

// gamePath is the same without the ending, which is another one for small games.
func gamePath(dir string, index int) string {
	return filepath.Join(dir, fmt.Sprintf("game-%04d", index+1))
}

// open reads results.jsonl, drops a line that was cut off, and stands ready to append.
func (f *Folder) open() (err error) {
	path := filepath.Join(f.dir, ResultsName)
	var whole int
	if f.Games, whole, err = readGames(path); err != nil {
		return err
	}
	if info, err := os.Stat(path); err == nil && int64(whole) < info.Size() {
		if err := os.Truncate(path, int64(whole)); err != nil {
			return fmt.Errorf("match folder: %w", err)
		}
	}
	if f.results, err = os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644); err != nil {
		return fmt.Errorf("match folder: %w", err)
	}
	return nil
}

// Done is the set of finished games, as Run takes it.
func (f *Folder) Done() map[int]bool {
	done := map[int]bool{}
	for i := range f.Games {
		done[f.Games[i].Game] = true
	}
	return done
}

// Add keeps a game: first its moves, then the line that says it is finished.
func (f *Folder) Add(g *Game) error {
	if err := g.Record.WriteFile(gamePath(f.dir, g.Game)); err != nil {
		return err
	}
	line, err := json.Marshal(g)
	if err != nil {
		return err
	}
	if _, err := f.results.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("match folder: %w", err)
	}
	if err := f.results.Sync(); err != nil {
		return fmt.Errorf("match folder: %w", err)
	}
	return nil
}

// Close ends the writing.
func (f *Folder) Close() error { return errors.Join(f.results.Close(), f.lock.Close()) }

// NoteWeights adds to what makes two matches the same which weights play, so that a folder does
// not go on with others under the same name. Where no network is among them, Device makes no difference and is
// left out.
func (a *About) NoteWeights(dirs []string) error {
	device := a.Device
	a.Device = ""
	if a.Game != "" { // models are for Go
		return nil
	}
	for _, p := range []struct{ text, weights *string }{{&a.A, &a.AWeights}, {&a.B, &a.BWeights}} {
		hashes, err := player.Weights(*p.text, a.Board, dirs)
		if err != nil {
			return fmt.Errorf("player %s: %w", *p.text, err)
		}
		*p.weights = player.WeightsText(hashes)
		if hashes[models.Policy] != "" || hashes[models.Value] != "" {
			a.Device = device
		}
	}
	return nil
}
