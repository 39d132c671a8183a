//go:build unix && !linux && !race

package pages

// preferLarge asks for nothing: other systems choose the size of pages themselves.
func preferLarge([]byte) {}
