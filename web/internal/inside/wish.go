package inside

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/web/internal/gamefile"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// wish is a position that somebody wants to look at, and by what. The first of Inside, Game, Example, File and
// Points that is given counts; without any it is an empty board.
type wish struct {
	// Inside is another look: its position.
	Inside string `json:"inside"`
	// Game is a game that is played.
	Game string `json:"game"`
	// Example is one of those that come with the program.
	Example string `json:"example"`
	// File is a record.
	gamefile.File
	// Points is a board as text, row by row from the top left, with X for Black and O for White. ToMove is black or
	// white.
	Points string `json:"points"`
	ToMove string `json:"to_move"`
	// Size and Komi are for Points, and for an empty board.
	Size int      `json:"size"`
	Komi *float64 `json:"komi"`
	// Move is after how many moves the position is; none for the last.
	Move *int `json:"move"`

	// Model is the folder of the model; "" for the board's own. Playout is informed or softmax.
	Model   string `json:"model"`
	Playout string `json:"playout"`
}

// Boards that can be looked at: those that are played on.
const smallest, largest = 7, 19

// position is the line of moves that is wished for, and the number of the move after which it is looked at.
func (p *Pages) position(w wish) (line *board.Game, number int, err error) {
	switch {
	case w.Inside != "":
		l, err := p.find(w.Inside)
		if err != nil {
			return nil, 0, err
		}
		line, number = l.place()
		return line, number, nil
	case w.Game != "":
		line, err = p.config.Game(w.Game)
	case w.Example != "":
		text, err := exampleText(w.Example)
		if err != nil {
			return nil, 0, err
		}
		if line, err = readRecord(gamefile.File{SGF: text}); err != nil {
			return nil, 0, err
		}
	case w.Given():
		line, err = readRecord(w.File)
	default:
		line, err = drawn(w)
	}
	if err != nil {
		return nil, 0, err
	}
	if n := line.Size(); n < smallest || n > largest {
		return nil, 0, wire.Refused("a board of %d×%d: want %d to %d", n, n, smallest, largest)
	}
	number = len(line.Moves())
	if w.Move != nil {
		if *w.Move < 0 || *w.Move > number {
			return nil, 0, wire.Refused("move %d: this game has %d", *w.Move, number)
		}
		number = *w.Move
	}
	return line, number, nil
}

// readRecord is the game of a record.
func readRecord(f gamefile.File) (*board.Game, error) {
	tree, err := f.Tree()
	if err != nil {
		return nil, err
	}
	g, err := record.ReadGame(tree, board.Chinese(), -1)
	if err != nil {
		return nil, wire.Refused("the record: %v", err)
	}
	return g, nil
}

// drawn is a position that somebody has set up.
func drawn(w wish) (*board.Game, error) {
	size := cmp.Or(w.Size, 9)
	if err := board.CheckSize(size); err != nil {
		return nil, wire.Refused("%v", err)
	}
	rules := board.Chinese()
	if w.Komi != nil {
		rules.Komi = *w.Komi
	}
	pos := board.NewPosition(size)
	if w.Points != "" {
		if len(w.Points) != size*size {
			return nil, wire.Refused("points has %d letters: want %d", len(w.Points), size*size)
		}
		var rows strings.Builder
		for row := range slices.Chunk([]byte(w.Points), size) {
			rows.Write(append(row[:size:size], '\n'))
		}
		var err error
		if pos, err = board.Parse(rows.String()); err != nil {
			return nil, wire.Refused("%v", err)
		}
	}
	switch w.ToMove {
	case "", "black":
	case "white":
		pos.SetToMove(board.White)
	default:
		return nil, wire.Refused("to_move %.20q: want black or white", w.ToMove)
	}
	g, err := board.NewGameFrom(pos, rules)
	if err != nil {
		return nil, wire.Refused("%v", err)
	}
	return g, nil
}

// choiceJSON is what there is to choose from.
type choiceJSON struct {
	Examples []exampleJSON `json:"examples"`
	Models   []modelJSON   `json:"models"`
}

// modelJSON is a model that may look at a position.
type modelJSON struct {
	Dir   string `json:"dir"`
	Board int    `json:"board"`
	// Policy, Value and Rollout say which of the three it has.
	Policy  bool `json:"policy"`
	Value   bool `json:"value"`
	Rollout bool `json:"rollout"`
}

func modelOf(dir string, m models.Manifest) modelJSON {
	has := func(kind string) bool { _, ok := m.Networks[kind]; return ok }
	return modelJSON{dir, m.Board, has(models.Policy), has(models.Value), has(models.Rollout)}
}

// models are those that pages may use.
func (p *Pages) models() (all []modelJSON) {
	roots := p.config.Room.ModelDirs
	if !slices.Contains(roots, models.ShippedPrefix) {
		roots = append(slices.Clone(roots), models.ShippedPrefix)
	}
	var entries []models.Entry
	for _, root := range roots {
		some, err := models.List(root)
		if err != nil { // a folder of models that is not there yet
			continue
		}
		entries = append(entries, some...)
	}
	for _, e := range models.WithoutCopies(entries) {
		if m := modelOf(e.Dir, e.Manifest); e.Err == nil && (m.Policy || m.Value) {
			all = append(all, m)
		}
	}
	return all
}

// choice is what there is to choose from.
func (p *Pages) choice() (choiceJSON, error) {
	examples, err := examplesList()
	return choiceJSON{Examples: examples, Models: p.models()}, err
}
