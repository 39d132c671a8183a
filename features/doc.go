// Package features turns a Go position into the input planes of AlphaGo's networks
// (Silver et al. 2016, Extended Data Table 2) and knows the eight symmetries of
// the board.
//
//	plane  0– 2  own stones, opponent's stones, empty
//	       3     ones
//	       4–11  turns since the stone was played: 1 … 8 or more
//	      12–19  liberties of the chain: 1 … 8 or more
//	      20–27  stones that a move here captures: 0 … 7 or more
//	      28–35  own stones that a move here leaves in atari: 1 … 8 or more
//	      36–43  liberties of the chain after a move here: 1 … 8 or more
//	      44, 45 a move here is a working ladder capture, ladder escape
//	      46     a move here is legal and does not fill an own eye
//	      47     zeros
//	      48     Black is to move (value network only)
//
// All is relative to the side to move. What the paper leaves open follows the one
// serious replication: the capture planes count from zero, so an illegal point is
// zero in all eight; self-atari is marked only where one liberty remains; a move
// that is not legal has no plane set in 20–46. Legality is the position's own:
// occupied points, suicide and simple ko; superko needs a history that a position
// does not have.
//
// An Extractor writes float32 planes point by point (channels last), as the
// networks read them, straight into a slot of a batch, and allocates nothing.
package features
