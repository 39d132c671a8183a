//go:build !unix && !windows

package machine

import "time"

// ProcessorTime is not known on this system.
var ProcessorTime func() time.Duration
