package bfloat16

import (
	"math"
	"unsafe"
)

// portable is Go. It shows what the assembly does, and is compared with it.
var portable = loops{
	name: "portable", tiles: tilesPortable, narrow: narrowPortable, pairs: pairsPortable, finish: finishPortable,
	sums: sumsPortable,
}

// round is x as a bfloat16.
func round(x float32) uint16 {
	b := math.Float32bits(x)
	switch {
	case x != x:
		return uint16(b>>16 | 0x40) // quiet
	case b&0x7f800000 == 0:
		return uint16(b >> 16 & 0x8000)
	}
	return uint16((b + 0x7fff + b>>16&1) >> 16)
}

// widen is a bfloat16 as a float32.
func widen(x uint16) float32 { return math.Float32frombits(uint32(x) << 16) }

//go:norace
func tilesPortable(w *work) {
	for block := range w.blocks {
		for row := range tile {
			c := (*[tile]float32)(unsafe.Add(w.c, block*w.cBlock+row*w.cRow))
			var sum [tile]float32
			if w.add == 1 {
				sum = *c
			}
			for s := range w.steps {
				offset := *(*int32)(unsafe.Add(unsafe.Pointer(w.offsets), 4*s))
				a := (*[tile]uint16)(unsafe.Add(w.a, block*w.aBlock+row*w.aRow+int(offset)))
				b := (*[tile / 2][tile]uint32)(unsafe.Add(w.b, s*stepBytes))
				for pair := range b {
					low, high := widen(a[2*pair]), widen(a[2*pair+1])
					if low == 0 && high == 0 {
						continue // most are, behind a ReLU
					}
					for col, word := range &b[pair] {
						sum[col] += low*widen(uint16(word)) + high*widen(uint16(word>>16))
					}
				}
			}
			*c = sum
		}
	}
}

//go:norace
func narrowPortable(dst []uint16, src, mask []float32, rows, n, dstRow, srcRow int) {
	for row := range rows {
		for i := range n {
			x := src[row*srcRow+i]
			if mask != nil && !(mask[row*srcRow+i] > 0) {
				x = 0
			}
			dst[row*dstRow+i] = round(x)
		}
	}
}

//go:norace
func pairsPortable(dst []uint32, src []uint16, rows, n, dstRow, srcRow int) {
	for row := range rows {
		for i := range n {
			dst[row*dstRow+i] = uint32(src[2*row*srcRow+i]) | uint32(src[(2*row+1)*srcRow+i])<<16
		}
	}
}

//go:norace
func finishPortable(y, c, bias []float32, rows, cols, n, yRow, yPixel, cRow int, relu bool) {
	for row := range rows {
		for col := range cols {
			for i := range n {
				v := c[row*cRow+col*tile+i] + bias[i]
				if relu && v < 0 {
					v = 0
				}
				y[row*yRow+col*yPixel+i] = v
			}
		}
	}
}

//go:norace
func sumsPortable(sum []float32, words []uint32, rows int) {
	for row := range rows {
		for i, word := range words[row*tile:][:tile] {
			sum[i] += widen(uint16(word)) + widen(uint16(word>>16))
		}
	}
}
