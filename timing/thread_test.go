//go:build linux

package timing

import (
	"runtime"
	"testing"
)

// A thread that works gets older.
func TestThreadTimeGoesOn(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	began, err := ThreadTime()
	if err != nil {
		t.Fatal(err)
	}
	for now := began; now <= began; {
		if now, err = ThreadTime(); err != nil {
			t.Fatal(err)
		}
		if now < began {
			t.Fatalf("%v after %v", now, began)
		}
	}
}
