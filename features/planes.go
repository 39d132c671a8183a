package features

import "fmt"

// Planes is how many planes, counted from the first of the table, an input has.
type Planes int

// The inputs that the paper trained networks on (Extended Data Table 3), and the
// value network's.
const (
	StonePlanes   Planes = 4  // stone colour and ones
	TurnPlanes    Planes = 12 // and turns since
	LibertyPlanes Planes = 20 // and liberties
	PolicyPlanes  Planes = 48 // all that the policy network sees
	ValuePlanes   Planes = 49 // and the player's colour
)

// Validate says why there is no such input.
func (n Planes) Validate() error {
	switch n {
	case StonePlanes, TurnPlanes, LibertyPlanes, PolicyPlanes, ValuePlanes:
		return nil
	}
	return fmt.Errorf("%d planes: want 4, 12, 20, 48 (policy) or 49 (value)", int(n))
}

// Index of the first plane of each group of the table. A group of eight is
// one-hot; points to which the feature does not apply are zero in all eight.
const (
	Own            = 0  // a stone of the player to move
	Opponent       = 1  // a stone of the opponent
	Vacant         = 2  // no stone
	Ones           = 3  // 1 everywhere: tells the board from the padding round it
	Turns          = 4  // +k: the stone was played k turns ago, k = 0 the last move; +7: seven or more, or set up
	Liberties      = 12 // +n−1: the chain here has n liberties; +7: eight or more
	CaptureSize    = 20 // +n: a legal move here captures n stones, none included; +7: seven or more
	SelfAtariSize  = 28 // +n−1: a legal move here leaves its chain of n stones one liberty; +7: eight or more
	LibertiesAfter = 36 // +n−1: after a legal move here its chain has n liberties; +7: eight or more
	LadderCapture  = 44 // a legal move here takes an opponent chain in a ladder
	LadderEscape   = 45 // a legal move here brings an own chain out of a ladder
	Sensible       = 46 // a legal move here does not fill an own eye
	Zeros          = 47 // 0 everywhere
	Color          = 48 // 1 everywhere if the player to move is Black; value network only
)

// steps is the width of the one-hot groups.
const steps = 8

// Name is plane i's name, for people.
func Name(i int) string {
	group := func(name string, first, from int) string {
		if k := i - first; k < steps-1 {
			return fmt.Sprintf("%s %d", name, from+k)
		}
		return fmt.Sprintf("%s %d or more", name, from+steps-1)
	}
	switch {
	case i < 0 || i >= int(ValuePlanes):
		return fmt.Sprintf("no plane %d", i)
	case i < Turns:
		return [...]string{"own stone", "opponent stone", "empty", "ones"}[i]
	case i < Liberties:
		return group("turns since", Turns, 0)
	case i < CaptureSize:
		return group("liberties", Liberties, 1)
	case i < SelfAtariSize:
		return group("captures", CaptureSize, 0)
	case i < LibertiesAfter:
		return group("self-atari of", SelfAtariSize, 1)
	case i < LadderCapture:
		return group("liberties after", LibertiesAfter, 1)
	}
	return [...]string{"ladder capture", "ladder escape", "sensible", "zeros", "player is black"}[i-LadderCapture]
}
