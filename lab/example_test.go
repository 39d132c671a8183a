package lab_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tengen-go/tengen/lab"
)

// The worked example of docs/lab.md: how often does a fair coin show heads?
func Example() {
	coin := &lab.Experiment{
		Name: "coin", Title: "Heads of a fair coin", Source: "nobody",
		About: "A coin is thrown; heads are counted.",
		Run:   runCoin,
	}
	dir, err := os.MkdirTemp("", "coin")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	config := lab.Config{Dir: filepath.Join(dir, "run"), Scale: 0.1, Seed: 1, Threads: 2, Program: "example"}
	summary, err := lab.Execute(context.Background(), coin, config)
	if err != nil {
		panic(err)
	}
	fmt.Print(summary.Report.Text())
	fmt.Println(filepath.Base(summary.Files[0]))
	// Output:
	// Heads
	// coin  share, %
	// fair  50.7 (49.8–51.7) · published 50.0
	//
	// report.md
}

func runCoin(ctx context.Context, run *lab.Run) (*lab.Report, error) {
	throws := run.Scaled(100_000, 10)
	cells := lab.Chunks("fair coin", throws, 1000)
	heads, err := lab.Cells(ctx, run, run.Name, "throws", cells, func(ctx context.Context, job lab.Job) (int, error) {
		rng, n := job.Rand(), 0
		for range job.Work {
			n += rng.IntN(2)
		}
		return n, ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	sum := 0
	for _, n := range heads {
		sum += n
	}
	share := lab.Share(float64(sum), throws)
	table := &lab.Table{Name: "heads", Title: "Heads", Corner: "coin", Columns: []string{"share, %"}}
	table.Row("fair", lab.Against(share.Times(100), lab.Exact(50), 1))
	report := &lab.Report{}
	report.Add(table)
	return report, nil
}
