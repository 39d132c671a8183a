// Package evaluation asks networks about positions of Go: from a position to planes, and from
// the numbers of a network back to the points of the board.
//
//	input := evaluation.NewInput(policy)               // a *nets.Policy
//	views := evaluation.AllSymmetries()
//	for _, s := range views {
//		input.Add(&position, s)
//	}
//	rows := make([]float32, len(views)*policy.Points())
//	err := policy.Evaluate(rows, input.Planes(), input.Len())
//	err = evaluation.Mean(probs, rows, position.Size(), views)
//	evaluation.Among(probs, func(point int) bool { … })     // the legal points alone
//	move := evaluation.Draw(rng, moves, probs, position.Size(), 1)
//
// [Input] holds positions as networks read them. [Mean] and [MeanValue] turn the answers back,
// check them and take their mean over the symmetries. [Check] checks probabilities of a single
// view. [Among] renormalises over the allowed points. [Draw] draws a move from p^(1/T), of
// probabilities that were checked. None of them allocates once its memory is there.
//
// The policy player, self-play, the search's queue, REINFORCE and the measurement of networks
// use these functions. Each of them decides alone which symmetries it takes, which moves it
// allows and how it fills batches. Training and measurement make planes of games through
// package train/sample, which labels them too.
//
// # Stability
//
// The results are stable: equal networks, positions and seeds give equal numbers, to the bit.
package evaluation
