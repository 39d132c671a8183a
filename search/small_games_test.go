package search

import (
	"testing"

	"github.com/tengen-go/tengen/games/gomoku"
	"github.com/tengen-go/tengen/games/tictactoe"
	"github.com/tengen-go/tengen/internal/wyrand"
)

// task is a position in which one move alone keeps the value.
type task struct {
	state State
	right Move
}

// oneRight are positions late in random games of gomoku in which one move of several is right,
// and does not end the game.
func oneRight(t *testing.T, rules gomoku.Rules, free, n int) (tasks []task) {
	t.Helper()
	solver, err := gomoku.NewSolver(rules, 1e6)
	if err != nil {
		t.Fatal(err)
	}
	for r := wyrand.New(5); len(tasks) < n; {
		s, p := emptyGomoku(t, rules), gomokuBoard(t, rules)
		_, line := (&Random{}).Playout(s.Clone(), &r, nil)
		if len(line) <= s.Range()-free {
			continue
		}
		for _, m := range line[:s.Range()-free] {
			s.Play(m)
			p.Play(int(m))
		}
		best, _, known := solver.Best(&p, nil)
		if !known || len(best) != 1 {
			continue
		}
		next := s.Clone()
		next.Play(Move(best[0]))
		if _, over := next.Over(); !over {
			tasks = append(tasks, task{s, Move(best[0])})
		}
	}
	return tasks
}

// TestEveryRuleFindsTheOneRightMove: where one move is right, the probability of playing it
// rises with the playouts, to 1. UCT and its kin pass means up the tree, as they give worse
// moves a share of the playouts that vanishes. AOAP, OCBA and TTTS give them a share that
// stays, so a mean is not the value of the best move, and with means OCBA, for one, turns away
// from two of these moves again; what they claim holds where the maximum is passed up
// (equations 8 and 12 of Zhang, Peng and Xu).
func TestEveryRuleFindsTheOneRightMove(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine at work for long: nothing for the race detector")
	}
	p, err := tictactoe.Parse("X.. ... ...") // all but the centre lose
	if err != nil {
		t.Fatal(err)
	}
	corner := task{TicTacToe(p), 4}
	tasks := oneRight(t, gomoku.Rules{Size: 6, Length: 4}, 12, 4)
	const seeds = 6
	for _, c := range []struct {
		name   string
		rule   Rule
		backup Backup
		choice Choice
		tasks  []task
	}{
		{"uct", NewUCT(), BackupMean, MostVisits{}, append(tasks, corner)},
		{"ucb1-tuned", UCB1Tuned{}, BackupMean, MostVisits{}, append(tasks, corner)},
		{"puct", NewPUCT(), BackupMean, MostVisits{}, append(tasks, corner)},
		{"uct-rave", rules()["uct-rave"], BackupMean, MostVisits{}, append(tasks, corner)},
		{"uct by maximum", NewUCT(), BackupMax, MostVisits{}, tasks},
		{"aoap", AtLeast{Rule: AOAPRarer, N0: 10}, BackupMax, Posterior, tasks},
		{"ocba", AtLeast{Rule: OCBA, N0: 10}, BackupMax, Posterior, tasks},
		{"ttts", AtLeast{Rule: TTTS, N0: 10}, BackupMax, Posterior, tasks},
	} {
		right := map[int]int{}
		for _, playouts := range []int{20, 3000} {
			for _, task := range c.tasks {
				for seed := range uint64(seeds) {
					config := small(1)
					config.Memory, config.Seed, config.Backup = 1<<20, seed, c.backup
					tree := grown(t, config, Parts{Rule: c.rule, Leaf: uniformly}, task.state, playouts)
					r := tree.Root()
					if r.Moves[c.choice.Choose(r.Moves, 0)].Move == task.right {
						right[playouts]++
					}
				}
			}
		}
		if all := seeds * len(c.tasks); right[20] > all*2/3 || right[3000] < all-1 {
			t.Errorf("%s: right %d times of %d after 20 playouts, %d times after 3000", c.name, right[20], all, right[3000])
		}
	}
}

// uniformly is a leaf evaluation by uniform playouts of a small game.
func uniformly() Leaf { return &PlayoutLeaf{Playout: &Uniform{}} }

// TestUniformAllocatesNothing: neither does copying a state into another.
func TestUniformAllocatesNothing(t *testing.T) {
	for _, empty := range []State{
		emptyTicTacToe(), emptyGomoku(t, gomoku.Rules{Size: 8, Length: 5, Exact: true}), emptyGomoku(t, gomoku.Rules{Size: 15, Length: 5}),
	} {
		s, r := empty.Clone(), Rand(1)
		var playout Playout = &Uniform{}
		trace := make([]Move, 0, s.Range())
		if n := testing.AllocsPerRun(50, func() {
			s.Set(empty)
			_, _ = playout.Playout(s, &r, trace)
		}); n != 0 {
			t.Errorf("%T: %v allocations a playout", s, n)
		}
	}
}
