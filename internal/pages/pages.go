// Package pages has large arrays of zeros. The system provides their memory page by page, when it is first used. Go's
// own memory does so too, but not where another array was before: then Go clears the whole array at once, and for
// gigabytes that takes seconds.
package pages

import (
	"fmt"
	"runtime"
	"unsafe"
)

// least is from how many bytes on a block is worth a mapping of its own. Go clears less in some milliseconds.
const least = 64 << 20

// line is what every array begins at a multiple of: a cache line, which is more than any type needs.
const line = 64

// Block is memory for several arrays.
type Block struct {
	words   []uint64 // Go's memory; nil for a mapping
	bytes   []byte
	used    int
	cleanup runtime.Cleanup // of a mapping
}

// New is a block with room for arrays of so many bytes in all.
func New(arrays int, bytes int64) *Block {
	bytes += int64(arrays) * line
	if bytes >= least {
		if mapping, err := mapped(bytes); err == nil {
			b := &Block{bytes: mapping}
			b.cleanup = runtime.AddCleanup(b, unmap, mapping)
			return b
		}
	}
	words := make([]uint64, (bytes+7)/8)
	return &Block{words: words, bytes: unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), len(words)*8)}
}

// Array takes n zeros from a block. T must have no pointers: the garbage collector does not look there.
func Array[T any](b *Block, n int64) []T {
	var zero T
	size := int64(unsafe.Sizeof(zero)) * n
	if n < 0 || size > int64(len(b.bytes)-b.used) {
		panic(fmt.Sprintf("pages: an array of %d bytes in a block that has %d left", size, len(b.bytes)-b.used))
	}
	if n == 0 {
		return nil
	}
	array := unsafe.Slice((*T)(unsafe.Pointer(&b.bytes[b.used])), n)
	b.used = min(b.used+(int(size)+line-1)/line*line, len(b.bytes))
	return array
}

// Free gives the memory back. No array of the block may be used after it, nor after the last use of the block itself:
// then the garbage collector frees it.
func (b *Block) Free() {
	if b.words == nil && b.bytes != nil {
		b.cleanup.Stop()
		unmap(b.bytes)
	}
	*b = Block{}
}
