//go:build vulkan

package vk

import (
	"os"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/internal/gpu/gputest"
)

// The validation layer finds nothing wrong with the calls of the other tests.
func TestValidation(t *testing.T) {
	for _, complaint := range gputest.Validated(t, "TestDeviceComputes", "TestBuffersAreApart", "TestCompiledKernels",
		"TestGroups", "TestFaults", "TestRefusedSubmissions") {
		t.Error(complaint)
	}
}

// wrong is the variable with what TestWrong does wrong.
const wrong = "VK_TEST_WRONG"

// The validation layer finds what is wrong: without this, its silence would say nothing.
func TestValidationFindsMistakes(t *testing.T) {
	for mistake, words := range map[string]string{
		"a buffer without a size": "VUID-VkBufferCreateInfo-size",
		"no wait":                 "SYNC-HAZARD",
		"no wait between lists":   "SYNC-HAZARD",
	} {
		t.Setenv(wrong, mistake)
		complaints := gputest.Validated(t, "TestWrong")
		if !strings.Contains(strings.Join(complaints, ""), words) {
			t.Errorf("%s: the layer complains of %q, want %s: is it installed (make vulkan)?",
				mistake, complaints, words)
		}
	}
}

// TestWrong makes mistakes where TestValidationFindsMistakes asks for them.
func TestWrong(t *testing.T) {
	mistake := os.Getenv(wrong)
	if mistake == "" {
		return
	}
	d := opened(t, Options{})
	if mistake == "a buffer without a size" {
		_, _ = d.create(fnCreateBuffer, put(&d.arena, bufferCreateInfo{kind: kindBuffer, usage: usageAll}))
		return
	}
	_, y, b, push := sum(t, d, 5, 2)
	clears := func(r *Recorder) { r.Clear(y) }
	adds := func(r *Recorder) { r.Dispatch(b, [3]int{1, 1, 1}, push) }
	parts := []func(*Recorder){func(r *Recorder) { clears(r); adds(r) }}
	if mistake == "no wait between lists" {
		parts = []func(*Recorder){clears, adds}
	}
	var lists []*List
	for _, part := range parts {
		l, err := d.Record(part)
		if err != nil {
			t.Fatal(err)
		}
		lists = append(lists, l)
	}
	if err := d.Run(nil, lists, nil); err != nil {
		t.Fatal(err)
	}
}
