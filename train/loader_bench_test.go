package train

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/train/sample"
	"github.com/tengen-go/tengen/train/traintest"
)

// benchData are strong games of TENGEN_DATA if that is set, else made-up games.
func benchData(b *testing.B, board int) *sample.Data {
	b.Helper()
	set := traintest.Recorded(traintest.NewPlayouts(b, board, 200, 1), false)
	if dir := os.Getenv("TENGEN_DATA"); dir != "" {
		name := "train19_foxpro.sgfl.bz2"
		if board == 9 {
			name = "train9_ogs_strong.sgfl.bz2"
		}
		var err error
		path, options := filepath.Join(dir, name), record.Options{Filter: record.Filter{Board: board}}
		if set, _, err = record.Read(b.Context(), []string{path}, options); err != nil {
			b.Fatal(err)
		}
	}
	d, err := sample.NewData(set, 48)
	if err != nil {
		b.Fatal(err)
	}
	return d
}

// BenchmarkSample is what one loader worker does for one sample: find it, replay
// its game, compute its planes.
func BenchmarkSample(b *testing.B) {
	for _, board := range []int{9, 19} {
		b.Run(fmt.Sprintf("%dx%d", board, board), func(b *testing.B) {
			data := benchData(b, board)
			p, err := nets.NewPolicy(nets.PolicyConfig{Board: board, Planes: 48, Filters: 32, Layers: 6}, 1)
			if err != nil {
				b.Fatal(err)
			}
			fill := newFiller(data, p, 1)
			batch := &Batch{Planes: make([]float32, p.Points()*p.Stride()), Labels: make([]float32, 1), samples: 1}
			b.ReportAllocs()
			s := int64(0)
			for b.Loop() {
				if err := fill(batch, 0, s); err != nil {
					b.Fatal(err)
				}
				s++
			}
		})
	}
}

// BenchmarkReplay is the part of BenchmarkSample that comes before the planes.
func BenchmarkReplay(b *testing.B) {
	for _, board := range []int{9, 19} {
		b.Run(fmt.Sprintf("%dx%d", board, board), func(b *testing.B) {
			data := benchData(b, board)
			order, err := sample.NewOrder(data.Len(), 1)
			if err != nil {
				b.Fatal(err)
			}
			cursor := data.NewCursor()
			n := int64(0)
			for b.Loop() {
				position, _ := order.Sample(n)
				game, k := data.Find(position)
				if _, _, _, err := cursor.At(game, k); err != nil {
					b.Fatal(err)
				}
				n++
			}
		})
	}
}

// BenchmarkStep is the network's part of a step of 64 positions, without loader.
func BenchmarkStep(b *testing.B) {
	cfg := PracticalPolicy()
	cfg.Board, cfg.Filters, cfg.Layers = 9, 32, 6
	p, err := newPolicyLearner(cfg.Learning)
	if err != nil {
		b.Fatal(err)
	}
	fill := newFiller(benchData(b, 9), p, 1)
	batch := &Batch{Planes: make([]float32, cfg.Batch*p.Points()*p.Stride()), Labels: make([]float32, cfg.Batch)}
	for i := range batch.Labels {
		if err := fill(batch, i, int64(i)); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if err := p.begin(batch.Planes, batch.Labels, nil, 1e-3); err != nil {
			b.Fatal(err)
		}
		if _, err := p.End(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*cfg.Batch)/b.Elapsed().Seconds(), "positions/s")
}
