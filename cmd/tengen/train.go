package main

// TrainCmd groups the trainers.
type TrainCmd struct {
	Policy    TrainPolicyCmd    `cmd:"" help:"Supervised learning of the policy network from game records."`
	Reinforce TrainReinforceCmd `cmd:"" help:"Reinforcement learning of a policy network by self-play."`
	Value     TrainValueCmd     `cmd:"" help:"The value network: who wins, from self-play or from game records."`
	Rollout   TrainRolloutCmd   `cmd:"" help:"Rollout and tree policies: linear softmax on patterns."`
	Shapes    TrainShapesCmd    `cmd:"" help:"Local shapes: a linear value function, by TD(0) from self-play."`
}
