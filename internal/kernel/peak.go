package kernel

import (
	"context"
	"runtime"
	"sync"
	"time"
)

// Peak is the speed of multiply-adds alone, in GFLOP/s of all threads together:
// what no product of matrices can pass. A figure below the usual one says that
// something else was using the machine.
type Peak struct {
	Best float64 // of slices of a few milliseconds
	Mean float64 // over the whole time
}

const (
	peakRounds = 2048                 // a call, about 10 µs, within which no goroutine can be stopped
	peakSlice  = 5 * time.Millisecond // of which Best is taken
)

// MeasurePeak runs the multiply-adds of the kernel in use on as many threads, for
// the given time, but on no more than run at once: of threads that take turns on a
// core each would have all of it in its best slice. The portable kernel's are single
// ones, as Go compiles them. It ends early if ctx does.
func MeasurePeak(ctx context.Context, threads int, length time.Duration) Peak {
	k := active.Load()
	peaks := make([]Peak, min(threads, runtime.GOMAXPROCS(0)))
	var wg sync.WaitGroup
	for t := range peaks {
		wg.Go(func() { peaks[t] = k.measurePeak(ctx, length) })
	}
	wg.Wait()
	var sum Peak
	for _, p := range peaks {
		sum.Best += p.Best
		sum.Mean += p.Mean
	}
	return sum
}

// measurePeak is MeasurePeak of one thread.
func (k *kernels) measurePeak(ctx context.Context, length time.Duration) Peak {
	sums := Aligned(k.peakSums)
	speed := func(calls int, t time.Duration) float64 { // operations a nanosecond
		return float64(2*k.peakSums*peakRounds*calls) / float64(t.Nanoseconds())
	}
	var p Peak
	start := time.Now()
	calls, last := 0, start
	for calls == 0 || last.Sub(start) < length && ctx.Err() == nil {
		n, now := 0, last
		for ; now.Sub(last) < peakSlice; now = time.Now() {
			k.peak(sums, peakRounds)
			n++
		}
		p.Best = max(p.Best, speed(n, now.Sub(last)))
		calls, last = calls+n, now
	}
	p.Mean = speed(calls, last.Sub(start))
	return p
}

// peakPortable sets each of eight sums to half of it and a quarter, n times: they
// tend to a half.
func peakPortable(sums []float32, n int) {
	s := (*[8]float32)(sums)
	s0, s1, s2, s3, s4, s5, s6, s7 := s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]
	for range n {
		s0 = s0*0.5 + 0.25
		s1 = s1*0.5 + 0.25
		s2 = s2*0.5 + 0.25
		s3 = s3*0.5 + 0.25
		s4 = s4*0.5 + 0.25
		s5 = s5*0.5 + 0.25
		s6 = s6*0.5 + 0.25
		s7 = s7*0.5 + 0.25
	}
	*s = [8]float32{s0, s1, s2, s3, s4, s5, s6, s7}
}
