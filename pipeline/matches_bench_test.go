//go:build unix

package pipeline

import (
	"context"
	"testing"

	"github.com/tengen-go/tengen/internal/machine"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/rating"
)

// BenchmarkMatches compares matches through the hub of this process with those that package match plays alone. The
// processor time is what counts: go test -run '^$' -bench Matches -benchtime 1x -count 7 ./pipeline.
func BenchmarkMatches(b *testing.B) {
	players := []match.Entrant{
		{Name: "search", Text: "search:model=shipped:9x9,playouts=50"},
		{Name: "policy", Text: "policy:model=shipped:9x9"},
		{Name: "uct", Text: "uct:playouts=50"},
		{Name: "random", Text: "random"},
	}
	for _, way := range []struct {
		name string
		meet func(*work, context.Context, string, *match.Tournament) (*rating.Standing, error)
	}{{"alone", (*work).meetHere}, {"hub", (*work).meet}} {
		b.Run(way.name, func(b *testing.B) {
			before := machine.ProcessorTime()
			for b.Loop() {
				w := &work{cfg: DefaultConfig(), opt: Options{Dir: b.TempDir(), Program: "test", Threads: 2}}
				w.opt.complete()
				if _, err := way.meet(w, b.Context(), w.opt.Dir, w.tournament(&Match{Games: 2, Openings: 2}, players, nil)); err != nil {
					b.Fatal(err)
				}
				if err := w.closeHub(true); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric((machine.ProcessorTime()-before).Seconds()/float64(b.N), "cpu-s/op")
		})
	}
}
