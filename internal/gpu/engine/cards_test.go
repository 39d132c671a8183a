package engine

import (
	"strings"
	"testing"

	"github.com/tengen-go/tengen/internal/gpu/kernels"
	"github.com/tengen-go/tengen/internal/gpu/vk"
)

// A card must have what Vulkan does not promise and the kernels use. No call has more buffers than that.
func TestWhatCardsLack(t *testing.T) {
	card := vk.Info{Shared: 32 << 10, Threads: 1024, Buffers: 8, Float16: true}
	for _, c := range []struct {
		change func(i *vk.Info)
		want   string
	}{
		{func(*vk.Info) {}, ""},
		{func(i *vk.Info) { i.Lacking = "a queue that computes" }, "a queue that computes"},
		{func(i *vk.Info) { i.Shared = 16 << 10 }, "32768 bytes of shared memory; it has 16384"},
		{func(i *vk.Info) { i.Threads = 128 }, "groups of 256 threads; it has 128"},
		{func(i *vk.Info) { i.Buffers = 4 }, "7 buffers of a kernel; it has 4"},
	} {
		i := card
		c.change(&i)
		if got := lacking(i); got != c.want {
			t.Errorf("a card lacks %q, want %q", got, c.want)
		}
		if usable := len(describe(i).Grades) > 0; usable != (c.want == "") {
			t.Errorf("a card that lacks %q has grades %v", c.want, describe(i).Grades)
		}
	}
	for _, s := range kernels.All() {
		if len(s.Buffers) > buffers {
			t.Errorf("%s has %d buffers", s.Kernel, len(s.Buffers))
		}
	}
	if !strings.Contains(describe(vk.Info{Type: vk.Software}).Type, "software") {
		t.Error("a program that does as a card is not called one")
	}
}
