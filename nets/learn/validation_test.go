//go:build vulkan

package learn

import (
	"testing"

	"github.com/tengen-go/tengen/internal/gpu/gputest"
)

// The validation layer finds nothing wrong with whole steps of training: both networks, float32 and float16, all
// optimisers, Winograd's convolutions, sums of drawn moves, and steps behind others.
func TestCardValidation(t *testing.T) {
	for _, complaint := range gputest.Validated(t, "TestCardStepsAsTheCPU", "TestARunMovesToACardAndBack",
		"TestCardGradientsByWinogradEqualReference", "TestCardValueGradientsEqualReference",
		"TestCardLearnsDrawnMovesAsTheCPU", "TestOverflowOnACardIsRepeated", "TestStepsUnderWayOnACard") {
		t.Error(complaint)
	}
}
