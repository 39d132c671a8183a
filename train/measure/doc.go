// Package measure says how well a network or a policy knows the moves and the outcomes of games.
//
//	score, err := measure.Evaluate(ctx, policy, data, measure.Config{Symmetries: 8, Threads: 4})
//	fmt.Println(score.Top1.Value, score.Top1.Lo, score.Top1.Hi)
//
// [Evaluate] gives top-1, top-5 and nats of a policy network, [EvaluateRanks] gives them of anything that
// ranks moves, [EvaluateValue] the squared error of a value network. Intervals are 95% and over games,
// since the positions of a game depend on each other ([Clusters]). [Compare] sets a value network
// next to rollouts of the same positions.
//
// [Responses] finds the filters of a network that respond in no position.
//
// [Examples] keep what a policy network would play in a few held-out positions while it learns.
//
// [Metric] is a line of the metrics of a run that learns from games, [Window] sums what goes into it,
// and [DrawCurves] draws the lines.
//
// The meaning of the figures and the lines of metrics and examples are stable. The Go names may still change.
package measure
