package vk

import (
	"errors"
	"fmt"
)

// Buffer is a piece of the device's memory.
type Buffer struct {
	Size   int
	buffer handle
}

// blockSize is how much memory is asked for at once, unless a buffer is larger.
const blockSize = 256 << 20

// Buffers makes buffers of so many bytes, which are zero after [Device.Clear]. They share blocks of
// memory. An error that Is [ErrOutOfMemory] says how much was asked for.
func (d *Device) Buffers(sizes []int) ([]*Buffer, error) {
	total := int64(0)
	for _, s := range sizes {
		total += int64(s)
		if s > d.Range {
			return nil, fmt.Errorf("%w: a buffer of %d MB; %s takes %d MB at most",
				ErrOutOfMemory, s>>20, d.Name, d.Range>>20)
		}
	}
	buffers, err := d.buffers(sizes)
	if err != nil {
		return nil, fmt.Errorf("%d MB in %d buffers on %s, where %d of %d MB are taken: %w",
			total>>20, len(sizes), d.Name, d.used>>20, d.Budget>>20, err)
	}
	return buffers, nil
}

func (d *Device) buffers(sizes []int) ([]*Buffer, error) {
	type place struct {
		block, offset int
	}
	var out []*Buffer
	var places []place
	var blocks []int // bytes
	types := ^uint32(0)
	largest := int64(blockSize)
	if d.block > 0 {
		largest = min(largest, d.block)
	}
	for _, s := range sizes {
		b, r, err := d.buffer(s)
		if err != nil {
			return nil, err
		}
		types &= r.types
		align := int(r.alignment)
		last := len(blocks) - 1
		from := 0
		if last >= 0 {
			from = (blocks[last] + align - 1) / align * align
		}
		if last < 0 || int64(from+int(r.size)) > largest {
			blocks, from = append(blocks, 0), 0
			last++
		}
		places = append(places, place{last, from})
		blocks[last] = from + int(r.size)
		out = append(out, b)
	}
	memory := make([]handle, len(blocks))
	for i, size := range blocks {
		var err error
		if memory[i], err = d.allocate(size, types, memoryLocal, 0); err != nil {
			return nil, err
		}
	}
	for i, b := range out {
		p := places[i]
		err := d.do(fnBindMemory, d.device, uintptr(b.buffer), uintptr(memory[p.block]), uintptr(p.offset))
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// buffer makes a buffer without memory.
func (d *Device) buffer(size int) (*Buffer, memoryRequirements, error) {
	d.arena.reset()
	b := &Buffer{Size: size}
	var err error
	b.buffer, err = d.make(fnCreateBuffer, fnDestroyBuffer,
		put(&d.arena, bufferCreateInfo{kind: kindBuffer, size: uint64(max(4, size)), usage: usageAll}))
	if err != nil {
		return nil, memoryRequirements{}, err
	}
	r := room[memoryRequirements](&d.arena)
	d.run(fnGetRequirements, d.device, uintptr(b.buffer), at(r))
	return b, *r, nil
}

// allocate takes memory of a type that is allowed and has all wanted flags, and the liked ones where there is such a
// type. If one type is out of memory, the next one may have some.
func (d *Device) allocate(size int, types, want, like uint32) (handle, error) {
	if want&memoryLocal != 0 && d.used+int64(size) > d.Budget {
		return 0, ErrOutOfMemory
	}
	err := fmt.Errorf("%w: memory with the properties %#x", ErrLacking, want)
	for _, typ := range d.memory.choose(types, want, like) {
		d.arena.reset()
		var h handle
		h, err = d.make(fnAllocateMemory, fnFreeMemory,
			put(&d.arena, memoryAllocateInfo{kind: kindAllocate, size: uint64(size), typ: uint32(typ)}))
		if err == nil {
			d.used += int64(size)
			d.later(func() { d.used -= int64(size) })
			return h, nil
		}
		if !errors.Is(err, ErrOutOfMemory) {
			return 0, err
		}
	}
	return 0, err
}

// usual are the flags of memory that needs no feature switched on.
const usual = memoryLocal | memoryVisible | memoryCoherent | memoryCached

// choose lists the types that are allowed and have all wanted flags: those with the liked ones first.
func (m *memoryProperties) choose(types, want, like uint32) (out []int) {
	for _, liked := range []bool{true, false} {
		for i, t := range m.typ[:m.types] {
			if types&(1<<i) != 0 && t.flags&^usual == 0 && t.flags&want == want && (t.flags&like == like) == liked {
				out = append(out, i)
			}
		}
	}
	return out
}

// budget is how many bytes buffers may take: what the heaps of the device's own memory have, or what is left of
// them where the driver says so. Only heaps count that a buffer may have memory of.
func (m *memoryProperties) budget(left []uint64) (bytes int64) {
	counted := map[uint32]bool{}
	for _, t := range m.typ[:m.types] {
		if t.flags&memoryLocal == 0 || t.flags&^usual != 0 || counted[t.heap] {
			continue
		}
		counted[t.heap] = true
		size := m.heap[t.heap].size
		if left != nil && left[t.heap] > 0 { // 0: the driver does not know
			size = min(size, left[t.heap])
		}
		bytes += int64(size)
	}
	return bytes
}

// staging is memory that the device and the process see.
type staging struct {
	*Buffer
	bytes []byte
	group *Group
}

// stage returns staging memory of at least size bytes: s if it is large enough.
func (d *Device) stage(s *staging, size int, like uint32) (*staging, error) {
	if s != nil && s.Size >= size {
		return s, nil
	}
	grown := 1 << 16
	for grown < size {
		grown *= 2
	}
	var out staging
	group, err := d.Group(func() error {
		b, r, err := d.buffer(grown)
		if err != nil {
			return err
		}
		memory, err := d.allocate(int(r.size), r.types, memoryVisible|memoryCoherent, like)
		if err != nil {
			return err
		}
		if err := d.do(fnBindMemory, d.device, uintptr(b.buffer), uintptr(memory), 0); err != nil {
			return err
		}
		d.arena.reset()
		p := room[uintptr](&d.arena)
		if err := d.do(fnMapMemory, d.device, uintptr(memory), 0, uintptr(grown), 0, at(p)); err != nil {
			return err
		}
		out = staging{Buffer: b, bytes: bytesAt(*p, grown)}
		return nil
	})
	if err != nil {
		return s, err
	}
	if out.group = group; s != nil {
		s.group.Close()
	}
	return &out, nil
}
