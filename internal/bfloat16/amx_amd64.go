//go:build linux && !noasm

package bfloat16

import (
	"fmt"
	"sync"
	"syscall"

	"golang.org/x/sys/cpu"
	"golang.org/x/sys/unix"
)

// amx is assembly for CPUs with AMX.
var amx = loops{
	name: "amx", tiles: tilesAMX, narrow: narrowAVX512, pairs: pairsAVX512, finish: finishAVX512, sums: sumsAVX512,
}

// available is the assembly if this CPU and its system have the tiles, else why not. Linux wants to be asked once a
// process, since it keeps more memory for each thread then.
var available = sync.OnceValues(func() (*loops, error) {
	x := &cpu.X86
	if !x.HasAMXTile || !x.HasAMXBF16 || !x.HasAVX512F || !x.HasAVX512BW || !x.HasAVX512BF16 {
		return nil, fmt.Errorf("%w: this processor has none (Intel's AMX)", ErrNone)
	}
	const requestPermission, tileData = 0x1023, 18 // ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA
	if _, _, errno := syscall.RawSyscall(unix.SYS_ARCH_PRCTL, requestPermission, tileData, 0); errno != 0 {
		return nil, fmt.Errorf("%w: the system refuses them: %w", ErrNone, errno)
	}
	return &amx, nil
})

//go:noescape
func tilesAMX(w *work)

//go:noescape
func narrowRows(dst *uint16, src, mask *float32, rows, n, dstRow, srcRow int)

func narrowAVX512(dst []uint16, src, mask []float32, rows, n, dstRow, srcRow int) {
	_, _ = dst[(rows-1)*dstRow+n-1], src[(rows-1)*srcRow+n-1]
	var m *float32
	if mask != nil {
		_, m = mask[(rows-1)*srcRow+n-1], &mask[0]
	}
	narrowRows(&dst[0], &src[0], m, rows, n, dstRow, srcRow)
}

//go:noescape
func pairRows(dst *uint32, src *uint16, rows, n, dstRow, srcRow int)

func pairsAVX512(dst []uint32, src []uint16, rows, n, dstRow, srcRow int) {
	_, _ = dst[(rows-1)*dstRow+n-1], src[(2*rows-1)*srcRow+n-1]
	pairRows(&dst[0], &src[0], rows, n, dstRow, srcRow)
}

//go:noescape
func finishPoints(y, c, bias *float32, rows, cols, n, yRow, yPixel, cRow int, relu bool)

func finishAVX512(y, c, bias []float32, rows, cols, n, yRow, yPixel, cRow int, relu bool) {
	_, _, _ = y[(rows-1)*yRow+(cols-1)*yPixel+n-1], c[(rows-1)*cRow+(cols-1)*tile+tile-1], bias[n-1]
	finishPoints(&y[0], &c[0], &bias[0], rows, cols, n, yRow, yPixel, cRow, relu)
}

//go:noescape
func sumRows(sum *float32, words *uint32, rows int)

func sumsAVX512(sum []float32, words []uint32, rows int) {
	_, _ = sum[tile-1], words[rows*tile-1]
	sumRows(&sum[0], &words[0], rows)
}
