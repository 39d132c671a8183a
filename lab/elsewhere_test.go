package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// chained is an experiment of three calls of Cells: the second is done on the machine that ordered it, and the third
// depends on what the first came to.
func chained() *Experiment {
	return &Experiment{
		Name: "chained", Title: "Chained", Source: "nobody", Revision: 2,
		Run: func(ctx context.Context, run *Run) (*Report, error) {
			draw := func(_ context.Context, job Job) (int, error) { return job.Rand().IntN(1000), nil }
			cells := func(name string, n int) (all []Cell) {
				for i := range n {
					all = append(all, Cell{Key: fmt.Sprintf("%s %d", name, i)})
				}
				return all
			}
			first, err := Cells(ctx, run, "first", "draws", cells("first", 10), draw)
			if err != nil {
				return nil, err
			}
			here, err := Cells(ctx, run.Here(), "here", "draws", cells("here", 3), draw)
			if err != nil {
				return nil, err
			}
			third, err := Cells(ctx, run, "third", "draws", cells(fmt.Sprint("third after ", first), 10), draw)
			if err != nil {
				return nil, err
			}
			return &Report{Blocks: []Block{Text(fmt.Sprint(first, here, third))}}, nil
		},
	}
}

// helper is another machine, in this process: it does the cells of todo in the order that pick says.
func helper(t *testing.T, e *Experiment, phases *[]int, most int) Elsewhere {
	t.Helper()
	return func(ctx context.Context, p Phase, todo []int, keep func(int, json.RawMessage) error) error {
		*phases = append(*phases, p.Number)
		sent, err := json.Marshal(p)
		if err != nil {
			return err
		}
		var got Phase
		if err := json.Unmarshal(sent, &got); err != nil {
			return err
		}
		var mu sync.Mutex
		left := append([]int(nil), todo...)
		return got.Perform(ctx, e, 3, func(context.Context) (int, bool) {
			mu.Lock()
			defer mu.Unlock()
			if most == 0 || len(left) == 0 {
				return 0, false
			}
			most--
			i := left[len(left)-1]
			left = left[:len(left)-1]
			return i, true
		}, func(i int, result []byte) error { return keep(i, result) })
	}
}

// Cells that other machines do give the same report to the byte, also after an interruption.
func TestCellsOfOtherMachines(t *testing.T) {
	for name, make := range map[string]func() *Experiment{
		"dice":    func() *Experiment { return dice(nil, 0) },
		"chained": chained,
	} {
		here, there := t.TempDir(), t.TempDir()
		if _, err := Execute(t.Context(), make(), config(here, 2)); err != nil {
			t.Fatal(err)
		}
		c := config(there, 2)
		var phases []int
		c.Elsewhere = helper(t, make(), &phases, 7)
		if _, err := Execute(t.Context(), make(), c); err == nil || !strings.Contains(err.Error(), "left out") {
			t.Fatalf("%s: %v", name, err)
		}
		c.Elsewhere = helper(t, make(), &phases, -1)
		if _, err := Execute(t.Context(), make(), c); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(files(t, here), files(t, there)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if want := map[string][]int{"dice": {0, 0}, "chained": {0, 0, 2}}[name]; !cmp.Equal(phases, want) {
			t.Errorf("%s: phases %v, want %v", name, phases, want)
		}
	}
}

// A note is in the report, and stays there.
func TestNoteOfOtherMachines(t *testing.T) {
	dir := t.TempDir()
	c := config(dir, 1)
	c.Note = "on | other machines"
	c.Elsewhere = helper(t, chained(), new([]int), -1)
	for range 2 {
		if _, err := Execute(t.Context(), chained(), c); err != nil {
			t.Fatal(err)
		}
		all := files(t, dir)
		if !strings.Contains(all[ReportName], `on \| other machines`) || !strings.Contains(all[ResultsJSON], c.Note) {
			t.Error(all[ReportName])
		}
		c.Note, c.Elsewhere = "", nil
	}
	if _, err := os.Stat(dir); err != nil {
		t.Error(err)
	}
}

// A report does not speak of other machines where an experiment does all cells here.
func TestNoNoteOfOtherMachines(t *testing.T) {
	e, dir := chained(), t.TempDir()
	run := e.Run
	e.Run = func(ctx context.Context, r *Run) (*Report, error) { return run(ctx, r.Here()) }
	c := config(dir, 1)
	var phases []int
	c.Note, c.Elsewhere = "on other machines", helper(t, e, &phases, -1)
	if _, err := Execute(t.Context(), e, c); err != nil {
		t.Fatal(err)
	}
	for name, text := range files(t, dir) {
		if strings.Contains(text, c.Note) || len(phases) > 0 {
			t.Errorf("%s, phases %v: %s", name, phases, text)
		}
	}
}

// What a machine cannot do is an error.
func TestSharesThatCannotBeDone(t *testing.T) {
	good := Phase{Experiment: "chained", Revision: 2, Scale: 1, Seed: 1}
	boom := errors.New("boom")
	for name, c := range map[string]struct {
		change func(*Phase)
		cell   int
		want   string
	}{
		"fine":          {func(*Phase) {}, 3, ""},
		"another":       {func(p *Phase) { p.Experiment = "other" }, 3, "install the version"},
		"revised":       {func(p *Phase) { p.Revision++ }, 3, "install the version"},
		"without those": {func(p *Phase) { p.Number = 2 }, 3, "no such cells"},
		"too far":       {func(*Phase) {}, 10, "no such cells"},
		"an option":     {func(p *Phase) { p.Options = map[string]string{"x": "y"} }, 3, "no options"},
		"not kept":      {func(*Phase) {}, 4, "boom"},
	} {
		p := good
		c.change(&p)
		once := true
		err := p.Perform(t.Context(), chained(), 1, func(context.Context) (int, bool) {
			was := once
			once = false
			return c.cell, was
		}, func(i int, _ []byte) error {
			if i == 4 {
				return boom
			}
			return nil
		})
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A cell that fails ends the share, though other threads wait for cells that may come.
func TestAFailureEndsThoseThatWait(t *testing.T) {
	p := Phase{Experiment: "chained", Revision: 2, Scale: 1, Seed: 1}
	boom := errors.New("boom")
	var mu sync.Mutex
	given := false
	err := p.Perform(t.Context(), chained(), 4, func(ctx context.Context) (int, bool) {
		mu.Lock()
		first := !given
		given = true
		mu.Unlock()
		if !first {
			<-ctx.Done()
		}
		return 0, first
	}, func(int, []byte) error { return boom })
	if !errors.Is(err, boom) {
		t.Error(err)
	}
}

// A result that is none of its cell is refused. One that comes all the same is not written down, so that the folder
// stays good.
func TestResultsOfNoCell(t *testing.T) {
	dir := t.TempDir()
	c := config(dir, 1)
	c.Elsewhere = func(_ context.Context, p Phase, todo []int, keep func(int, json.RawMessage) error) error {
		for _, bad := range []string{`null`, `{}`, `"x"`, `{"a":1}`, `[`, ``} {
			if p.Accept(json.RawMessage(bad)) == nil {
				t.Errorf("%q is accepted", bad)
			}
		}
		return keep(todo[0], json.RawMessage(`"x"`))
	}
	if _, err := Execute(t.Context(), dice(nil, 0), c); err == nil || !strings.Contains(err.Error(), "cannot unmarshal") {
		t.Fatal(err)
	}
	here := t.TempDir()
	if _, err := Execute(t.Context(), dice(nil, 0), config(here, 1)); err != nil {
		t.Fatal(err)
	}
	accepted := 0
	other := helper(t, dice(nil, 0), new([]int), -1)
	c.Elsewhere = func(ctx context.Context, p Phase, todo []int, keep func(int, json.RawMessage) error) error {
		return other(ctx, p, todo, func(i int, result json.RawMessage) error {
			accepted++
			return errors.Join(p.Accept(result), keep(i, result), p.Flush())
		})
	}
	if _, err := Execute(t.Context(), dice(nil, 0), c); err != nil || accepted == 0 {
		t.Fatal(accepted, err)
	}
	if diff := cmp.Diff(files(t, here), files(t, dir)); diff != "" {
		t.Error(diff)
	}
}

// What goes wrong elsewhere while a run is interrupted is said, besides how far it came.
func TestInterruptedElsewhere(t *testing.T) {
	full := errors.New("the disk is full")
	c := config(t.TempDir(), 1)
	ctx, stop := context.WithCancel(t.Context())
	c.Elsewhere = func(ctx context.Context, _ Phase, _ []int, _ func(int, json.RawMessage) error) error {
		stop()
		return errors.Join(ctx.Err(), full)
	}
	_, err := Execute(ctx, dice(nil, 0), c)
	if !errors.Is(err, context.Canceled) || !errors.Is(err, full) || !strings.Contains(err.Error(), "goes on from there") {
		t.Error(err)
	}
}
