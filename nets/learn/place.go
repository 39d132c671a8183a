package learn

// place is the number of values that come before x[i]: the larger values, and equal
// values of lower index.
func place(x []float32, i int) int {
	n := 0
	for _, v := range x[:i] {
		if v >= x[i] {
			n++
		}
	}
	for _, v := range x[i+1:] {
		if v > x[i] {
			n++
		}
	}
	return n
}
