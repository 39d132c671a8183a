//go:build vulkan

package vk

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// The validation layer finds nothing wrong with the calls of the other tests, and finds what is wrong.
func TestValidation(t *testing.T) {
	if os.Getenv("VK_TEST_WRONG") != "" {
		d := opened(t, Options{})
		_, _ = d.create(fnCreateBuffer, put(&d.arena, bufferCreateInfo{kind: kindBuffer, usage: usageAll})) // no size
		return
	}
	validated := func(env string, tests string) (complaints []string) {
		cmd := exec.Command(os.Args[0], "-test.v", "-test.run=^("+tests+")$")
		cmd.Env = append(os.Environ(), "VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation", env)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		for line := range strings.Lines(string(out)) {
			if strings.Contains(line, "VUID") || strings.Contains(line, "UNASSIGNED") || strings.Contains(line, "rror") {
				complaints = append(complaints, line)
			}
		}
		return complaints
	}
	const sound = "TestDeviceComputes|TestBuffersAreApart|TestCompiledKernels|TestGroups|TestFaults|TestRefusedSubmissions"
	if c := validated("VK_TEST_WRONG=", sound); c != nil {
		t.Error(c)
	}
	if validated("VK_TEST_WRONG=1", "TestValidation") == nil {
		t.Error("the layer does not complain of a buffer without a size: it is not installed (make vulkan installs it)")
	}
}
