// Package eval has the commands of tengen eval, one file each.
package eval

// Cmd groups the measurements on recorded games.
type Cmd struct {
	Policy  PolicyCmd  `cmd:"" help:"Accuracy and loss of a policy network."`
	Value   ValueCmd   `cmd:"" help:"Error of a value network, also compared with playouts."`
	Rollout RolloutCmd `cmd:"" help:"Accuracy, loss and speed of a rollout or tree policy."`
	Shapes  ShapesCmd  `cmd:"" help:"How local shapes rank the moves of games, and their speed."`
	Moves   MovesCmd   `cmd:"" help:"What the moves of players lose, by a strong search."`

	Problems ProblemsCmd `cmd:"" help:"Positions with a known best move, by kind."`
}
