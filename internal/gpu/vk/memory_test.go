//go:build vulkan

package vk

import (
	"errors"
	"strings"
	"testing"
)

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
