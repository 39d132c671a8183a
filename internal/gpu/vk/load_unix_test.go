//go:build (linux || darwin) && (amd64 || arm64)

package vk

import (
	"runtime"
	"strings"
	"sync"
	"testing"
)

// The C library keeps its last error by thread, and goroutines move between threads.
func TestAMissingLibraryIsNamed(t *testing.T) {
	const name = "no-such-library.so"
	stop := make(chan struct{})
	var others sync.WaitGroup
	for range 4 * runtime.GOMAXPROCS(0) {
		others.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					runtime.Gosched()
				}
			}
		})
	}
	empty := 0
	for range 2000 {
		if _, err := load([]string{name}); err == nil || !strings.Contains(err.Error(), name) {
			empty++
		}
	}
	close(stop)
	others.Wait()
	if empty > 0 {
		t.Errorf("%d of 2000 errors do not name the library", empty)
	}
}
