//go:build race

package kernel

// lightWork divides the work of tests that run in one goroutine: the race detector
// slows them and has nothing to find there.
const lightWork = 20
