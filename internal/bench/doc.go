// Package bench measures how fast this machine runs the parts of the program. Each thing that is
// measured is one function: it takes its inputs, and a time or a count, and returns numbers.
//
//	speed, err := bench.Network(ctx, bench.NetworkConfig{
//		Policy: &cfg, Batch: 32, Threads: 2, Device: nets.CPU{}, Time: time.Second,
//	})
//	fmt.Println(speed.PositionsS, "positions a second")
//
// The inputs come from a seed. The numbers come from the clock, so no two runs give the same.
package bench
