package bench

import "testing"

func TestStatusKB(t *testing.T) {
	status := []byte("Name:\ttengen\nVmPeak:\t  123 kB\nVmHWM:\t   45678 kB\nThreads:\t7\n")
	if got := statusKB(status, "VmHWM"); got != 45678 {
		t.Error(got)
	}
	for _, name := range []string{"VmRSS", "Name", "Vm"} {
		if got := statusKB(status, name); got != 0 {
			t.Errorf("%s: %d", name, got)
		}
	}
}
