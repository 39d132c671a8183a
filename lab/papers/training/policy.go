package training

import (
	"context"
	"os"
	"path/filepath"

	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/lab/papers"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/train"
	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/sample"
)

// board is the board of every lesson.
const board = 9

// Policy trains the network of a lesson on one thread, and measures it.
func Policy(ctx context.Context, l papers.Lesson) (a papers.Accuracy, err error) {
	learn, err := sample.NewData(l.Learn, features.Planes(l.Planes))
	if err != nil {
		return a, err
	}
	test, err := sample.NewData(l.Test, features.Planes(l.Planes))
	if err != nil {
		return a, err
	}
	cfg := train.PracticalPolicy()
	cfg.Board, cfg.Planes, cfg.Filters, cfg.Layers = board, l.Planes, l.Filters, l.Layers
	cfg.Steps, cfg.Time, cfg.Seed, cfg.Threads, cfg.Workers = int64(l.Steps), 0, l.Seed, 1, 1
	cfg.EvalEvery, cfg.StallAfter, cfg.Device = 0, 0, nets.CPU{}
	if l.Device != nil {
		cfg.Device = l.Device
	}
	if err := os.MkdirAll(filepath.Dir(l.Dir), 0o755); err != nil {
		return a, err
	}
	_, err = os.Stat(filepath.Join(l.Dir, "checkpoints"))
	result, err := train.Policy(ctx, cfg, train.PolicyInput{Train: learn, Start: train.FromSeed{}}, train.Options{
		Dir: l.Dir, Resume: err == nil, Notice: func(string) {},
	})
	if err != nil {
		return a, err
	}
	for _, m := range []struct {
		to         *float64
		data       *sample.Data
		symmetries int
	}{{&a.Test, test, 1}, {&a.Average, test, 8}, {&a.Learned, learn, 1}} {
		score, err := measure.Evaluate(ctx, result.Policy, m.data, measure.Config{
			Positions: l.Positions, Symmetries: m.symmetries, Threads: 1, Seed: l.Seed,
		})
		if err != nil {
			return a, err
		}
		*m.to = 100 * score.Top1.Value
	}
	return a, nil
}
