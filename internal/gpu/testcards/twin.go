//go:build !vulkan

package testcards

import (
	"testing"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/twin"
)

// Open is a card in plain Go.
func Open(_ testing.TB, c twin.Card) gpu.Device { return twin.New(c) }
