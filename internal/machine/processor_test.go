//go:build unix || windows

package machine

import "testing"

// The processors' time grows while this process computes, however little a clock that is coarse sees of each step.
func TestProcessorTimeGrows(t *testing.T) {
	before := ProcessorTime()
	for n := uint64(1); ProcessorTime() == before; n++ {
		for range 1_000_000 {
			n = n*6364136223846793005 + 1442695040888963407
		}
	}
	if now := ProcessorTime(); now < before {
		t.Errorf("%v after %v", now, before)
	}
}
