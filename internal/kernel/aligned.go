package kernel

import "unsafe"

// Aligned returns n zero floats that start at a 64-byte boundary, one cache line
// and one vector of the widest kernels. No kernel needs the alignment; they are
// faster with it.
func Aligned(n int) []float32 {
	const line = 64
	b := make([]float32, n+line/4-1)
	o := 0
	if r := int(uintptr(unsafe.Pointer(unsafe.SliceData(b))) % line); r != 0 {
		o = (line - r) / 4
	}
	return b[o : o+n : o+n]
}
