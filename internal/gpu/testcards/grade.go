package testcards

import (
	"os"
	"testing"

	"github.com/tengen-go/tengen/internal/gpu"
)

// Variable is the environment variable with the grade that stands for float16.
const Variable = "TENGEN_TEST_GRADE"

// Half is the grade with activations of float16 that tests use: float16, or the one that [Variable] names. So the
// same tests serve the grade matrix, where a device has it.
func Half(t testing.TB) gpu.Grade {
	t.Helper()
	switch g := gpu.Grade(os.Getenv(Variable)); g {
	case "":
		return gpu.Half
	case gpu.Half, gpu.Matrix:
		return g
	default:
		t.Fatalf("%s=%s: want %s or %s", Variable, g, gpu.Half, gpu.Matrix)
		return ""
	}
}
