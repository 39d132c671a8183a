package gputest

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// marks are in the complaints of Vulkan's validation layer, which has names for all that it checks.
var marks = []string{"VUID", "UNASSIGNED", "SYNC-", "Validation Error"}

// Validated runs tests of this test program once more, in a process of its own under Vulkan's validation layer. The
// layer watches the order of reads and writes too, within lists of commands and between them. Validated returns what
// the layer complains of. It is an error if one of the tests does not pass there.
func Validated(t testing.TB, tests ...string) (complaints []string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.v", "-test.run=^("+strings.Join(tests, "|")+")$")
	cmd.Env = append(os.Environ(), "VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation",
		"VK_LAYER_ENABLES=VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT"+string(os.PathListSeparator)+
			"VALIDATION_CHECK_ENABLE_SYNCHRONIZATION_VALIDATION_QUEUE_SUBMIT",
		"VK_LAYER_SYNCVAL_SHADER_ACCESSES_HEURISTIC=1") // newer layers watch kernels only with this
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("tests under the validation layer: %v\n%s", err, out)
	}
	for _, test := range tests {
		if err == nil && !strings.Contains(string(out), "--- PASS: "+test+" ") {
			t.Errorf("%s did not run under the validation layer", test)
		}
	}
	for line := range strings.Lines(string(out)) {
		if slices.ContainsFunc(marks, func(mark string) bool { return strings.Contains(line, mark) }) {
			complaints = append(complaints, line)
		}
	}
	return complaints
}
