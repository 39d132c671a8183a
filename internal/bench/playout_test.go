package bench

import (
	"math"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/search/smallstate"
)

// mean plays 20,000 games: their mean length, and the shares of those that Black won and drew.
func mean(play Playout) (moves, wins, draws float64) {
	const games = 20000
	random := board.NewRand(1)
	for range games {
		n, value := play(&random)
		moves += float64(n) / games
		switch value {
		case 1:
			wins += 1.0 / games
		case 0:
			draws += 1.0 / games
		}
	}
	return moves, wins, draws
}

func near(a, b, off float64) bool { return math.Abs(a-b) < off }

// Uniform random tic-tac-toe, exactly, by enumeration of all games: X wins 58.49 %, 12.70 % are
// drawn, and a game has 7.626 moves. Standard errors are 0.35 %, 0.24 % and 0.01 moves.
func TestStatePlayout(t *testing.T) {
	start := &smallstate.TicTacToe{}
	moves, wins, draws := mean(StatePlayout(start))
	if !near(wins, 0.5849, 0.015) || !near(draws, 0.1270, 0.010) || !near(moves, 7.626, 0.06) {
		t.Errorf("%v moves, X won %v, %v drawn", moves, wins, draws)
	}
	if len(start.Moves(nil)) != 9 {
		t.Error("the start was played on")
	}
}

// A uniform random game on 9×9 has about 111 moves. Without komi Black wins a little more than half.
// No game is drawn, as 81 points cannot be shared, unless points stay neutral.
func TestGoPlayout(t *testing.T) {
	policy, err := rollout.NewPlayout("uniform")
	if err != nil {
		t.Fatal(err)
	}
	moves, wins, draws := mean(GoPlayout(policy, 9))
	if !near(moves, 111, 4) || !near(wins, 0.53, 0.04) || draws > 0.05 {
		t.Errorf("%v moves, Black won %v, %v drawn", moves, wins, draws)
	}
}
