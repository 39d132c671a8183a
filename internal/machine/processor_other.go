//go:build !unix

package machine

import "time"

// ProcessorTime is not known on this system.
var ProcessorTime func() time.Duration
