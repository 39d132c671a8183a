//go:build linux

package client

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/trial"
)

// wrong is a card that gets the sign of the first result wrong, in all grades or in the grade for matrices, or a
// card with a driver that crashes in this grade.
type wrong struct {
	gpu.Device
	how string
}

func (w wrong) Load(p *gpu.Plan) (gpu.Runner, error) {
	r, err := w.Device.Load(p)
	if w.how != "wrong" && p.Grade != gpu.Matrix {
		return r, err
	}
	if w.how == "crash in matrices" {
		_ = syscall.Kill(os.Getpid(), syscall.SIGSEGV)
		time.Sleep(time.Minute)
	}
	return wrongRunner{r}, err
}

type wrongRunner struct{ gpu.Runner }

func (w wrongRunner) Run(program string, in, out []gpu.Transfer) error {
	err := w.Runner.Run(program, in, out)
	if len(out) > 0 {
		data := out[len(out)-1].Data
		data[len(data)/8*4+3] ^= 0x41
	}
	return err
}

// quiet hears that a card is tried, and says nothing.
func quiet(gpu.Info) {}

// A card is tried before it is trusted: once, if a folder keeps the mark.
func TestCardsAreTried(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "gpu")
	if _, err := opened(t.Context(), as("wrong"), 0, folder, quiet); !errors.Is(err, gpu.ErrNone) ||
		!strings.Contains(err.Error(), "computes wrong numbers") || !strings.Contains(err.Error(), "update its driver") {
		t.Errorf("a card that computes wrong numbers: %v", err)
	}
	if _, err := os.Stat(folder); err == nil {
		t.Error("a card that computes wrong numbers has a mark")
	}
	tried := 0
	for _, how := range []string{"sound", "wrong"} { // with the mark, nobody looks again
		d, err := opened(t.Context(), as(how), 0, folder, func(gpu.Info) { tried++ })
		if err != nil {
			t.Fatalf("%s: %v", how, err)
		}
		d.Close()
	}
	if tried != 1 {
		t.Errorf("it was said %d times that a card is tried, want 1", tried)
	}
	if _, err := opened(t.Context(), as("wrong"), 0, "", quiet); !errors.Is(err, gpu.ErrNone) {
		t.Errorf("without a folder a card is trusted: %v", err)
	}
	if _, err := opened(t.Context(), as("lost"), 0, "", quiet); !errors.Is(err, gpu.ErrNone) {
		t.Errorf("a card that is lost in its trial: %v", err)
	}
}

// A card that hangs in its trial is given up with the context, not after the minutes that a call may take.
func TestATrialEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	d, err := opened(ctx, as("hang for good"), 0, t.TempDir(), quiet)
	if d != nil || !errors.Is(err, context.DeadlineExceeded) || !errors.Is(err, gpu.ErrNone) {
		t.Errorf("%v, %v", d, err)
	}
}

// If products of matrices are wrong or crash the driver, the card has the other grades and says why.
func TestGradesAreTried(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and without goroutines that TestCardsAreTried lacks")
	}
	for how, c := range map[string]struct {
		words string
		marks int
	}{
		"wrong matrices":    {"not in grade matrix: the graphics device computes wrong numbers: kernel expand", 1},
		"crash in matrices": {"not in grade matrix: ", 0}, // it may not crash the next time
	} {
		folder := t.TempDir()
		for range 2 { // the second time by the mark, where there is one
			d, err := opened(t.Context(), as(how), 0, folder, quiet)
			if err != nil {
				t.Fatalf("%s: %v", how, err)
			}
			info := d.Info()
			if !slices.Equal(info.Grades, []gpu.Grade{gpu.Half, gpu.Single}) {
				t.Errorf("%s: grades %v", how, info.Grades)
			}
			if len(info.Refused) != 1 || !strings.HasPrefix(info.Refused[0], c.words) ||
				!strings.HasSuffix(info.Refused[0], "update its driver") {
				t.Errorf("%s: %q", how, info.Refused)
			}
			if _, err := trial.Kernels(t.Context(), d, gpu.Half, 1, 1); err != nil {
				t.Errorf("%s: %v", how, err)
			}
			d.Close()
			if marks, err := os.ReadDir(folder); err != nil || len(marks) != c.marks {
				t.Errorf("%s: %d marks, want %d; %v", how, len(marks), c.marks, err)
			}
		}
	}
}
