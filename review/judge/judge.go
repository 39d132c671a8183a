package judge

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player"
)

// Verdict is what the judge found in a position.
type Verdict struct {
	Value float64 `json:"value"` // win rate of the side to move
	// Best are the judge's own moves, the best first.
	Best []string `json:"best,omitempty"`
}

// Book keeps verdicts by the judge and the position.
type Book map[string]Verdict

// ownMoves is how many of its own moves the judge values.
const ownMoves = 3

// Judge values positions.
type Judge struct {
	analyst  player.Analyst
	name     string
	playouts int
	book     Book
}

// New is a judge that reads so many playouts in each position. name is what makes two judges the same in a book:
// the player string, the weights behind it, and the seed.
func New(analyst player.Analyst, name string, playouts int, book Book) *Judge {
	return &Judge{analyst: analyst, name: name, playouts: playouts, book: book}
}

// key is what makes two positions the same for the judge: the judge, the rules, the board, White's points, the start
// and all moves. Superko and the features of networks depend on the moves. The hash of stones does not show the board.
func (j *Judge) key(g *board.Game) string { return fmt.Sprintf("%016x", j.hash(g)) }

func (j *Judge) hash(g *board.Game) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\x00%d\x00%+v\x00%d\x00%g\x00%x\x00",
		j.name, j.playouts, g.Rules(), g.Size(), g.Compensation(), g.Start().HashToMove())
	for _, m := range g.Moves() {
		fmt.Fprintf(h, "%d %s ", m.Color, m.Point.Vertex(g.Size()))
	}
	return h.Sum64()
}

// Look is the verdict on a position, from the book if it has one.
func (j *Judge) Look(ctx context.Context, g *board.Game) (Verdict, error) {
	key := j.key(g)
	if v, ok := j.book[key]; ok {
		return v, nil
	}
	v, err := j.read(ctx, g)
	if err == nil {
		j.book[key] = v
	}
	return v, err
}

// read searches a position, as if it were the first.
func (j *Judge) read(ctx context.Context, g *board.Game) (Verdict, error) {
	toMove := g.Position().ToMove()
	if g.Over() { // the result is known
		switch game.Of(g).Outcome().Winner {
		case toMove:
			return Verdict{Value: 1}, nil
		case board.Empty:
			return Verdict{Value: 0.5}, nil
		}
		return Verdict{}, nil
	}
	var v Verdict
	err := j.search(ctx, g, false, func(a *player.Analysis) {
		v = Verdict{Value: a.Winrate}
		for i := range min(ownMoves, len(a.Moves)) {
			v.Best = append(v.Best, a.Moves[i].Point.Vertex(g.Size()))
		}
	})
	return v, err
}

// search reads a position as if it were the first, and reports at the end.
func (j *Judge) search(ctx context.Context, g *board.Game, ownership bool, report func(*player.Analysis)) error {
	if r, ok := j.analyst.(player.Reseeder); ok {
		r.Reseed(j.hash(g))
	}
	if err := j.analyst.NewGame(game.Of(g)); err != nil {
		return err
	}
	o := player.AnalyzeOptions{Playouts: j.playouts, Ownership: ownership}
	if err := j.analyst.Analyze(ctx, g.Position().ToMove(), o, report); err != nil {
		return err
	}
	return ctx.Err() // an interrupted search is no verdict
}

// Owners is who will own each point by the judge's reading: row-major, 1 Black's to −1 White's. It is nil if the game
// is over, or if the judge does not know. The book does not keep it.
func (j *Judge) Owners(ctx context.Context, g *board.Game) (owners []float64, err error) {
	if g.Over() {
		return nil, nil
	}
	err = j.search(ctx, g, true, func(a *player.Analysis) { owners = slices.Clone(a.Ownership) })
	return owners, err
}

// After is the win rate of the mover after a move.
func (j *Judge) After(ctx context.Context, g *board.Game, p board.Point) (float64, error) {
	next := g.Clone()
	if err := next.Play(p, g.Position().ToMove()); err != nil {
		return 0, err
	}
	v, err := j.Look(ctx, next)
	return 1 - v.Value, err
}
