package record

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/printable"
	"github.com/tengen-go/tengen/sgf"
)

// Transcript is a game with what a record says round it.
type Transcript struct {
	Game         *board.Game
	Black, White string // names
	Result       string // as SGF writes it; "" when there is none yet
}

// Tree is the game as a record that every Go program reads.
func (t Transcript) Tree() *sgf.Tree {
	g, rules := t.Game, t.Game.Rules()
	root := &sgf.Node{}
	root.Set("GM", "1")
	root.Set("FF", "4")
	root.Set("CA", "UTF-8")
	root.Set("AP", "Tengen")
	root.Set("SZ", sgf.Value(strconv.Itoa(g.Size())))
	root.Set("KM", sgf.Value(komiText(rules.Komi)))
	root.Set("RU", sgf.Escape(rulesName(rules)))
	for _, property := range []struct{ ident, text string }{{"PB", t.Black}, {"PW", t.White}, {"RE", t.Result}} {
		if property.text != "" {
			root.Set(property.ident, sgf.Escape(property.text))
		}
	}
	if g.Handicap() > 0 {
		root.Set("HA", sgf.Value(strconv.Itoa(g.Handicap())))
	}
	for _, c := range []board.Color{board.Black, board.White} {
		var stones []sgf.Value
		for i := range g.Size() * g.Size() {
			if p := board.FromIndex(i, g.Size()); g.Start().At(p) == c {
				stones = append(stones, sgf.Point(p))
			}
		}
		if len(stones) > 0 {
			root.Set("A"+Letter(c), stones...)
		}
	}
	if g.Start().ToMove() == board.White {
		root.Set("PL", "W")
	}
	n := root
	for _, m := range g.Moves() {
		n = n.Add(Letter(m.Color), sgf.Point(m.Point))
	}
	return &sgf.Tree{Root: root}
}

// Letter is the colour as SGF writes it: "B" or "W".
func Letter(c board.Color) string {
	if c == board.White {
		return "W"
	}
	return "B"
}

// rulesName is what RU calls the rules; the nearest where they have no name.
func rulesName(r board.Rules) string {
	for name, preset := range map[string]board.Rules{
		"Chinese": board.Chinese(), "Japanese": board.Japanese(), "AGA": board.AGA(), "NZ": board.NewZealand(),
		"Tromp-Taylor": board.TrompTaylor(),
	} {
		preset.Komi = r.Komi
		if preset == r {
			return name
		}
	}
	if r.Scoring == board.Territory {
		return "Japanese"
	}
	return "Chinese"
}

// MaxShown is how many nodes a record may have that people walk through. Each change shows and keeps all of it.
const MaxShown = 10_000

// ReadGame replays the main line of a record under the given rules, with the
// record's own where it names known ones, and its komi if it can be one. Without one the komi is
// board.HandicapKomi with handicap, else that of the rules; [GiveKomi] gives it another. moves ≥ 0 stops after so
// many, and the side of the next move is to move; a negative number plays all. Setup stones after the
// first move begin a new history, as there is no move that leads to them. With a *BreakError comes the
// game before the illegal move.
func ReadGame(t *sgf.Tree, rules board.Rules, moves int) (*board.Game, error) {
	var game *board.Game
	err := Replay(t, rules, func(n *sgf.Node, g *board.Game, m *board.Move) error {
		game = g
		if m == nil {
			return nil
		}
		if moves == 0 {
			game = giveTurn(g, m.Color)
			return errEnough
		}
		moves--
		return nil
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return game, err
}

// errEnough ends a replay.
var errEnough = errors.New("enough")

// Replay goes along the main line of a record. It calls step with each node once
// its setup is done, without a move, and with each of its moves before that is
// played (at NoPoint if it cannot be read). After setup stones the game is a new one. Handicap stones that are
// neither set up nor played stand on the fixed points, as [FromSGF] has it. An illegal move ends the replay with
// a *BreakError if moves came before it.
func Replay(t *sgf.Tree, rules board.Rules, step func(n *sgf.Node, g *board.Game, m *board.Move) error) error {
	line := t.MainLine()
	g, handicap, err := recordedBoard(line, rules)
	if err != nil {
		return err
	}
	if stones := unplaced(line, g.Size(), handicap); stones != nil {
		if err := g.PlaceHandicap(stones); err != nil {
			return err
		}
	}
	moves := 0
	for _, n := range line {
		if g, err = applySetup(g, n, handicap); err != nil {
			return fmt.Errorf("line %d: %w", n.Line, err)
		}
		if err := step(n, g, nil); err != nil {
			return err
		}
		for _, c := range []board.Color{board.Black, board.White} {
			v, ok := n.Get(Letter(c))
			if !ok {
				continue
			}
			p, err := sgf.ParseMove(v, g.Size())
			if err != nil {
				p, err = board.NoPoint, fmt.Errorf("%v: %w", c, err)
			}
			if err := step(n, g, &board.Move{Point: p, Color: c}); err != nil {
				return err
			}
			if len(g.Moves()) == 0 { // whoever moves first begins, which a record without PL says only here
				giveTurn(g, c)
			}
			if err == nil {
				err = g.Play(p, c)
			}
			if err != nil {
				return breakAt(n, moves, err)
			}
			moves++
		}
	}
	return nil
}

// breakAt says that a move of a record cannot be played, after so many that could.
func breakAt(n *sgf.Node, moves int, why error) error {
	err := fmt.Errorf("line %d: move %d, %w", n.Line, moves+1, why)
	if moves == 0 {
		return err
	}
	return &BreakError{moves, err}
}

// otherGame says that a record is none of Go, by its GM.
func otherGame(gm string) error {
	if gm = strings.TrimSpace(gm); gm != "1" && gm != "" && !strings.EqualFold(gm, "go") {
		return fmt.Errorf("not a game of Go: GM[%s]", printable.Line(gm, 20))
	}
	return nil
}

// recordedBoard is the empty board of a record with the rules and the komi that count, and how many handicap stones
// belong there.
func recordedBoard(line []*sgf.Node, rules board.Rules) (g *board.Game, handicap int, err error) {
	root := line[0]
	if err := otherGame(root.Text("GM")); err != nil {
		return nil, 0, err
	}
	size := board.MaxSize
	if text := root.Text("SZ"); text != "" {
		if size, err = parseSize([]byte(text)); err != nil {
			return nil, 0, err
		}
	}
	if named, err := board.ParseRules(root.Text("RU")); err == nil {
		rules = named
	}
	handicap = handicapIn(line, size)
	if komi, ok := readKomi(root.Text("KM")); ok {
		rules.Komi = komi
	} else if handicap > 0 {
		rules.Komi = board.HandicapKomi
	}
	g, err = board.NewGame(size, rules)
	return g, handicap, err
}
