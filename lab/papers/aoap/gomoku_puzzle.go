package aoap

import (
	"context"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/games/gomoku"
	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/smallstate"
)

// puzzle is a state of Gomoku with its right moves.
type puzzle struct {
	Board string `json:"board"`
	Right []int  `json:"right"`
	Free  int    `json:"free"`
}

// puzzleKind is a definition of a right move.
type puzzleKind struct {
	Key, Name string
	// solve is the right moves of a position; none if it has no use.
	solve func(p *gomoku.Position, chance *rand.Rand) []int
}

var puzzleKinds = []puzzleKind{
	{"attack", "a win to be found", func(p *gomoku.Position, _ *rand.Rand) []int { return attack(p) }},
	{"defence", "a loss to be averted", func(p *gomoku.Position, _ *rand.Rand) []int { return defence(p) }},
	{"statistics", "best in random play", statistics},
}

const (
	// puzzleDepth is within how many plies a win is proved.
	puzzleDepth = 5
	// statisticsPlayouts is how many random games follow each move, statisticsGain by how
	// much more than the average move a right one wins, and statisticsMost how many moves can
	// be right: half of the board (§4, experiment 2.1).
	statisticsPlayouts = 1000
	statisticsGain     = 1.5
	statisticsMost     = 32
	// Stones of a state, made by random moves.
	puzzleFewest, puzzleMost = 8, 36
)

// attack is the moves that win within puzzleDepth plies, where none wins at once and at most
// half of the moves win.
func attack(p *gomoku.Position) []int {
	if forces(p, 1) {
		return nil
	}
	return minority(p, func(m int) bool { return winsBy(p, m, puzzleDepth) })
}

// defence is the moves after which the opponent does not win within three plies. The player
// to move has no quick win, and at least half of the moves lose.
func defence(p *gomoku.Position) []int {
	if forces(p, 3) {
		return nil
	}
	right := minority(p, func(m int) bool {
		next := *p
		next.Play(m)
		_, over := next.Over()
		return over || !forces(&next, 3)
	})
	if len(right) == 0 || forces(p, puzzleDepth) {
		return nil
	}
	return right
}

// minority is the moves that are good, if they are half of all or fewer.
func minority(p *gomoku.Position, good func(m int) bool) (right []int) {
	free := gomoku.AppendFree(p, make([]int16, 0, p.Cells()))
	for _, m := range free {
		if good(int(m)) {
			right = append(right, int(m))
		}
	}
	if 2*len(right) > len(free) {
		return nil
	}
	return right
}

// statistics is the moves with which the player to move wins statisticsGain times as many
// random games as with the average move.
func statistics(p *gomoku.Position, chance *rand.Rand) (right []int) {
	free := gomoku.AppendFree(p, make([]int16, 0, p.Cells()))
	if forces(p, 1) || len(free) < 2 {
		return nil
	}
	rng := board.NewRand(chance.Uint64())
	sign := 1 - 2*p.ToMove()
	wins, sum := make([]int, len(free)), 0
	trace := make([]int16, 0, p.Cells())
	for i, m := range free {
		for range statisticsPlayouts {
			next := *p
			next.Play(int(m))
			value, over := next.Over()
			if !over {
				value, _ = gomoku.Playout(&next, &rng, trace[:0])
			}
			if value == sign {
				wins[i]++
			}
		}
		sum += wins[i]
	}
	for i, m := range free {
		if float64(wins[i]*len(free)) > statisticsGain*float64(sum) {
			right = append(right, int(m))
		}
	}
	if len(right) > statisticsMost {
		return nil
	}
	return right
}

// find plays random games until a position of the kind comes up.
func (k puzzleKind) find(ctx context.Context, start *gomoku.Position, chance *rand.Rand) (puzzle, error) {
	for ctx.Err() == nil {
		p := *start
		over := false
		for n := puzzleFewest + chance.IntN(puzzleMost-puzzleFewest+1); n > 0 && !over; n-- {
			free := gomoku.AppendFree(&p, make([]int16, 0, p.Cells()))
			p.Play(int(free[chance.IntN(len(free))]))
			_, over = p.Over()
		}
		if over {
			continue
		}
		if right := k.solve(&p, chance); len(right) > 0 {
			return puzzle{p.String(), right, p.Cells() - p.Stones()}, nil
		}
	}
	return puzzle{}, ctx.Err()
}

// state is the position to search, and which of its moves are right.
func (z puzzle) state(rules gomoku.Rules) (*smallstate.Gomoku, map[search.Move]bool, error) {
	p, err := gomoku.Parse(z.Board, rules)
	if err != nil {
		return nil, nil, err
	}
	right := map[search.Move]bool{}
	for _, m := range z.Right {
		right[search.Move(m)] = true
	}
	return &smallstate.Gomoku{Position: p}, right, nil
}

// listed is the board in one word, row by row from the top, with * on the right moves.
func (z puzzle) listed() string {
	rows := strings.Fields(z.Board)
	for _, m := range z.Right {
		row := []byte(rows[m/gomokuRules.Size])
		row[m%gomokuRules.Size] = '*'
		rows[m/gomokuRules.Size] = string(row)
	}
	return strings.Join(rows, "/")
}

// puzzleList is all states, so that others can search the same.
func puzzleList(puzzles map[string][]puzzle) *lab.Listing {
	l := &lab.Listing{
		Name: "states", Columns: []string{"right", "number", "stones", "board"},
		Note: "the states, by what makes a move right, row by row from the top, `*` on the right moves; " +
			"X is to move where the stones are even.",
	}
	for _, kind := range puzzleKinds {
		for i, z := range puzzles[kind.Key] {
			l.Lines = append(
				l.Lines,
				[]string{
					kind.Name, strconv.Itoa(i + 1), strconv.Itoa(gomokuRules.Size*gomokuRules.Size - z.Free),
					z.listed(),
				},
			)
		}
	}
	return l
}
