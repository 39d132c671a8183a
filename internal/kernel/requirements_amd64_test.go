//go:build !noasm

package kernel

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// TestRequirements: the assembly wants no more of a CPU than is asked of it before its
// kernels are chosen. The generator notes at every function what its instructions need.
func TestRequirements(t *testing.T) {
	always := []string{"SSE", "SSE2", "CMOV", "MMX+"} // of every amd64; MMX+ are the prefetches
	for file, asked := range map[string][]string{
		"avx2_amd64.s":   {"AVX", "AVX2", "FMA3"},
		"avx512_amd64.s": {"AVX", "AVX2", "FMA3", "AVX512F", "AVX512BW", "AVX512DQ", "AVX512VL"},
	} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		functions, notes := strings.Count(string(text), "\nTEXT "), 0
		for line := range strings.Lines(string(text)) {
			needs, ok := strings.CutPrefix(strings.TrimSpace(line), "// Requires: ")
			if !ok {
				continue
			}
			notes++
			for _, need := range strings.Split(needs, ", ") {
				if !slices.Contains(asked, need) && !slices.Contains(always, need) {
					t.Errorf("%s needs %s, which nobody asks the CPU for", file, need)
				}
			}
		}
		if functions == 0 || notes != functions {
			t.Errorf("%s: %d functions, %d notes of what they need", file, functions, notes)
		}
	}
}
