//go:build !vulkan

package nets

import (
	"testing"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/twin"
)

// openCard is a card in plain Go. With the tag vulkan, cards without faults are of Mesa's software device.
func openCard(_ testing.TB, c twin.Card) gpu.Device { return twin.New(c) }
