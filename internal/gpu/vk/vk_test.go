//go:build vulkan

package vk

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/gpu/gputest"
)

// add is y[i] += f·x[i] for i < N; testdata/add.comp is its source.
//
//go:embed testdata/add.spv
var add []byte

// opened is the device of the tests, see package gputest.
func opened(t *testing.T, o Options) *Device {
	t.Helper()
	i, err := Load(o)
	if err != nil {
		t.Fatalf("%v; make vulkan installs Mesa's software device", err)
	}
	t.Cleanup(i.Close)
	list, err := i.Devices()
	if err != nil {
		t.Fatal(err)
	}
	d, err := i.Open(list[gputest.Card(t, len(list))])
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

func floats(values ...float32) []byte {
	var out []byte
	for _, v := range values {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(v))
	}
	return out
}

// sum prepares y += f·x on n floats.
func sum(t *testing.T, d *Device, n int, f float32) (x, y *Buffer, bound Bound, push []uint32) {
	t.Helper()
	buffers, err := d.Buffers([]int{4 * n, 4 * n})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Clear(buffers); err != nil {
		t.Fatal(err)
	}
	k, err := d.Kernel(add, 2, []uint32{uint32(n)}, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	b, err := d.Bind([]Binding{{k, buffers}})
	if err != nil {
		t.Fatal(err)
	}
	return buffers[0], buffers[1], b[0], []uint32{math.Float32bits(f)}
}

func TestDeviceComputes(t *testing.T) {
	d := opened(t, Options{})
	x, y, b, push := sum(t, d, 5, 2)
	l, err := d.Record(func(r *Recorder) {
		r.Dispatch(b, [3]int{1, 1, 1}, push)
		r.Wait()
		r.Dispatch(b, [3]int{1, 1, 1}, push)
	})
	if err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 20)
	for range 3 { // y keeps what it had
		if err := d.Run([]Span{{x, 4, floats(1, 2, 3)}}, []*List{l}, []Span{{y, 0, got}}); err != nil {
			t.Fatal(err)
		}
	}
	if want := floats(0, 12, 24, 36, 0); string(got) != string(want) {
		t.Errorf("three runs of y += 2x twice give % x, want % x", got, want)
	}
	// Two submissions of one list under way: each has its own data, and is waited for in any order.
	var under []*Submission
	first, second := make([]byte, 20), make([]byte, 20)
	for i, out := range [][]byte{first, second} {
		in := floats(float32(i), 0, 0)
		s, err := d.Start([]Span{{x, 4, in}}, []*List{l}, []Span{{y, 0, out}})
		if err != nil {
			t.Fatal(err)
		}
		clear(in) // it is free
		under = append(under, s)
	}
	for _, s := range []*Submission{under[1], under[0]} {
		if err := s.Wait(); err != nil {
			t.Fatal(err)
		}
	}
	if a, b := floats(0, 12, 24, 36, 0), floats(0, 16, 24, 36, 0); string(first) != string(a) || string(second) != string(b) {
		t.Errorf("two runs under way give % x and % x, want % x and % x", first, second, a, b)
	}
	timed, err := d.RecordTimed(2, func(r *Recorder) {
		r.Dispatch(b, [3]int{1, 1, 1}, push)
		r.Dispatch(b, [3]int{1, 1, 1}, push)
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Run(nil, []*List{timed}, nil); err != nil {
		t.Fatal(err)
	}
	times, err := d.Times(timed)
	if err != nil || len(times) != 2 || times[0] < 0 || times[1] < 0 {
		t.Errorf("times of two dispatches: %v, %v", times, err)
	}
	if _, err := d.Times(l); err == nil {
		t.Error("a list without a clock has times")
	}
	for _, s := range []Span{{y, 2, got[:4]}, {y, 0, got[:3]}, {y, 4, got}, {y, -4, got}} {
		if err := d.Run(nil, nil, []Span{s}); err == nil {
			t.Errorf("bytes %d to %d of 20 can be read", s.Offset, s.Offset+len(s.Data))
		}
	}
	if _, err := d.Kernel([]byte("no SPIR-V, but of whole words..."), 1, nil, 0, 0); err == nil {
		t.Error("text compiles")
	}
	if _, err := d.Bind([]Binding{{b.Kernel, nil}}); err == nil {
		t.Error("a kernel is bound without its buffers")
	}
}

// Buffers of one block do not overlap, however they are aligned.
func TestBuffersAreApart(t *testing.T) {
	d := opened(t, Options{})
	var sizes []int
	for i := range 40 {
		sizes = append(sizes, 4*(1+i*i))
	}
	buffers, err := d.Buffers(sizes)
	if err != nil {
		t.Fatal(err)
	}
	fill := func(i int) []byte { return []byte(strings.Repeat(string(rune('A'+i)), sizes[i])) }
	for i, b := range buffers {
		if err := d.Run([]Span{{b, 0, fill(i)}}, nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	for i, b := range buffers {
		got := make([]byte, sizes[i])
		if err := d.Run(nil, nil, []Span{{b, 0, got}}); err != nil {
			t.Fatal(err)
		}
		if string(got) != string(fill(i)) {
			t.Errorf("buffer %d of %d bytes was overwritten", i, sizes[i])
		}
	}
}

// What earlier processes compiled is taken over, and what is no such thing does no harm.
func TestCompiledKernels(t *testing.T) {
	first := opened(t, Options{})
	if data, err := first.Compiled(); err != nil || data != nil {
		t.Errorf("a device without a cache has %d bytes, %v", len(data), err)
	}
	if err := first.Cache([]byte("spoilt")); err != nil {
		t.Fatal(err)
	}
	sum(t, first, 5, 2)
	data, err := first.Compiled()
	if err != nil || len(data) < 32 {
		t.Fatalf("%d bytes of compiled kernels, %v", len(data), err)
	}
	second := opened(t, Options{})
	if err := second.Cache(data); err != nil {
		t.Fatal(err)
	}
	sum(t, second, 5, 2)
	if err := second.Cache(nil); err == nil {
		t.Error("a second cache is no error")
	}
}

// A device that fails says how, and its objects can still be given back.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		call string
		code Code
		want error
	}{
		{"vkQueueSubmit", DeviceLost, ErrLost},
		{"vkWaitForFences", DeviceLost, ErrLost},
		{"vkWaitForFences", timeout, ErrLost},
		{"vkAllocateMemory", OutOfDeviceMemory, ErrOutOfMemory},
		{"vkCreateBuffer", outOfHostMemory, ErrOutOfMemory},
	} {
		d := opened(t, Options{Fault: func(call string) Code {
			if call == c.call {
				return c.code
			}
			return 0
		}})
		buffers, err := d.Buffers([]int{64})
		if err == nil {
			err = d.Clear(buffers)
		}
		var e *Error
		if !errors.Is(err, c.want) || !errors.As(err, &e) || e.Call != c.call {
			t.Errorf("%s answers %d: %v, want %v", c.call, c.code, err, c.want)
		}
	}
}

// A submission that is refused leaves nothing under way, and nothing behind.
func TestRefusedSubmissions(t *testing.T) {
	refuse := false
	d := opened(t, Options{Fault: func(call string) Code {
		if refuse && call == "vkQueueSubmit" {
			return OutOfDeviceMemory
		}
		return 0
	}})
	x, y, b, push := sum(t, d, 5, 2)
	l, err := d.Record(func(r *Recorder) { r.Dispatch(b, [3]int{1, 1, 1}, push) })
	if err != nil {
		t.Fatal(err)
	}
	in, got := []Span{{x, 0, floats(1)}}, make([]byte, 20)
	for _, refused := range []bool{true, false, true, false} {
		refuse = refused
		if err := d.Run(in, []*List{l}, []Span{{y, 0, got}}); errors.Is(err, ErrOutOfMemory) != refused {
			t.Errorf("refused: %v, and the error is %v", refused, err)
		}
	}
	if want := floats(4, 0, 0, 0, 0); string(got) != string(want) || len(d.idle) != 1 {
		t.Errorf("two runs give % x, want % x; %d slots", got, want, len(d.idle))
	}
}

// Too much memory is an error that says how much, before the driver is asked and after.
func TestOutOfMemory(t *testing.T) {
	d := opened(t, Options{})
	_, err := d.Buffers([]int{d.Range + 4})
	if !errors.Is(err, ErrOutOfMemory) {
		t.Errorf("a buffer above the device's limit: %v", err)
	}
	d.Budget = d.used + 1<<20
	_, err = d.Buffers([]int{1 << 19, 1 << 19, 1 << 19})
	if !errors.Is(err, ErrOutOfMemory) || !strings.Contains(err.Error(), "1 MB in 3 buffers") {
		t.Errorf("more than the budget: %v", err)
	}
}

// A device that takes longer than its deadline is lost.
func TestDeadline(t *testing.T) {
	d := opened(t, Options{})
	_, _, b, push := sum(t, d, 1<<20, 2)
	l, err := d.Record(func(r *Recorder) {
		for range 200 {
			r.Dispatch(b, [3]int{1 << 14, 1, 1}, push)
			r.Wait()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	d.Deadline = time.Nanosecond
	if err := d.Run(nil, []*List{l}, nil); !errors.Is(err, ErrLost) {
		t.Errorf("a deadline of a nanosecond: %v", err)
	}
}

func TestNoLoader(t *testing.T) {
	if _, err := Load(Options{Library: "libnovulkan.so.1"}); !errors.Is(err, ErrNoDriver) {
		t.Errorf("no library: %v", err)
	}
	// libc is a library, and has none of Vulkan's functions.
	if _, err := Load(Options{Library: "libc.so.6"}); err == nil {
		t.Error("the C library passes for Vulkan")
	}
}

// The loader reads from the environment which drivers there are; a process of its own has another.
func TestNoDriver(t *testing.T) {
	if os.Getenv("VK_TEST_NO_DRIVER") != "" {
		i, err := Load(Options{})
		if err == nil {
			_, err = i.Devices()
		}
		if !errors.Is(err, ErrNoDriver) {
			t.Errorf("error %v, want %v", err, ErrNoDriver)
		}
		return
	}
	dir := t.TempDir()
	broken := filepath.Join(dir, "broken.json")
	library := filepath.Join(dir, "libbroken.so")
	if err := os.WriteFile(library, []byte("\x7fELF and nothing more"), 0o755); err != nil {
		t.Fatal(err)
	}
	text := `{"file_format_version": "1.0.0", "ICD": {"library_path": "` + library + `", "api_version": "1.3.0"}}`
	if err := os.WriteFile(broken, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, driver := range map[string]string{
		"no driver": filepath.Join(dir, "none.json"), "a broken driver": broken,
	} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestNoDriver$")
		cmd.Env = append(os.Environ(), "VK_TEST_NO_DRIVER=1", "VK_ICD_FILENAMES="+driver, "VK_DRIVER_FILES="+driver)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

// A group gives back what it has, memory too, and what is outside of it stays.
func TestGroups(t *testing.T) {
	d := opened(t, Options{})
	before := d.used
	var lists []*List
	g, err := d.Group(func() error {
		_, _, b, push := sum(t, d, 1000, 2)
		l, err := d.Record(func(r *Recorder) { r.Dispatch(b, [3]int{4, 1, 1}, push) })
		lists = append(lists, l)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Run(nil, lists, nil); err != nil {
		t.Fatal(err)
	}
	if d.used == before {
		t.Error("buffers take no memory")
	}
	g.Close()
	g.Close()
	if d.used != before || len(d.groups) != 0 {
		t.Errorf("%d bytes and %d groups are left", d.used-before, len(d.groups))
	}
	wrong := errors.New("wrong")
	if _, err := d.Group(func() error {
		if _, err := d.Buffers([]int{1 << 20}); err != nil {
			return err
		}
		return wrong
	}); !errors.Is(err, wrong) || d.used != before {
		t.Errorf("after an error %d bytes are left: %v", d.used-before, err)
	}
	for _, size := range []int{1 << 10, 1 << 18, 1 << 20} { // staging memory grows
		buffers, err := d.Buffers([]int{size})
		if err != nil {
			t.Fatal(err)
		}
		in, out := make([]byte, size), make([]byte, size)
		in[size-1] = 7
		if err := d.Run([]Span{{buffers[0], 0, in}}, nil, []Span{{buffers[0], 0, out}}); err != nil {
			t.Fatal(err)
		}
		if out[size-1] != 7 {
			t.Errorf("%d bytes do not come back", size)
		}
	}
}

// The validation layer finds nothing wrong with the calls of the other tests, and finds what is wrong.
func TestValidation(t *testing.T) {
	if os.Getenv("VK_TEST_WRONG") != "" {
		d := opened(t, Options{})
		_, _ = d.create(fnCreateBuffer, put(&d.arena, bufferCreateInfo{kind: kindBuffer, usage: usageAll})) // no size
		return
	}
	validated := func(env string, tests string) (complaints []string) {
		cmd := exec.Command(os.Args[0], "-test.v", "-test.run=^("+tests+")$")
		cmd.Env = append(os.Environ(), "VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation", env)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		for line := range strings.Lines(string(out)) {
			if strings.Contains(line, "VUID") || strings.Contains(line, "UNASSIGNED") || strings.Contains(line, "rror") {
				complaints = append(complaints, line)
			}
		}
		return complaints
	}
	const sound = "TestDeviceComputes|TestBuffersAreApart|TestCompiledKernels|TestGroups|TestFaults|TestRefusedSubmissions"
	if c := validated("VK_TEST_WRONG=", sound); c != nil {
		t.Error(c)
	}
	if validated("VK_TEST_WRONG=1", "TestValidation") == nil {
		t.Error("the layer does not complain of a buffer without a size: it is not installed (make vulkan installs it)")
	}
}
