package search

import (
	"testing"

	"github.com/tengen-go/tengen/games/gomoku"
)

// Uniform playouts as the tree asks for them: the state is set, then played out.
func BenchmarkUniform(b *testing.B) {
	for name, empty := range map[string]State{
		"tictactoe": emptyTicTacToe(), "gomoku8": emptyGomoku(b, gomoku.Rules{Size: 8, Length: 5}),
		"gomoku8exact": emptyGomoku(b, gomoku.Rules{Size: 8, Length: 5, Exact: true}),
		"gomoku15":     emptyGomoku(b, gomoku.Rules{Size: 15, Length: 5}),
	} {
		b.Run(name, func(b *testing.B) {
			s, r := empty.Clone(), Rand(1)
			var playout Playout = &Uniform{}
			trace, moves := make([]Move, 0, 4*s.Range()), 0
			b.ReportAllocs()
			for b.Loop() {
				s.Set(empty)
				_, trace = playout.Playout(s, &r, trace[:0])
				moves += len(trace)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "playouts/s")
			b.ReportMetric(float64(moves)/float64(b.N), "moves/playout")
		})
	}
}
