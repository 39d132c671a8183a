package gtp

import (
	"context"
	"slices"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/player"
)

// setup has the commands that prepare a position.
func (e *Engine) setup() map[string]handler {
	return map[string]handler{
		"boardsize":             e.boardsize,
		"rectangular_boardsize": e.rectangularBoardsize,
		"clear_board":           e.clearBoard,
		"komi":                  e.setKomi,
		"get_komi":              e.getKomi,
		"fixed_handicap":        e.fixedHandicap,
		"place_free_handicap":   e.placeFreeHandicap,
		"set_free_handicap":     e.setFreeHandicap,
		"set_position":          e.setPosition,
	}
}

func (e *Engine) boardsize(_ context.Context, args []string) (string, error) {
	if len(args) != 1 {
		return "", errSyntax
	}
	size, err := parseInt(args[0], -1<<31, 1<<31-1)
	if err != nil {
		return "", err
	}
	return "", e.resize(size)
}

func (e *Engine) rectangularBoardsize(_ context.Context, args []string) (string, error) {
	if len(args) < 1 || len(args) > 2 {
		return "", errSyntax
	}
	size, err := parseInt(args[0], -1<<31, 1<<31-1)
	if err != nil {
		return "", err
	}
	if len(args) == 2 && args[1] != args[0] {
		return "", errSize
	}
	return "", e.resize(size)
}

// resize clears the board for another size.
func (e *Engine) resize(size int) error {
	g, err := e.empty(size)
	if err != nil {
		return errSize
	}
	if err := e.begin(g); err != nil {
		return errSize
	}
	return nil
}

// begin makes an empty board the game. What was said of the time that is left belongs to the game before.
func (e *Engine) begin(g *board.Game) error {
	if err := e.reset(g); err != nil {
		return err
	}
	e.left = [3]timeLeft{}
	return nil
}

func (e *Engine) clearBoard(context.Context, []string) (string, error) {
	g, err := e.empty(e.game.Size())
	if err != nil {
		return "", err
	}
	return "", e.begin(g)
}

// setKomi accepts every number, as the protocol asks; one that is larger than the
// board decides the game like the board itself.
func (e *Engine) setKomi(_ context.Context, args []string) (string, error) {
	if len(args) != 1 {
		return "", errSyntax
	}
	komi, err := parseFloat(args[0])
	if err != nil {
		return "", err
	}
	const most = board.MaxSize * board.MaxSize
	rules := e.game.Rules()
	rules.Komi = min(max(komi, -most), most)
	e.komi = &rules.Komi
	if note := player.KomiNote(e.player, rules.Komi); note != "" && rules != e.game.Rules() {
		e.config.Log.Warn(note, "player", e.player.String())
	}
	return "", e.setRules(rules)
}

// setRules changes the rules of the game under way.
func (e *Engine) setRules(rules board.Rules) error {
	if rules == e.game.Rules() {
		return nil
	}
	g := e.game.Clone()
	if err := g.SetRules(rules); err != nil {
		return err
	}
	return e.reset(g)
}

func (e *Engine) getKomi(context.Context, []string) (string, error) {
	return decimal(e.game.Rules().Komi), nil
}

func (e *Engine) fixedHandicap(_ context.Context, args []string) (string, error) {
	if len(args) != 1 {
		return "", errSyntax
	}
	n, err := parseInt(args[0], -1<<31, 1<<31-1)
	if err != nil {
		return "", err
	}
	points, err := board.FixedHandicap(e.game.Size(), n)
	if err != nil {
		return "", errStones
	}
	return e.handicap(points)
}

// placeFreeHandicap chooses the points itself: the points of the fixed handicap, as
// far as there are any; on small boards the points nearest to the middle. Fewer
// stones than asked for are allowed.
func (e *Engine) placeFreeHandicap(_ context.Context, args []string) (string, error) {
	if len(args) != 1 {
		return "", errSyntax
	}
	size := e.game.Size()
	n, err := parseInt(args[0], -1<<31, 1<<31-1)
	if err != nil {
		return "", err
	}
	if n < 2 || n >= size*size {
		return "", errStones
	}
	for stones := min(n, 9); stones >= 2; stones-- {
		if points, err := board.FixedHandicap(size, stones); err == nil {
			return e.handicap(points)
		}
	}
	points := make([]board.Point, 0, size*size)
	for i := range size * size {
		points = append(points, board.FromIndex(i, size))
	}
	away := func(p board.Point) int {
		dx, dy := 2*p.X()-size+1, 2*p.Y()-size+1
		return dx*dx + dy*dy
	}
	slices.SortStableFunc(points, func(p, q board.Point) int { return away(p) - away(q) })
	return e.handicap(points[:min(n, size*size/4+1)])
}

func (e *Engine) setFreeHandicap(_ context.Context, args []string) (string, error) {
	if len(args) < 2 {
		return "", errVertices
	}
	var points []board.Point
	for _, a := range args {
		p, err := e.parseVertex(a)
		if err != nil || p == board.Pass || slices.Contains(points, p) {
			return "", errVertices
		}
		points = append(points, p)
	}
	if len(points) >= e.game.Size()*e.game.Size() {
		return "", errVertices
	}
	_, err := e.handicap(points)
	return "", err
}

// handicap places Black's stones on the empty board.
func (e *Engine) handicap(points []board.Point) (string, error) {
	size := e.game.Size()
	if len(e.game.Moves()) > 0 || e.game.Position().EmptyCount() != size*size {
		return "", errNotEmpty
	}
	g, err := e.empty(size)
	if err != nil {
		return "", err
	}
	if err := g.PlaceHandicap(points); err != nil {
		return "", errVertices
	}
	if err := e.reset(g); err != nil {
		return "", err
	}
	return vertices(points, size), nil
}

// setPosition puts the stones of "COLOR VERTEX COLOR VERTEX …" on an empty board.
func (e *Engine) setPosition(_ context.Context, args []string) (string, error) {
	if len(args)%2 != 0 {
		return "", errSyntax
	}
	var stones [3][]board.Point
	for i := 0; i < len(args); i += 2 {
		c, err := parseColor(args[i])
		if err != nil {
			return "", err
		}
		p, err := e.parseVertex(args[i+1])
		if err != nil || p == board.Pass {
			return "", errVertex
		}
		stones[c] = append(stones[c], p)
	}
	pos := board.NewPosition(e.game.Size())
	if err := pos.Setup(stones[board.Black], stones[board.White]); err != nil {
		return "", failure("invalid position: " + err.Error())
	}
	g, err := board.NewGameFrom(pos, e.game.Rules())
	if err != nil {
		return "", err
	}
	return "", e.reset(g)
}
