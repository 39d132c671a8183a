package problems

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/review/judge"
)

// Row is what a player solved.
type Row struct {
	Player string            `json:"player"`
	Solved interval.Estimate `json:"solved"`
	Kinds  []KindShare       `json:"kinds"`
	// Fell is how often it chose a move that is marked as wrong.
	Fell int `json:"chose_wrong"`
	// Unsolved are the problems, from 1, in the order of the list.
	Unsolved []int `json:"unsolved"`
	// Seconds of processor time a move; nil where nobody knows it.
	Seconds *float64 `json:"seconds,omitempty"`
}

// KindShare is what was solved of one kind.
type KindShare struct {
	Kind   Kind              `json:"kind"`
	Solved interval.Estimate `json:"solved"`
}

// Solve has the players choose a move in all problems, each as if it were the first. told, which may be nil, is called
// after each problem.
func Solve(ctx context.Context, list []Problem, players []judge.Contestant, told func(done int)) ([]Row, error) {
	rows := make([]Row, len(players))
	spent := make([]time.Duration, len(players))
	solved := make([]map[Kind]int, len(players))
	for k := range players {
		rows[k].Player, rows[k].Unsolved, solved[k] = players[k].Name, []int{}, map[Kind]int{}
	}
	for n := range list {
		p := &list[n]
		for k, c := range players {
			var before time.Duration
			if c.Clock != nil {
				before = c.Clock()
			}
			choice, err := c.Choose(ctx, p.Game, p.Game.Position().HashToMove())
			if err != nil {
				return nil, fmt.Errorf("%s: player %s: %w", p.Source, c.Name, err)
			}
			if c.Clock != nil {
				spent[k] += c.Clock() - before
			}
			if !choice.Resign && p.Solved(choice.Point) {
				solved[k][p.Kind]++
				continue
			}
			rows[k].Unsolved = append(rows[k].Unsolved, n+1)
			if slices.ContainsFunc(p.Wrong, func(m Move) bool { return !choice.Resign && m.Point == choice.Point }) {
				rows[k].Fell++
			}
		}
		if told != nil {
			told(n + 1)
		}
	}
	kinds, counts := kindsOf(list)
	for k := range rows {
		r := &rows[k]
		r.Solved = interval.Share(float64(len(list)-len(r.Unsolved)), len(list))
		for _, kind := range kinds {
			share := interval.Share(float64(solved[k][kind]), counts[kind])
			r.Kinds = append(r.Kinds, KindShare{Kind: kind, Solved: share})
		}
		if players[k].Clock != nil && len(list) > 0 {
			seconds := spent[k].Seconds() / float64(len(list))
			r.Seconds = &seconds
		}
	}
	return rows, nil
}

// kindsOf are the kinds that a list has, the known ones first and in their order, and how many problems each has.
func kindsOf(list []Problem) (kinds []Kind, counts map[Kind]int) {
	counts = map[Kind]int{}
	for i := range list {
		counts[list[i].Kind]++
	}
	for _, k := range Kinds {
		if counts[k] > 0 {
			kinds = append(kinds, k)
		}
	}
	for i := range list {
		if k := list[i].Kind; !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	}
	return kinds, counts
}
