package board

// zobrist holds a random number for each colour and place; the hash of a board
// is the exclusive or over its stones. The numbers come from a fixed seed, so
// hashes agree between runs and machines.
var zobrist, zobristWhite = zobristTable(0x74656e67656e) // "tengen"

func zobristTable(seed uint64) (t [4][cells]uint64, white uint64) {
	// splitmix64 (Steele, Lea and Flood 2014).
	next := func() uint64 {
		seed += 0x9e3779b97f4a7c15
		z := seed
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	for c := Black; c <= White; c++ {
		for p := range t[c] {
			t[c][p] = next()
		}
	}
	return t, next()
}
