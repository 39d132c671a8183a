package learn

// division is how many graphs share a batch and how many threads share each graph's
// layers.
type division struct{ graphs, members int }

// splitLoss is what a layer loses that several threads share, as a part of its time on
// one: they compute some of it twice and wait for each other.
const splitLoss = 0.05

// wideBlocks is from how many blocks on layers are large enough to be shared although
// there are positions for every thread.
const wideBlocks = 4

// divide finds the division that takes the least time for a batch of positions through
// layers of so many blocks of 32 channels, which are the most that can be shared out.
//
// Measured on two cores, forward and backward through the 3×3 layers of 13×192 on
// 19×19, as a multiple of the speed of one thread: a graph for each thread 1.95 with a
// batch of 16, two threads sharing one graph's layers 1.88. Shared layers read and write
// half as much of the filters' gradients and need no sum of two graphs' gradients, but
// that sum is 0.5 % of the step, so they could hardly win where every thread has its
// positions. With a batch of 2 the two come out even. With 1, where a second graph has
// nothing to do, sharing gives whole steps 1.7 times as fast; with 3, where a second
// graph has half as much to do as the first, it is a fifth faster than two graphs.
//
// 64×7 gains 1.5 with a batch of 1, and nothing with 3: its layers are so short that a
// busy machine spoils what they gain, while graphs do not mind.
func divide(batch, threads, blocks int) division {
	most := min(batch, threads)
	fewest := most
	if blocks >= wideBlocks {
		fewest = 1
	}
	var best division
	least := 0.0
	for n := most; n >= fewest; n-- {
		d := division{n, min(threads/n, blocks)}
		time := 1.0
		if d.members > 1 {
			time = float64((blocks+d.members-1)/d.members)/float64(blocks) + splitLoss
		}
		time *= float64((batch + n - 1) / n)
		if best.graphs == 0 || time < least {
			best, least = d, time
		}
	}
	return best
}
