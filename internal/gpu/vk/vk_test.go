//go:build vulkan

package vk

import (
	_ "embed"
	"encoding/binary"
	"math"
	"testing"

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
