//go:build !race

package traintest

const Race = false
