package problems

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/review/judge"
)

// Finder finds problems among positions of games.
type Finder struct {
	// Quick sees which positions are worth a long look, Deep decides. They may share a book.
	Quick, Deep *judge.Judge
	// Policy is who must be wrong.
	Policy judge.Contestant
	// Loss is what a wrong move loses, in win rate: what the policy's move must lose by the deep judge. It is above 0
	// and at most 1. A larger board needs a smaller one, since a move there is worth less of the game.
	Loss float64
}

// What else makes a problem.
const (
	keeps = 0.5 // the win rate that the best move must keep
	doubt = 0.6 // the part of Loss that the policy's move must lose by the quick judge
	equal = 0.2 // the part of Loss that a right move may lose
)

// Find lists the problems among the questions. told, which may be nil, is called after each question with the number
// of problems so far.
func (f *Finder) Find(ctx context.Context, questions []judge.Question, told func(done, found int)) ([]Problem, error) {
	var list []Problem
	for n, q := range questions {
		p, err := f.look(ctx, q)
		if err != nil {
			return nil, fmt.Errorf("%s, move %d: %w", q.Source, q.Ply, err)
		}
		if p != nil {
			list = append(list, *p)
		}
		if told != nil {
			told(n+1, len(list))
		}
	}
	return list, nil
}

// look makes a problem of a question, nil if it is none.
func (f *Finder) look(ctx context.Context, q judge.Question) (*Problem, error) {
	choice, err := f.Policy.Choose(ctx, q.Game, q.Game.Position().HashToMove())
	if err != nil || choice.Resign {
		return nil, err
	}
	quick, err := f.values(ctx, f.Quick, q.Game, choice.Point, nil)
	if err != nil || quick[0].Value-valueOf(quick, choice.Point) < doubt*f.Loss {
		return nil, err
	}
	deep, err := f.values(ctx, f.Deep, q.Game, choice.Point, quick)
	if err != nil || deep[0].Value < keeps || deep[0].Value-valueOf(deep, choice.Point) < f.Loss {
		return nil, err
	}
	p := &Problem{Source: fmt.Sprintf("%s, move %d", q.Source, q.Ply), Game: q.Game}
	for _, m := range deep {
		switch lost := deep[0].Value - m.Value; {
		case lost <= equal*f.Loss:
			p.Right = append(p.Right, m)
		case lost >= f.Loss:
			p.Wrong = append(p.Wrong, m)
		}
	}
	right, err := f.owners(ctx, q.Game, p.Right[0].Point)
	if err != nil {
		return nil, err
	}
	wrong, err := f.owners(ctx, q.Game, choice.Point)
	if err != nil || right == nil || wrong == nil {
		return nil, err
	}
	p.Kind = kindOf(q.Game.Position(), p.Right[0].Point, choice.Point, right, wrong)
	return p, nil
}

// values are a judge's values after a move, after its own best moves, and after those of a list, the best first.
func (f *Finder) values(
	ctx context.Context, j *judge.Judge, g *board.Game, move board.Point, others []Move,
) ([]Move, error) {
	own, err := j.Look(ctx, g)
	if err != nil {
		return nil, err
	}
	points := []board.Point{move}
	for _, o := range others {
		points = append(points, o.Point)
	}
	for _, name := range own.Best {
		p, err := board.ParseVertex(name, g.Size())
		if err != nil {
			return nil, fmt.Errorf("the judge's move %s: %w", name, err)
		}
		points = append(points, p)
	}
	var list []Move
	for _, p := range points {
		if slices.ContainsFunc(list, func(m Move) bool { return m.Point == p }) {
			continue
		}
		v, err := j.After(ctx, g, p)
		if err != nil {
			return nil, err
		}
		list = append(list, Move{Point: p, Value: v})
	}
	slices.SortStableFunc(list, func(a, b Move) int { return cmp.Compare(b.Value, a.Value) })
	return list, nil
}

// valueOf is the value of a move of a list.
func valueOf(list []Move, p board.Point) float64 {
	return list[slices.IndexFunc(list, func(m Move) bool { return m.Point == p })].Value
}

// owners are the owners of the points by the deep judge after a move; nil if it does not know.
func (f *Finder) owners(ctx context.Context, g *board.Game, p board.Point) ([]float64, error) {
	next := g.Clone()
	if err := next.Play(p, g.Position().ToMove()); err != nil {
		return nil, err
	}
	return f.Deep.Owners(ctx, next)
}
