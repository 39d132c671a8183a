//go:build !unix

package main

import "time"

// cpuTime is not known on this system.
var cpuTime func() time.Duration
