//go:build linux

package client

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/child"
	"github.com/tengen-go/tengen/internal/gpu/kernels"
	"github.com/tengen-go/tengen/internal/gpu/pipe"
	"github.com/tengen-go/tengen/internal/gpu/trial"
	"github.com/tengen-go/tengen/internal/gpu/twin"
)

// mode is the variable by which this test starts itself as the other process, and how that one behaves.
const mode = "CLIENT_TEST_PROCESS"

// carriedFile is the variable with the program that the process in mode cards starts.
const carriedFile = "CLIENT_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if how := os.Getenv(mode); how != "" {
		other(how)
		return
	}
	os.Exit(m.Run())
}

// other is the process that owns the card. Its card is a twin.
func other(how string) {
	child.OutliveSignals()
	requests, answers := os.NewFile(3, "requests"), os.NewFile(4, "answers")
	switch how {
	case "dead":
		fmt.Fprintln(os.Stderr, "driver: assertion failed")
		os.Exit(3)
	case "cards": // of the program that stands in the file given
		data, err := os.ReadFile(os.Getenv(carriedFile))
		if err == nil {
			var p *process
			if p, err = startProgram(data); err == nil {
				_, err = cards(context.Background(), func() (*process, error) { return p, nil })
			}
		}
		fmt.Println(err)
		os.Exit(0)
	case "nonsense":
		fmt.Fprintln(answers, strings.Repeat("this is no answer; ", 10))
	}
	err := child.Serve(requests, answers, func() (child.Cards, error) {
		if how == "none" {
			return nil, fmt.Errorf("%w: no driver", gpu.ErrNone)
		}
		return twins{how}, nil
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// twins are two cards.
type twins struct{ how string }

func (c twins) List() []gpu.Info { return []gpu.Info{c.card().Info(), c.card().Info()} }

func (c twins) Device(number int) (gpu.Device, error) {
	if number > 1 {
		return nil, gpu.ErrNone
	}
	return c.card(), nil
}

// memory is little for a twin that is not tried.
func (c twins) memory() int {
	if c.how == "twin" {
		return 1 << 20
	}
	return 0
}

func (c twins) card() gpu.Device {
	runs := 0
	grades := []gpu.Grade{gpu.Half, gpu.Single}
	if strings.Contains(c.how, "matrices") {
		grades = gpu.Grades()
	}
	d := twin.New(twin.Card{
		Grades: grades, Memory: c.memory(),
		Lose: func(string) bool {
			runs++
			fmt.Println("a driver that prints on the standard output")
			switch {
			case runs < 3:
			case c.how == "crash":
				fmt.Fprintln(os.Stderr, "driver: out of luck")
				_ = syscall.Kill(os.Getpid(), syscall.SIGSEGV)
				time.Sleep(time.Minute)
			case c.how == "hang":
				time.Sleep(time.Minute)
			case c.how == "hang for good":
				select {}
			case c.how == "wrong":
			case c.how == "lost":
				return true
			}
			return false
		},
	})
	switch c.how {
	case "wrong", "wrong matrices", "crash in matrices":
		return wrong{d, c.how}
	}
	return d
}

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

// as starts this test as the other process.
func as(how string) starter {
	return func() (*process, error) {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), mode+"="+how)
		return begin(cmd, attach)
	}
}

// doubling is a plan that adds x to y.
func doubling() *gpu.Plan {
	p := &gpu.Plan{Version: gpu.Version, Grade: gpu.Single}
	x := p.Add(gpu.Buffer{Name: "x", Kind: kernels.Float32, Size: 3})
	flag := p.Add(gpu.Buffer{Name: "flag", Kind: kernels.Uint32, Size: 1})
	y := p.Add(gpu.Buffer{Name: "y", Kind: kernels.Float32, Size: 3})
	p.Programs = []gpu.Program{{Name: "add", Calls: []gpu.Call{
		{Kernel: kernels.AddTo, Buffers: []int{x, flag, y}, Args: []uint32{3}},
	}}}
	return p
}

func TestPlansRunInTheOtherProcess(t *testing.T) {
	infos, err := cards(t.Context(), as("twin"))
	if err != nil || len(infos) != 2 || infos[1].Name == "" || len(infos[1].Grades) != 2 {
		t.Fatalf("cards %v, %v", infos, err)
	}
	d, err := open(t.Context(), as("twin"), 1)
	if err != nil {
		t.Fatal(err)
	}
	if d.Info().Memory != 1<<20 {
		t.Errorf("a card %+v", d.Info())
	}
	var runners []gpu.Runner
	for range 2 {
		r, err := d.Load(doubling())
		if err != nil {
			t.Fatal(err)
		}
		runners = append(runners, r)
	}
	got := make([]float32, 3)
	for i, r := range runners {
		for n := range 3 {
			err := r.Run("add", []gpu.Transfer{{Buffer: 0, Offset: 4, Data: gpu.Bytes([]float32{1, float32(i)})}},
				[]gpu.Transfer{{Buffer: 2, Data: gpu.Bytes(got)}})
			if want := []float32{0, float32(n + 1), float32((n + 1) * i)}; err != nil || got[1] != want[1] || got[2] != want[2] {
				t.Errorf("runner %d, run %d: %v, want %v, %v", i, n, got, want, err)
			}
		}
	}
	// Errors keep their kind, and the card goes on.
	big := doubling()
	big.Buffers[0].Size = 1 << 20
	if _, err := d.Load(big); !errors.Is(err, gpu.ErrMemory) {
		t.Errorf("a plan above the card's memory: %v", err)
	}
	if err := runners[0].Run("dda", nil, nil); err == nil || errors.Is(err, gpu.ErrLost) {
		t.Errorf("an unknown program: %v", err)
	}
	// Two runs under way: each reads what stands there at its own end, and not before its Wait.
	read := [2][]float32{make([]float32, 3), make([]float32, 3)}
	for i := range read {
		x := gpu.Bytes([]float32{float32(i + 1)})
		writes, reads := []gpu.Transfer{{Buffer: 0, Data: x}}, []gpu.Transfer{{Buffer: 2, Data: gpu.Bytes(read[i])}}
		if err := runners[0].Start("add", writes, reads); err != nil {
			t.Fatal(err)
		}
		clear(x) // it is free
	}
	if err := runners[0].Run("add", nil, nil); err == nil || errors.Is(err, gpu.ErrLost) {
		t.Errorf("a run while others are under way: %v", err)
	}
	for i, want := range []float32{1, 3} {
		if read[i][0] != 0 {
			t.Errorf("run %d has given %v before its Wait", i, read[i])
		}
		if err := runners[0].Wait(); err != nil || read[i][0] != want {
			t.Errorf("run %d gives %v, %v, want %v", i, read[i], err, want)
		}
	}
	if err := runners[0].Wait(); err == nil || errors.Is(err, gpu.ErrLost) {
		t.Errorf("nothing is under way: %v", err)
	}
	if err := runners[0].Close(); err != nil {
		t.Error(err)
	}
	if err := runners[0].Run("add", nil, nil); err == nil || errors.Is(err, gpu.ErrLost) {
		t.Errorf("a runner that was closed: %v", err)
	}
	if err := runners[1].Run("add", nil, nil); err != nil {
		t.Error(err)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	if err := runners[1].Run("add", nil, nil); !errors.Is(err, gpu.ErrLost) {
		t.Errorf("a card that was closed: %v", err)
	}
	if err := runners[1].Close(); err != nil {
		t.Errorf("memory of a card that was closed: %v", err)
	}
}

// However the other process fails, the program goes on with an error that says how.
func TestTheOtherProcessFails(t *testing.T) {
	for how, words := range map[string]string{
		"crash": "driver: out of luck", "lost": "lost", "killed": "signal: killed",
	} {
		d, err := open(t.Context(), as(how), 0)
		if err != nil {
			t.Fatal(err)
		}
		r, err := d.Load(doubling())
		if err != nil {
			t.Fatal(err)
		}
		for n := range 5 {
			if how == "killed" && n == 2 {
				if err := d.(*device).cmd.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
			err := r.Run("add", nil, nil)
			if n < 2 && err != nil || n >= 2 && (!errors.Is(err, gpu.ErrLost) || !strings.Contains(err.Error(), words)) {
				t.Errorf("%s, run %d: %v", how, n, err)
			}
		}
		if _, err := d.Load(doubling()); !errors.Is(err, gpu.ErrLost) {
			t.Errorf("%s: load: %v", how, err)
		}
		if err := errors.Join(r.Close(), d.Close()); err != nil {
			t.Errorf("%s: close: %v", how, err)
		}
	}
	for how, words := range map[string]string{
		"none": "no driver", "dead": "exit status 3; its last words: driver: assertion failed", "nonsense": "is not understood",
	} {
		_, err := cards(t.Context(), as(how))
		if !errors.Is(err, gpu.ErrNone) || !strings.Contains(err.Error(), words) {
			t.Errorf("%s: list: %v", how, err)
		}
		if _, err := open(t.Context(), as(how), 0); !errors.Is(err, gpu.ErrNone) {
			t.Errorf("%s: open: %v", how, err)
		}
	}
	if _, err := open(t.Context(), as("twin"), 2); !errors.Is(err, gpu.ErrNone) {
		t.Errorf("a card that is not there: %v", err)
	}
}

// A process that does not answer is ended at the deadline, or when the caller gives up.
func TestTheOtherProcessHangs(t *testing.T) {
	d, err := open(t.Context(), as("hang"), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	r, err := d.Load(doubling())
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := r.Run("add", nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	request := pipe.Message{Kind: pipe.Run, Numbers: r.(*runner).number, Text: []byte("add")}
	_, err = d.(*device).ask(request, nil, 100*time.Millisecond)
	if !errors.Is(err, gpu.ErrLost) || !strings.Contains(err.Error(), "gave no answer in 100ms") {
		t.Errorf("no answer: %v", err)
	}
	// A request that is under way does not keep a card from being closed.
	waiting, err := open(t.Context(), as("hang"), 0)
	if err != nil {
		t.Fatal(err)
	}
	if r, err = waiting.Load(doubling()); err != nil {
		t.Fatal(err)
	}
	answered := make(chan error)
	go func() {
		var err error
		for err == nil {
			err = r.Run("add", nil, nil)
		}
		answered <- err
	}()
	for waiting.(*device).mu.TryLock() { // until a request is under way
		waiting.(*device).mu.Unlock()
	}
	if err := waiting.Close(); err != nil {
		t.Error(err)
	}
	if err := <-answered; !errors.Is(err, gpu.ErrLost) {
		t.Errorf("a request to a card that was closed: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := cards(ctx, as("hang")); !errors.Is(err, context.Canceled) {
		t.Errorf("the caller gave up: %v", err)
	}
}

// Signals of the terminal do not end the other process: the program may still want to read a checkpoint.
func TestTheOtherProcessOutlivesSignals(t *testing.T) {
	d, err := open(t.Context(), as("twin"), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if err := d.(*device).cmd.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
		if _, err := d.Load(doubling()); err != nil {
			t.Errorf("after the signal %v: %v", s, err)
		}
	}
}

// Where the system starts nothing from memory, the program starts from a file. A loader may open it late.
func TestPlacesOfTheProgram(t *testing.T) {
	t.Setenv(mode, "twin")
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	self, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	forbidden := func(program []byte) (*executable, error) {
		e, err := memory(program)
		if err == nil {
			err = e.file.Chmod(0o600)
		}
		return e, err
	}
	if _, err := startIn(self, forbidden); !errors.Is(err, os.ErrPermission) {
		t.Errorf("a program that must not start: %v", err)
	}
	late := func(place func([]byte) (*executable, error)) starter {
		return func() (*process, error) {
			e, err := place(self)
			if err != nil {
				return nil, err
			}
			return e.start([][]string{{"/nonexistent"}, {"/bin/sh", "-c", `sleep 0.3; exec "$0"`, e.path}})
		}
	}
	for name, start := range map[string]starter{
		"memory":              func() (*process, error) { return startIn(self, memory) },
		"a file":              func() (*process, error) { return startIn(self, forbidden, file) },
		"memory, opened late": late(memory),
		"a file, opened late": late(file),
	} {
		if infos, err := cards(t.Context(), start); err != nil || len(infos) != 2 {
			t.Errorf("from %s: %v, %v", name, infos, err)
		}
	}
	for range 100 { // the last file goes with its process
		left, err := os.ReadDir(temporary)
		if err != nil {
			t.Fatal(err)
		}
		if len(left) == 0 {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Error("a temporary file is left")
}

// A card is tried before it is trusted: once, if a folder keeps the mark.
func TestCardsAreTried(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "gpu")
	if _, err := opened(t.Context(), as("wrong"), 0, folder); !errors.Is(err, gpu.ErrNone) ||
		!strings.Contains(err.Error(), "computes wrong numbers") || !strings.Contains(err.Error(), "update its driver") {
		t.Errorf("a card that computes wrong numbers: %v", err)
	}
	if _, err := os.Stat(folder); err == nil {
		t.Error("a card that computes wrong numbers has a mark")
	}
	for _, how := range []string{"sound", "wrong"} { // with the mark, nobody looks again
		d, err := opened(t.Context(), as(how), 0, folder)
		if err != nil {
			t.Fatalf("%s: %v", how, err)
		}
		d.Close()
	}
	if _, err := opened(t.Context(), as("wrong"), 0, ""); !errors.Is(err, gpu.ErrNone) {
		t.Errorf("without a folder a card is trusted: %v", err)
	}
	if _, err := opened(t.Context(), as("lost"), 0, ""); !errors.Is(err, gpu.ErrNone) {
		t.Errorf("a card that is lost in its trial: %v", err)
	}
}

// A card that hangs in its trial is given up with the context, not after the minutes that a call may take.
func TestATrialEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	d, err := opened(ctx, as("hang for good"), 0, t.TempDir())
	if d != nil || !errors.Is(err, context.DeadlineExceeded) || !errors.Is(err, gpu.ErrNone) {
		t.Errorf("%v, %v", d, err)
	}
}

// A card whose products of matrices are wrong, or crash its driver, has the other grades, and says why.
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
			d, err := opened(t.Context(), as(how), 0, folder)
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

func TestTailKeepsTheEnd(t *testing.T) {
	var l tail
	for i := range 5000 {
		fmt.Fprintf(&l, "line %d\n", i)
	}
	if got, want := l.String(), "line 4997 / line 4998 / line 4999"; got != want {
		t.Errorf("last words %q, want %q", got, want)
	}
}

// The program itself never links the library that makes programs dynamic.
func TestProgramStaysStatic(t *testing.T) {
	for _, processor := range []string{"amd64", "arm64"} {
		cmd := exec.Command("go", "list", "-deps", "../../../cmd/tengen")
		cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH="+processor, "CGO_ENABLED=0")
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Fields(string(out)) {
			if strings.Contains(line, "purego") || strings.HasSuffix(line, "internal/gpu/vk") {
				t.Errorf("tengen on linux/%s has %s, and is dynamic", processor, line)
			}
		}
	}
}
