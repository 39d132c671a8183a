package machine

// unknownMemory stands for the machine's memory where that is unknown.
const unknownMemory = 4 << 30

// mostMemory bounds what a player takes unasked.
const mostMemory = 2 << 30

// Share is what one of so many players takes for its tree if nothing is said: a
// quarter of the machine's memory among them, and no more than 2 GiB.
func Share(players int) int64 {
	memory, known := Memory()
	if !known {
		memory = unknownMemory
	}
	return min(memory/4/int64(max(players, 1)), mostMemory)
}

// EnoughFor is what a tree of so many playouts a move has no use for more than: each
// adds a position at most, 14 KB on 19×19, and a few moves' worth stays when the tree is
// used again.
func EnoughFor(playouts int) int64 { return 16<<20 + int64(playouts)<<16 }
