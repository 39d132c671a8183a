package kernel

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestEnvironment: TENGEN_KERNEL chooses the kernel, and one that is not there is an
// error of every layer, not another kernel.
func TestEnvironment(t *testing.T) {
	const child = "TENGEN_KERNEL_TEST"
	if os.Getenv(child) != "" {
		_, err := NewConv(Shape{Board: 9, In: 1, Out: 1, Filter: 3})
		if (err == nil) != (Err() == nil) {
			t.Errorf("layer: %v, environment: %v", err, Err())
		}
		if err != nil {
			t.Logf("refused: %v", err)
		} else {
			t.Logf("kernel %s.", Name())
		}
		return
	}
	for name, want := range map[string]string{
		"":         "kernel " + Names()[0] + ".",
		"portable": "kernel portable.",
		"abacus":   `refused: TENGEN_KERNEL: kernel: no kernel "abacus" here: want one of ` + strings.Join(Names(), ", "),
	} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestEnvironment$", "-test.v")
		cmd.Env = append(os.Environ(), child+"=1", environment+"="+name)
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), want) {
			t.Errorf("%s=%q: %v, want %q in:\n%s", environment, name, err, want, out)
		}
	}
}
