//go:build long

package hub_test

import (
	"testing"
	"time"
)

// A partition of a minute.
func TestBadNetworksForAMinute(t *testing.T) { testBadNetworks(t, 2000, time.Minute) }
