package vk

import (
	"errors"
	"slices"
	"testing"
	"unsafe"
)

// heap and memory are what a card has.
type (
	heap   struct{ megabytes, flags int }
	memory struct{ flags, heap uint32 }
)

func memories(heaps []heap, types ...memory) *memoryProperties {
	m := &memoryProperties{types: uint32(len(types)), heaps: uint32(len(heaps))}
	for i, h := range heaps {
		m.heap[i].size, m.heap[i].flags = uint64(h.megabytes)<<20, uint32(h.flags)
	}
	for i, t := range types {
		m.typ[i] = struct{ flags, heap uint32 }{t.flags, t.heap}
	}
	return m
}

// Memory lists of cards as vulkaninfo shows them, with types that need features switched on.
var (
	geforce = memories([]heap{{10240, 1}, {32000, 0}, {246, 1}},
		memory{0, 1}, memory{memoryLocal, 0}, memory{6, 1}, memory{14, 1}, memory{7, 2})
	radeon = memories([]heap{{7920, 1}, {15927, 0}, {256, 1}},
		memory{1, 0}, memory{1, 0}, memory{6, 1}, memory{7, 2}, memory{14, 1}, memory{0xc1, 0}, memory{0xc6, 1}, memory{0xc7, 2})
	laptop = memories([]heap{{15927, 1}}, memory{1, 0}, memory{7, 0}, memory{15, 0}, memory{0x21, 0})
)

func TestMemoryTypes(t *testing.T) {
	all := ^uint32(0)
	for _, c := range []struct {
		name              string
		m                 *memoryProperties
		types, want, like uint32
		choice            []int
	}{
		{"buffers of a GeForce", geforce, all, memoryLocal, 0, []int{1, 4}},
		{"uploads of a GeForce", geforce, all, memoryVisible | memoryCoherent, 0, []int{2, 3, 4}},
		{"downloads of a GeForce", geforce, all, memoryVisible | memoryCoherent, memoryCached, []int{3, 2, 4}},
		{"buffers of a Radeon", radeon, all, memoryLocal, 0, []int{0, 1, 3}},
		{"a buffer that the first type does not suit", radeon, all &^ 1, memoryLocal, 0, []int{1, 3}},
		{"downloads of a laptop", laptop, all, memoryVisible | memoryCoherent, memoryCached, []int{2, 1}},
		{"nothing suits", laptop, 8, memoryLocal, 0, nil},
	} {
		if got := c.m.choose(c.types, c.want, c.like); !slices.Equal(got, c.choice) {
			t.Errorf("%s: types %v, want %v", c.name, got, c.choice)
		}
	}
	left := make([]uint64, 16)
	if got := geforce.budget(nil) >> 20; got != 10240+246 {
		t.Errorf("a GeForce has %d MB", got)
	}
	if got := geforce.budget(left) >> 20; got != 10240+246 {
		t.Errorf("a GeForce whose driver does not know what is left has %d MB", got)
	}
	left[0], left[1], left[2] = 1<<30, 5<<30, 100<<20
	if got := geforce.budget(left) >> 20; got != 1124 {
		t.Errorf("a GeForce with other programs has %d MB, want 1124", got)
	}
	if got := laptop.budget(nil) >> 20; got != 15927 {
		t.Errorf("a laptop has %d MB", got)
	}
}

// Queues that only compute are preferred: the others share the card with the screen.
func TestQueueFamilies(t *testing.T) {
	family := func(flags, count uint32) queueFamilyProperty { return queueFamilyProperty{flags: flags, count: count} }
	for _, c := range []struct {
		families []queueFamilyProperty
		want     int
	}{
		{[]queueFamilyProperty{family(15, 16), family(12, 2), family(14, 8)}, 2}, // GeForce
		{[]queueFamilyProperty{family(15, 1), family(14, 4), family(12, 2)}, 1},  // Radeon
		{[]queueFamilyProperty{family(15, 1)}, 0},                                // Intel
		{[]queueFamilyProperty{family(12, 1), family(15, 1)}, 1},
		{[]queueFamilyProperty{family(14, 0), family(15, 1)}, 1},
		{[]queueFamilyProperty{family(12, 1)}, -1},
		{nil, -1},
	} {
		if got := queue(c.families); got != c.want {
			t.Errorf("queues %v: family %d, want %d", c.families, got, c.want)
		}
	}
}

// Positive codes are no errors, except one.
func TestCodes(t *testing.T) {
	for c, want := range map[Code]error{0: nil, 1: nil, 5: nil, timeout: ErrLost, DeviceLost: ErrLost, OutOfDeviceMemory: ErrOutOfMemory} {
		if err := problem("vkCall", c); !errors.Is(err, want) || (err == nil) != (want == nil) {
			t.Errorf("code %d: %v, want %v", c, err, want)
		}
	}
}

// A device that lacks something does not stand before one that can be used.
func TestOrder(t *testing.T) {
	list := []Info{
		{Name: "program", Type: Software},
		{Name: "old", Type: Discrete, Lacking: "Vulkan 1.2"},
		{Name: "small", Type: Integrated},
		{Name: "large", Type: Discrete},
	}
	slices.SortStableFunc(list, before)
	var names []string
	for _, i := range list {
		names = append(names, i.Name)
	}
	if want := []string{"large", "small", "program", "old"}; !slices.Equal(names, want) {
		t.Errorf("devices %v, want %v", names, want)
	}
}

// Structures have the sizes of C's, with their padding.
func TestSizesOfStructures(t *testing.T) {
	for name, c := range map[string][2]uintptr{
		"VkPhysicalDeviceLimits":                    {unsafe.Sizeof(limits{}), 504},
		"VkPhysicalDeviceProperties":                {unsafe.Sizeof(properties{}), 824},
		"VkPhysicalDeviceMemoryProperties":          {unsafe.Sizeof(memoryProperties{}), 520},
		"VkPhysicalDeviceMemoryProperties2":         {unsafe.Sizeof(memoryProperties2{}), 536},
		"VkPhysicalDeviceMemoryBudgetPropertiesEXT": {unsafe.Sizeof(memoryBudget{}), 272},
	} {
		if c[0] != c[1] {
			t.Errorf("%s has %d bytes, want %d", name, c[0], c[1])
		}
	}
	var l limits
	for name, c := range map[string][2]uintptr{
		"maxStorageBufferRange":               {unsafe.Offsetof(l.storageRange), 28},
		"maxPerStageDescriptorStorageBuffers": {unsafe.Offsetof(l.storageBuffers), 76},
		"maxComputeSharedMemorySize":          {unsafe.Offsetof(l.shared), 216},
		"maxComputeWorkGroupInvocations":      {unsafe.Offsetof(l.invocations), 232},
		"maxComputeWorkGroupSize":             {unsafe.Offsetof(l.groupSize), 236},
	} {
		if c[0] != c[1] {
			t.Errorf("%s is at byte %d, want %d", name, c[0], c[1])
		}
	}
}
