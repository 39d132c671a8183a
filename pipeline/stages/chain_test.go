package stages

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/internal/difference"
)

// fake is a chain of stages that join what earlier ones left:
//
//	a ─► b ─► d
//	a ─► c ─► d
type fake struct {
	until    string
	dir      string
	settings map[string]int
	added    bool // whether there is a setting that earlier records lack
	redo     bool
	done     []string // stages that worked, in order
	stop     string   // stage in the middle of which the context ends
}

func (f *fake) run(t *testing.T) error {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	clock := time.Unix(0, 0)
	c := Chain{Dir: f.dir, Program: "test", Redo: f.redo, Until: f.until, Now: func() time.Time {
		clock = clock.Add(time.Second)
		return clock
	}}
	for _, s := range []struct{ name, needs string }{{"a", ""}, {"b", "a"}, {"c", "a"}, {"d", "b c"}} {
		needs := strings.Fields(s.needs)
		setting := f.settings[s.name]
		c.Stages = append(c.Stages, Stage{
			Name: s.name, Title: "stage " + s.name, Needs: needs, Results: []string{"out"},
			Settings: f.all(setting), Added: []string{"later"},
			Run: func(ctx context.Context, dir string) (any, error) {
				f.done = append(f.done, s.name)
				if f.stop == s.name {
					cancel()
					return nil, ctx.Err()
				}
				var all strings.Builder
				for _, n := range needs {
					text, err := os.ReadFile(filepath.Join(f.dir, n, "out"))
					if err != nil {
						return nil, err
					}
					all.Write(text)
				}
				// Half of the number, so that 4 and 5 come to the same.
				fmt.Fprintf(&all, "%s%d", s.name, setting/2)
				return map[string]int{"length": all.Len()}, os.WriteFile(filepath.Join(dir, "out"), []byte(all.String()), 0o644)
			},
		})
	}
	return c.Run(ctx)
}

// all are the settings of a stage with this number.
func (f *fake) all(number int) map[string]int {
	if !f.added {
		return map[string]int{"number": number}
	}
	return map[string]int{"number": number, "later": f.settings["later"]}
}

func (f *fake) want(t *testing.T, stages ...string) {
	t.Helper()
	if d := cmp.Diff(stages, f.done); d != "" {
		t.Errorf("stages done: %s", d)
	}
	f.done = nil
}

// The last stage that somebody wants brings those that it takes from, and no others, and is counted so.
func TestALastStageBringsWhatItNeeds(t *testing.T) {
	f := &fake{dir: t.TempDir(), settings: map[string]int{}, until: "c", stop: "c"}
	if err := f.run(t); err == nil || !strings.Contains(err.Error(), "stage 2 of 2") {
		t.Errorf("stopped in c: %v", err)
	}
	f.want(t, "a", "c")
	f.until, f.stop = "", ""
	if err := f.run(t); err != nil {
		t.Fatal(err)
	}
	f.want(t, "b", "c", "d")
}

// A changed setting of a stage that nobody wants refuses nothing. Where one that is wanted must run again, all are named
// that must.
func TestAChangeBehindTheLastStageWaits(t *testing.T) {
	f := newFake(t)
	f.settings["d"], f.until = 5, "c"
	if err := f.run(t); err != nil {
		t.Error(err)
	}
	f.want(t)
	f.settings["a"] = 5
	if err := f.run(t); !errors.Is(err, ErrChanged) || strings.Count(err.Error(), "\n  ") != 4 {
		t.Errorf("a, which c takes from, has changed: %v", err)
	}
	f.settings["a"], f.until = 0, ""
	if err := f.run(t); !errors.Is(err, ErrChanged) || !strings.Contains(err.Error(), "d: number 0, now 5") {
		t.Errorf("all stages are wanted: %v", err)
	}
}

func newFake(t *testing.T) *fake {
	f := &fake{dir: t.TempDir(), settings: map[string]int{}}
	if err := f.run(t); err != nil {
		t.Fatal(err)
	}
	f.want(t, "a", "b", "c", "d")
	return f
}

func TestFinishedStagesAreNotDoneTwice(t *testing.T) {
	f := newFake(t)
	if err := f.run(t); err != nil {
		t.Fatal(err)
	}
	f.want(t)
	r, err := ReadRecord(filepath.Join(f.dir, "d"), "d")
	if err != nil {
		t.Fatal(err)
	}
	var figures map[string]int
	if err := r.ReadFigures(&figures); err != nil || figures["length"] != len("a0b0a0c0d0") {
		t.Errorf("figures %v, %v", figures, err)
	}
	if !r.Done || r.Seconds != 1 || r.Inputs["b"] == "" || r.Inputs["b"] == r.Inputs["c"] {
		t.Errorf("record %+v", r)
	}
}

func TestAChangedSettingDoesExactlyTheDependentStagesAgain(t *testing.T) {
	for _, c := range []struct {
		stage string
		again []string
	}{
		{"a", []string{"a", "b", "c", "d"}},
		{"b", []string{"b", "d"}},
		{"c", []string{"c", "d"}},
		{"d", []string{"d"}},
	} {
		f := newFake(t)
		f.settings[c.stage] = 5
		err := f.run(t)
		if !errors.Is(err, ErrChanged) || !strings.Contains(err.Error(), c.stage+": number 0, now 5") ||
			strings.Count(err.Error(), "\n  ") != len(c.again) {
			t.Errorf("%s: %v", c.stage, err)
		}
		f.want(t)
		f.redo = true
		if err := f.run(t); err != nil {
			t.Fatal(err)
		}
		f.want(t, c.again...)
		if err := f.run(t); err != nil {
			t.Fatal(err)
		}
		f.want(t)
	}
}

// A record of a version without a setting fits any value of it. What such a stage goes on with is noted.
func TestASettingThatARecordLacksFits(t *testing.T) {
	f := newFake(t)
	f.added, f.settings["later"] = true, 3
	if err := f.run(t); err != nil {
		t.Fatal(err)
	}
	f.want(t)
	for _, broken := range []string{"out", RecordName} { // d is under way in the version before
		if err := os.Remove(filepath.Join(f.dir, "d", broken)); err != nil {
			t.Fatal(err)
		}
	}
	f.added, f.stop = false, "d"
	if err := f.run(t); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(f.dir, "d", "half"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	f.added = true
	if err := f.run(t); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	f.want(t, "d", "d")
	f.settings["later"] = 4
	if err := f.run(t); !errors.Is(err, ErrChanged) || !strings.Contains(err.Error(), "d: later 3, now 4\n") ||
		strings.Count(err.Error(), "later") != 1 {
		t.Errorf("error %v", err)
	}
}

// What comes out as before leaves the rest as it is.
func TestAnEqualResultDoesNoOtherStageAgain(t *testing.T) {
	f := newFake(t)
	f.settings["a"], f.redo = 1, true
	if err := f.run(t); err != nil {
		t.Fatal(err)
	}
	f.want(t, "a")
}

func TestAnInterruptedStageGoesOn(t *testing.T) {
	f := &fake{dir: t.TempDir(), settings: map[string]int{}, stop: "c"}
	err := f.run(t)
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "stage 3 of 4") {
		t.Errorf("interrupted: %v", err)
	}
	f.want(t, "a", "b", "c")
	f.stop = ""
	if err := f.run(t); err != nil {
		t.Fatal(err)
	}
	f.want(t, "c", "d")
	if r, err := ReadRecord(filepath.Join(f.dir, "c"), "c"); err != nil || r.Seconds != 2 {
		t.Errorf("%v seconds of two sessions, want 2 (%v)", r.Seconds, err)
	}
}

// A mistake that nothing came of stands in nobody's way; work does.
func TestAStageThatLeftNothingMayChange(t *testing.T) {
	for _, left := range []string{"", "checkpoint"} {
		f := &fake{dir: t.TempDir(), settings: map[string]int{"a": 6}, stop: "a"}
		if err := f.run(t); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		f.done, f.stop, f.settings = nil, "", map[string]int{}
		if left == "" {
			if err := f.run(t); err != nil {
				t.Error(err)
			}
			f.want(t, "a", "b", "c", "d")
			continue
		}
		if err := os.WriteFile(filepath.Join(f.dir, "a", left), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := f.run(t); !errors.Is(err, ErrChanged) {
			t.Errorf("with a %s: %v", left, err)
		}
		f.want(t)
	}
}

// A seed may have more digits than a float64.
func TestALargeSettingIsReadAsItWas(t *testing.T) {
	dir := t.TempDir()
	settings, err := difference.Object(map[string]any{"seed": uint64(12345678901234567890)})
	if err != nil {
		t.Fatal(err)
	}
	if err := (&Record{Stage: "a", Settings: settings}).Write(dir); err != nil {
		t.Fatal(err)
	}
	r, err := ReadRecord(dir, "a")
	if err != nil {
		t.Fatal(err)
	}
	if why := difference.Since(r.Settings, settings, nil); why != "" {
		t.Error(why)
	}
}

func TestARemovedFolderIsDoneAgain(t *testing.T) {
	f := newFake(t)
	if err := os.RemoveAll(filepath.Join(f.dir, "b")); err != nil {
		t.Fatal(err)
	}
	if err := f.run(t); err != nil {
		t.Fatal(err)
	}
	f.want(t, "b")
}

func TestDamageIsNamed(t *testing.T) {
	for _, c := range []struct{ file, content, want string }{
		{"b/out", "other", "its content has changed since"},
		{"b/out", "", "no such file"},
		{"b/stage.json", "{", "is damaged"},
		{"b/stage.json", `{"stage":"a"}`, `of the stage "a"`},
		{"b/stage.json", "", "not the work of this chain"},
	} {
		f := newFake(t)
		path := filepath.Join(f.dir, c.file)
		err := os.Remove(path)
		if c.content != "" {
			err = os.WriteFile(path, []byte(c.content), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		err = f.run(t)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), filepath.Join(f.dir, "b")) {
			t.Errorf("%s = %q: %v, want %q", c.file, c.content, err, c.want)
		}
		f.want(t)
	}
}

// A kill between the steps of a redo leaves a folder aside, which is cleared.
func TestLeftoversOfARedoAreCleared(t *testing.T) {
	f := newFake(t)
	left := filepath.Join(f.dir, discarded, "b")
	if err := os.MkdirAll(left, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := f.run(t); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(f.dir, discarded)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is still there: %v", left, err)
	}
}

// A kill between the making of a folder and the first record leaves a file without a name of
// its own, which is nobody's.
func TestFilesOfKilledWritesAreNobodys(t *testing.T) {
	f := &fake{dir: t.TempDir(), settings: map[string]int{}}
	if err := os.MkdirAll(filepath.Join(f.dir, "b"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(f.dir, "b", ".stage.json8585600561812822975"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := f.run(t); err != nil {
		t.Fatal(err)
	}
	f.want(t, "a", "b", "c", "d")
	if left, err := filepath.Glob(filepath.Join(f.dir, "*", ".*")); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// A folder of that name may be somebody else's. Its hidden files stay, even if their names look like leftovers.
func TestForeignHiddenFilesStay(t *testing.T) {
	f := &fake{dir: t.TempDir(), settings: map[string]int{}}
	theirs := filepath.Join(f.dir, "b", ".notes20261123")
	if err := errors.Join(os.MkdirAll(filepath.Dir(theirs), 0o755), os.WriteFile(theirs, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	if err := f.run(t); err == nil || !strings.Contains(err.Error(), "not the work of this chain") {
		t.Error(err)
	}
	if _, err := os.Stat(theirs); err != nil {
		t.Error(err)
	}
}
