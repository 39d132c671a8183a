// Package train has the commands of tengen train, one file each.
package train

// Cmd groups the trainers.
type Cmd struct {
	Policy    PolicyCmd    `cmd:"" help:"Supervised learning of the policy network from game records."`
	Reinforce ReinforceCmd `cmd:"" help:"Reinforcement learning of a policy network by self-play."`
	Value     ValueCmd     `cmd:"" help:"The value network: who wins, from self-play or from game records."`
	Rollout   RolloutCmd   `cmd:"" help:"Rollout and tree policies: linear softmax on patterns."`
	Shapes    ShapesCmd    `cmd:"" help:"Local shapes: a linear value function, by TD(0) from self-play."`
}
