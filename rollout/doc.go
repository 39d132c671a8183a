// Package rollout plays games to their end fast, by policies that look at a few points
// only:
//
//	playout, err := rollout.NewPlayout("mogo") // or uniform, mogo-safe, informed
//	rng := board.NewRand(seed)
//	trace = playout.Play(&position, &rng, trace[:0]) // the moves; position is now the end
//	black, white := position.Area(nil)
//
// The rollout policy and the tree policy of a model are read by Of:
//
//	policy, err := rollout.Of(model, rollout.KindRollout)
//	rollout.NewPrior(policy).Priors(&position, moves, probabilities)
//
// # Playouts by rules
//
// A [Playout] plays a position to its end; NewPlayout makes one by name. [Uniform] plays
// random moves. [MoGo] plays by the rules of MoGo (Gelly, Wang, Munos and Teytaud 2006): its
// 3×3 patterns are shapes, drawn as text and looked up in a table of all 65,536 squares
// (shape.go), and chains in atari are noted as they come about (ataris.go). [Informed]
// judges ataris, chains of two liberties, small eyespaces (eyespace.go) and self-ataris
// besides, and takes each rule with a chance.
//
// # Linear softmax policies
//
// The rollout policy and the tree policy of Silver et al. 2016 (Extended Data Table 4) are
// a linear softmax over binary features of a move: [Policy]. Patterns are cells of three
// bits (pattern.go), canonical under the eight symmetries, with colours as the player to
// move sees them, so a policy knows no board size. Which patterns there are is learned:
// package train/linear counts them in games and fits the weights.
//
//	position ─ Reader ─► Candidates: moves with numbers of features   training, priors
//	                          │
//	Policy: patterns, weights ┴─► Prior: probabilities of moves
//	       │
//	       └► Tables ─► Softmax: a Playout that rescores what a move changed
//
// What the paper leaves open is decided here: cells off the board are a kind of their own;
// a response is the diamond round the previous move with the cell of the answer; nakade
// is numbered as reaction.nakade tells; save-atari is about chains next to the previous
// move; Manhattan distances of 16 and more are one.
//
// # Stability
//
// The features of policies and their files are stable: trained models depend on them. A playout with the same
// seed is the same in one version, but a new version may play otherwise.
package rollout
