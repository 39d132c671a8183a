package record

import (
	"errors"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/sgf"
)

// applySetup carries out the setup properties of a node. A later stone on a point replaces an earlier one. With stones
// it returns another game than g.
func applySetup(g *board.Game, n *sgf.Node, handicap int) (*board.Game, error) {
	stones := map[board.Point]board.Color{}
	blackAlone := true
	for _, property := range n.Properties {
		color, is := setupColors[property.Ident]
		if !is {
			continue
		}
		points, err := sgf.ParsePoints(property.Values, g.Size())
		if err != nil {
			return nil, err
		}
		for _, p := range points {
			if !p.OnBoard(g.Size()) {
				return nil, errors.New("a setup stone off the board")
			}
			stones[p] = color
		}
		blackAlone = blackAlone && color == board.Black
	}
	turn := turnOf(n)
	if len(stones) == 0 {
		return giveTurn(g, turn), nil
	}
	of := func(c board.Color) (points []board.Point) {
		for p, color := range stones {
			if color == c {
				points = append(points, p)
			}
		}
		slices.Sort(points)
		return points
	}
	if handicap >= 2 && blackAlone && len(stones) == handicap && len(g.Moves()) == 0 {
		if with := g.Clone(); with.PlaceHandicap(of(board.Black)) == nil {
			return giveTurn(with, turn), nil
		}
	}
	pos := *g.Position()
	for p := range stones {
		if pos.At(p) != board.Empty {
			pos.Remove(p)
		}
	}
	if err := pos.Setup(of(board.Black), of(board.White)); err != nil {
		return nil, err
	}
	if turn != board.Empty {
		pos.SetToMove(turn)
	}
	return board.NewGameFrom(pos, g.Rules())
}

// setupColors are what the setup properties put on the board.
var setupColors = map[string]board.Color{"AB": board.Black, "AW": board.White, "AE": board.Empty}

// turnOf is who moves next by a node; Empty if it does not say.
func turnOf(n *sgf.Node) board.Color {
	switch strings.ToLower(n.Text("PL")) {
	case "b", "black", "1":
		return board.Black
	case "w", "white", "2":
		return board.White
	}
	return board.Empty
}

// giveTurn lets a colour move next. Moves and handicap stay: no stone was set up.
func giveTurn(g *board.Game, turn board.Color) *board.Game {
	if turn != board.Empty && turn != g.Position().ToMove() {
		g.SetToMove(turn)
	}
	return g
}

// handicapIn is the number of handicap stones of a record; 0 for fewer than two. Where HA is missing, two or more black
// stones alone at the root are a handicap if White moves first.
func handicapIn(line []*sgf.Node, size int) int {
	root := line[0]
	if _, ok := root.Get("HA"); ok {
		return handicapOf(root)
	}
	if firstToMove(line) != board.White {
		return 0
	}
	stones := map[board.Point]bool{}
	for _, property := range root.Properties {
		switch property.Ident {
		case "AW", "AE":
			return 0
		case "AB":
			points, err := sgf.ParsePoints(property.Values, size)
			if err != nil {
				return 0 // who sets them up says so
			}
			for _, p := range points {
				stones[p] = true
			}
		}
	}
	if len(stones) < 2 {
		return 0
	}
	return len(stones)
}

// firstToMove is who moves first; Empty where neither a move nor PL says so.
func firstToMove(line []*sgf.Node) board.Color {
	for _, n := range line {
		if _, ok := n.Get("B"); ok || turnOf(n) == board.Black {
			return board.Black
		}
		if _, ok := n.Get("W"); ok || turnOf(n) == board.White {
			return board.White
		}
	}
	return board.Empty
}

// handicapOf is HA of a root; 0 for fewer than two.
func handicapOf(root *sgf.Node) int {
	v, n := number(strings.TrimSpace(root.Text("HA")))
	if n == 0 || v < 2 {
		return 0
	}
	return min(v, board.MaxSize*board.MaxSize)
}

// PutHandicap writes at the root what only the main line says of a handicap, and says whether it did: who follows
// variations needs it there. These are the stones of a record that names their number and neither sets them up nor
// plays them, as Fox's records do, and the komi of a record without one. That of the Chinese rules, which count where
// none are named, is left out.
func PutHandicap(t *sgf.Tree) (put bool) {
	size := board.MaxSize
	if text := t.Root.Text("SZ"); text != "" {
		var err error
		if size, err = parseSize([]byte(text)); err != nil {
			return false // who reads the board says so
		}
	}
	line := t.MainLine()
	handicap := handicapIn(line, size)
	var values []sgf.Value
	for _, p := range unplaced(line, size, handicap) {
		values = append(values, sgf.Point(p))
	}
	if values != nil {
		t.Root.Set("AB", values...)
	}
	komi := board.Chinese().Komi
	if rules, err := board.ParseRules(t.Root.Text("RU")); err == nil {
		komi = rules.Komi
	}
	if handicap > 0 {
		komi = board.HandicapKomi
	}
	if _, named := readKomi(t.Root.Text("KM")); !named && komi != board.Chinese().Komi {
		t.Root.Set("KM", sgf.Value(komiText(komi)))
		return true
	}
	return values != nil
}

// unplaced are the handicap stones of a record that neither sets them up nor plays them; nil for others, and where
// the board has no fixed points for so many.
func unplaced(line []*sgf.Node, size, handicap int) []board.Point {
	if handicap == 0 {
		return nil
	}
	var moves []Move
	for _, n := range line {
		for ident := range setupColors {
			if _, is := n.Get(ident); is && len(moves) == 0 {
				return nil
			}
		}
		for _, c := range []board.Color{board.Black, board.White} {
			if v, ok := n.Get(Letter(c)); ok {
				if p, err := sgf.ParseMove(v, size); err == nil {
					moves = append(moves, NewMove(c, p, size))
				}
			}
		}
	}
	stones, err := fixedHandicap(size, handicap, moves)
	if err != nil {
		return nil
	}
	return stones
}

// fixedHandicap are the stones of a handicap that a record does not set up; nil if its first moves are all
// Black's, as some servers write free handicaps. Otherwise they stand on the fixed points, as in Fox's records.
func fixedHandicap(size, stones int, moves []Move) ([]board.Point, error) {
	white := func(m Move) bool { return m.Color() == board.White }
	if !slices.ContainsFunc(moves[:min(stones, len(moves))], white) {
		return nil, nil
	}
	points, err := board.FixedHandicap(size, stones)
	if err == nil && stones == 6 {
		turnSix(points[4:], size, moves)
	}
	return points, err
}

// turnSix moves the two side stones of a handicap of six to the middles of the top
// and bottom, where Fox had them until 2015, if the moves say so: they go to the
// sides and not to those two.
func turnSix(sides []board.Point, size int, moves []Move) {
	played := func(p board.Point) bool {
		return slices.ContainsFunc(moves, func(m Move) bool { return m.Point(size) == p })
	}
	turned := func(p board.Point) board.Point { i := p.Index(size); return board.FromIndex(i%size*size+i/size, size) }
	if (played(sides[0]) || played(sides[1])) && !played(turned(sides[0])) && !played(turned(sides[1])) {
		sides[0], sides[1] = turned(sides[0]), turned(sides[1])
	}
}
