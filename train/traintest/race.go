//go:build race

package traintest

const Race = true
