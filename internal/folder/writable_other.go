//go:build !unix

package folder

// writable is found out by writing.
func writable(string) error { return nil }
