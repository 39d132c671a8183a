package main

// EvalCmd groups the measurements on held-out games.
type EvalCmd struct {
	Policy  EvalPolicyCmd  `cmd:"" help:"Accuracy and loss of a policy network."`
	Value   EvalValueCmd   `cmd:"" help:"Error of a value network, also compared with playouts."`
	Rollout EvalRolloutCmd `cmd:"" help:"Accuracy, loss and speed of a rollout or tree policy."`
	Shapes  EvalShapesCmd  `cmd:"" help:"How local shapes rank the moves of games, and their speed."`
}
