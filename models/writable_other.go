//go:build !unix

package models

// writable is found out by writing.
func writable(string) error { return nil }
