package lab

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tengen-go/tengen/internal/folder"
)

// dice is an experiment of forty cells; after stopAfter of them it cancels the session.
func dice(cancel context.CancelFunc, stopAfter int64) *Experiment {
	var done atomic.Int64
	return &Experiment{
		Name: "dice", Title: "Dice", Source: "nobody",
		Options: []Option{{Name: "sides", Default: "6"}},
		Run: func(ctx context.Context, run *Run) (*Report, error) {
			var cells []Cell
			for i := range run.Scaled(40, 1) {
				cells = append(cells, Cell{Key: fmt.Sprintf("die %d", i), Work: 10})
			}
			results, err := Cells(ctx, run, "dice", "throws", cells, func(_ context.Context, job Job) (Moments, error) {
				if cancel != nil && done.Add(1) > stopAfter {
					cancel()
				}
				var m Moments
				rng := job.Rand()
				for range 10 {
					m.Add(float64(rng.IntN(6)))
				}
				return m, nil
			})
			if err != nil {
				return nil, err
			}
			var all Moments
			curve := Series{Name: "throws"}
			for i, m := range results {
				all.Merge(m)
				curve.Points = append(curve.Points, Point{X: float64(i), Y: all.Estimate()})
			}
			table := &Table{Name: "mean", Title: "Mean", Columns: []string{"mean"}}
			table.Row("die", Against(all.Estimate(), Exact(2.5), 2))
			r := &Report{}
			r.Add(
				Text("What was thrown."), table,
				&Figure{Name: "curve", Title: "Curve", Panels: []Panel{{Series: []Series{curve}}}},
			)
			return r, nil
		},
	}
}

func config(dir string, threads int) Config {
	return Config{Dir: dir, Scale: 1, Seed: 1, Threads: threads, Program: "test"}
}

// files are the contents of a folder except the files about the sessions.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, e := range entries {
		if e.Name() == AboutName || e.Name() == CellsName {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(text)
	}
	return all
}

// A run of a larger scale in the same folder does what the smaller one has not done, and ends like
// one that was never small.
func TestSmallRunGrows(t *testing.T) {
	whole, grown := t.TempDir(), t.TempDir()
	if _, err := Execute(t.Context(), dice(nil, 0), config(whole, 1)); err != nil {
		t.Fatal(err)
	}
	small := config(grown, 2)
	small.Scale = 0.25
	if _, err := Execute(t.Context(), dice(nil, 0), small); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := Execute(ctx, dice(cancel, 29), config(grown, 1)); !errors.Is(err, context.Canceled) {
		t.Fatalf("the thirty cells that the small run left were done before the thirtieth: %v", err)
	}
	if _, err := Execute(t.Context(), dice(nil, 0), config(grown, 2)); err != nil {
		t.Fatal(err)
	}
	got := files(t, grown)
	for name, text := range files(t, whole) {
		if got[name] != text {
			t.Errorf("%s of the grown run is another", name)
		}
	}
}

// A report tells which programs did its cells, and which one wrote it if it did none.
func TestReportNamesItsPrograms(t *testing.T) {
	dir := t.TempDir()
	read := func(program string) (line string) {
		c := config(dir, 1)
		c.Program = program
		if _, err := Execute(t.Context(), dice(nil, 0), c); err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(files(t, dir)[ReportName], "| program |")
		line, _, _ = strings.Cut(rest, "\n\n")
		return line
	}
	if got := read("old"); got != " old |" {
		t.Errorf("of one program: %q", got)
	}
	if got := read("new"); got != " old |\n| this report | new |" {
		t.Errorf("written by another: %q", got)
	}
	cells, err := os.ReadFile(filepath.Join(dir, CellsName))
	if err != nil {
		t.Fatal(err)
	}
	last := bytes.LastIndexByte(bytes.TrimSuffix(cells, []byte("\n")), '\n')
	if err := os.WriteFile(filepath.Join(dir, CellsName), cells[:last+1], 0o644); err != nil {
		t.Fatal(err)
	}
	if got := read("new"); got != " old, then new |" {
		t.Errorf("of two: %q", got)
	}
}

// Where somebody's games lie is not in the report that they give to others.
func TestReportHidesFolders(t *testing.T) {
	dir, e := t.TempDir(), dice(nil, 0)
	e.Options = append(e.Options, Option{Name: "games", Yours: true})
	c := config(dir, 1)
	c.Options = map[string]string{"games": filepath.Join(dir, "mine.sgf")}
	if _, err := Execute(t.Context(), e, c); err != nil {
		t.Fatal(err)
	}
	report := files(t, dir)[ReportName]
	for _, want := range []string{"| games= | mine.sgf |\n| sides= | 6 |", " --set games=mine.sgf -o "} {
		if !strings.Contains(report, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
	if strings.Contains(report, dir) || strings.Contains(report, "Not as described") {
		t.Errorf("the report is\n%s", report)
	}
}

// Of replications in chunks the whole ones are part of a run of a larger scale; a last one that was
// shorter has another key, and is done again.
func TestWholeChunksAreReused(t *testing.T) {
	done := 0
	coins := &Experiment{Name: "coins", Run: func(ctx context.Context, run *Run) (*Report, error) {
		_, err := Cells(
			ctx, run, "coins", "throws", Chunks("coin", run.Scaled(100, 1), 20),
			func(_ context.Context, job Job) (int, error) {
				done += int(job.Work)
				return 0, nil
			},
		)
		return &Report{}, err
	}}
	small := config(t.TempDir(), 1)
	small.Scale = 0.5 // chunks of 20, 20 and 10
	for _, c := range []struct {
		config Config
		want   int
	}{{small, 50}, {small, 0}, {config(small.Dir, 1), 60}} {
		done = 0
		if _, err := Execute(t.Context(), coins, c.config); err != nil {
			t.Fatal(err)
		}
		if done != c.want {
			t.Errorf("scale %v: %d throws were made, want %d", c.config.Scale, done, c.want)
		}
	}
}

// A report without its run.json is finished work, which no run writes over.
func TestFinishedReportIsNotWrittenOver(t *testing.T) {
	for _, name := range []string{ReportName, ResultsCSV} {
		dir := t.TempDir()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("kept"), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Execute(t.Context(), dice(nil, 0), config(dir, 1))
		var bad *ConfigError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), "has a "+name+" but no run.json") {
			t.Errorf("error %v", err)
		}
		if text, err := os.ReadFile(path); err != nil || string(text) != "kept" || len(files(t, dir)) != 1 {
			t.Errorf("%s is %q (%v), and the folder has %d files", name, text, err, len(files(t, dir)))
		}
	}
}

// A folder of other work is refused.
func TestTheFolderOfAMatchIsRefused(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "match.json"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Execute(t.Context(), dice(nil, 0), config(dir, 1))
	var bad *ConfigError
	if !errors.As(err, &bad) || !strings.Contains(err.Error(), "has a match.json") || len(files(t, dir)) != 1 {
		t.Errorf("error %v, %d files", err, len(files(t, dir)))
	}
}

// Cells without their run.json may be of any run, so no run takes them over.
func TestCellsOfAnUnknownRunAreRefused(t *testing.T) {
	dir := t.TempDir()
	if _, err := Execute(t.Context(), dice(nil, 0), config(dir, 1)); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{AboutName, ReportName, ResultsCSV} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	_, err := Execute(t.Context(), dice(nil, 0), config(dir, 1))
	var bad *ConfigError
	if !errors.As(err, &bad) || !strings.Contains(err.Error(), "has a cells.jsonl but no run.json") {
		t.Errorf("error %v", err)
	}
}

func TestFileForAFolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{path, filepath.Join(path, "dice")} {
		_, err := Execute(t.Context(), dice(nil, 0), config(dir, 1))
		var bad *ConfigError
		if err == nil || errors.As(err, &bad) || !strings.Contains(err.Error(), path+" is a file") {
			t.Errorf("error %v", err)
		}
	}
}

// An interrupted run goes on and ends with the bytes of an unbroken one, whatever the number
// of threads, even if the last line was cut off.
func TestInterruptedRunEndsLikeAnUnbrokenOne(t *testing.T) {
	whole := t.TempDir()
	if _, err := Execute(t.Context(), dice(nil, 0), config(whole, 1)); err != nil {
		t.Fatal(err)
	}
	want := files(t, whole)
	if len(want) != 5 {
		t.Fatalf("%d files in the folder: %v", len(want), want)
	}
	broken := t.TempDir()
	for session, stopAfter := range []int64{7, 12} {
		ctx, cancel := context.WithCancel(t.Context())
		_, err := Execute(ctx, dice(cancel, stopAfter), config(broken, 3-session))
		if !errors.Is(err, context.Canceled) ||
			!strings.Contains(err.Error(), "of 400 throws done; the same command goes on") {
			t.Fatalf("session %d: %v", session, err)
		}
		path := filepath.Join(broken, CellsName)
		text, err := os.ReadFile(path)
		if err != nil || len(text) < 100 {
			t.Fatalf("session %d left %q (%v)", session, text, err)
		}
		if err := os.WriteFile(path, text[:len(text)-20], 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Execute(t.Context(), dice(nil, 0), config(broken, 4)); err != nil {
		t.Fatal(err)
	}
	got := files(t, broken)
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s differs from the unbroken run's:\n%.400s\nwant\n%.400s", name, got[name], text)
		}
	}
}

func TestOtherRunsFolderIsRefused(t *testing.T) {
	dir := t.TempDir()
	if _, err := Execute(t.Context(), dice(nil, 0), config(dir, 1)); err != nil {
		t.Fatal(err)
	}
	other := dice(nil, 0)
	other.Revision = 1
	renamed := dice(nil, 0)
	renamed.Name = "coins"
	for _, c := range []struct {
		e      *Experiment
		change func(*Config)
		want   string
	}{
		{renamed, func(*Config) {}, "dice, not coins"},
		{other, func(*Config) {}, "revision 0 of dice, which is at revision 1 now"},
		{dice(nil, 0), func(c *Config) { c.Seed = 2 }, "seed 1, not 2"},
		{dice(nil, 0), func(c *Config) { c.Scale = 0.5 }, "scale 1, not 0.5"},
		{dice(nil, 0), func(c *Config) { c.Options = map[string]string{"sides": "8"} }, `sides="6", not "8"`},
	} {
		cfg := config(dir, 1)
		c.change(&cfg)
		_, err := Execute(t.Context(), c.e, cfg)
		var bad *ConfigError
		if !errors.As(err, &bad) || !errors.Is(err, ErrOtherRun) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}

// A report is another run's even if the cells behind it are gone.
func TestFolderWithAnothersReportIsRefused(t *testing.T) {
	dir := t.TempDir()
	if _, err := Execute(t.Context(), dice(nil, 0), config(dir, 1)); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, CellsName)); err != nil {
		t.Fatal(err)
	}
	want := files(t, dir)
	renamed := dice(nil, 0)
	renamed.Name = "coins"
	if _, err := Execute(t.Context(), renamed, config(dir, 1)); !errors.Is(err, ErrOtherRun) {
		t.Errorf("error %v", err)
	}
	if diff := cmp.Diff(want, files(t, dir)); diff != "" {
		t.Error(diff)
	}
}

// No report is made of a line that no cell wrote, however well it can be read.
func TestChangedCellsAreRefused(t *testing.T) {
	dir := t.TempDir()
	if _, err := Execute(t.Context(), dice(nil, 0), config(dir, 1)); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, CellsName)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	result := regexp.MustCompile(`"result":.*,"crc32c"`)
	sum := regexp.MustCompile(`,"crc32c":"[0-9a-f]*"`)
	for name, line := range map[string]string{
		"null":              result.ReplaceAllString(string(first), `"result":null,"crc32c"`),
		"empty":             result.ReplaceAllString(string(first), `"result":{},"crc32c"`),
		"of another cell":   strings.Replace(string(first), `"cell":"`, `"cell":"x`, 1),
		"without its sum":   sum.ReplaceAllString(string(first), ""),
		"without a result":  `{"cell":"x"}`,
		"a list":            `[]`,
		"no JSON":           `{"cell":`,
		"nothing in a line": "",
	} {
		if line == string(first) {
			t.Fatalf("%s: the line is as it was: %s", name, line)
		}
		if err := os.WriteFile(path, append([]byte(line+"\n"), rest...), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Execute(t.Context(), dice(nil, 0), config(dir, 1))
		if err == nil || !strings.Contains(err.Error(), path+":1: ") ||
			!strings.Contains(err.Error(), "take the line away") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// Two at once would do everything twice.
func TestTwoAtOnceAreRefused(t *testing.T) {
	dir := t.TempDir()
	e, inner := dice(nil, 0), error(nil)
	run := e.Run
	e.Run = func(ctx context.Context, r *Run) (*Report, error) {
		_, inner = Execute(ctx, dice(nil, 0), config(dir, 1))
		return run(ctx, r)
	}
	if _, err := Execute(t.Context(), e, config(dir, 1)); err != nil {
		t.Fatal(err)
	}
	var bad *ConfigError
	if errors.As(inner, &bad) || !errors.Is(inner, folder.ErrBusy) || !strings.Contains(inner.Error(), dir) {
		t.Errorf("error %v", inner)
	}
}

// A folder in which nothing was finished, as after a wrong option, is no other run's.
func TestFolderWithoutCellsIsTaken(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := Execute(ctx, dice(cancel, 0), config(dir, 1)); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	c := config(dir, 1)
	c.Options = map[string]string{"sides": "8"}
	s, err := Execute(t.Context(), dice(nil, 0), c)
	if err != nil || !strings.Contains(s.Report.Markdown(), "| sides= | 8 |") {
		t.Errorf("error %v", err)
	}
}

func TestNonsenseIsRefused(t *testing.T) {
	for _, c := range []struct {
		change func(*Config)
		want   string
	}{
		{func(c *Config) { c.Scale = 0 }, "a scale of 0: want 0.01 to 1"},
		{func(c *Config) { c.Scale = 1.5 }, "a scale of 1.5"},
		{func(c *Config) { c.Threads = 0 }, "0 threads"},
		{func(c *Config) { c.Dir = "" }, "no folder"},
		{func(c *Config) { c.Options = map[string]string{"side": "8"} }, `dice has no option "side"; did you mean sides?`},
	} {
		cfg := config(t.TempDir(), 1)
		c.change(&cfg)
		_, err := Execute(t.Context(), dice(nil, 0), cfg)
		var bad *ConfigError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}
