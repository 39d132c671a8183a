package vk

import "unsafe"

// arena has room for what Vulkan's functions read and write. Its blocks hold numbers only, so that
// the collector does not look into them, and Go does not move them: an address in a block stays
// right until the arena is reset.
type arena struct {
	blocks [][]uint64
	block  int // in use
	used   int // words of it
}

const arenaBlock = 4096 // words

// take returns zeroed room for so many bytes, aligned to 8.
func (a *arena) take(bytes int) unsafe.Pointer {
	words := max(1, (bytes+7)/8)
	for ; a.block < len(a.blocks); a.block++ {
		if b := a.blocks[a.block]; a.used+words <= len(b) {
			p := b[a.used : a.used+words]
			clear(p)
			a.used += words
			return unsafe.Pointer(&p[0])
		}
		a.used = 0
	}
	a.blocks = append(a.blocks, make([]uint64, max(words, arenaBlock)))
	a.used = words
	return unsafe.Pointer(&a.blocks[a.block][0])
}

// reset makes all room free. Small blocks are kept, so that a step does not allocate.
func (a *arena) reset() {
	a.block, a.used = 0, 0
	if len(a.blocks) > 1 {
		a.blocks = a.blocks[:1]
	}
}

// room is a zeroed value in the arena.
func room[T any](a *arena) *T {
	var v T
	return (*T)(a.take(int(unsafe.Sizeof(v))))
}

// put copies a value into the arena and returns its address.
func put[T any](a *arena, v T) uintptr {
	p := room[T](a)
	*p = v
	return at(p)
}

// puts copies values into the arena and returns the address of the first; none has the address 0.
func puts[T any](a *arena, values []T) uintptr {
	if len(values) == 0 {
		return 0
	}
	p := a.take(len(values) * int(unsafe.Sizeof(values[0])))
	copy(unsafe.Slice((*T)(p), len(values)), values)
	return uintptr(p)
}

// list is zeroed room for n values.
func list[T any](a *arena, n int) []T {
	var v T
	return unsafe.Slice((*T)(a.take(n*int(unsafe.Sizeof(v)))), n)
}

// text copies a string into the arena, with a zero at its end.
func (a *arena) text(s string) uintptr { return puts(a, append([]byte(s), 0)) }

// at is the address of a value in an arena.
func at[T any](p *T) uintptr { return uintptr(unsafe.Pointer(p)) }

// bytesAt is memory of the driver.
func bytesAt(address uintptr, n int) []byte {
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&address)), n)
}

// name reads a text that ends with a zero.
func name(b []byte) string {
	for i, c := range b {
		if c == 0 {
			return string(b[:i])
		}
	}
	return string(b)
}
