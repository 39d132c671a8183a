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

// Group is a row of the table: one plane, or several that belong together.
type Group struct {
	// Name is the paper's, "turns since".
	Name string
	// First is the index of its first plane, Planes how many there are.
	First, Planes int
	// names are of its planes: one for each, or one with the value of the first behind it.
	names []string
	from  int
}

// groups are the table.
var groups = []Group{
	{"stone colour", Own, 3, []string{"own stone", "opponent stone", "empty"}, 0},
	{"ones", Ones, 1, []string{"ones"}, 0},
	{"turns since", Turns, steps, []string{"turns since"}, 0},
	{"liberties", Liberties, steps, []string{"liberties"}, 1},
	{"capture size", CaptureSize, steps, []string{"captures"}, 0},
	{"self-atari size", SelfAtariSize, steps, []string{"self-atari of"}, 1},
	{"liberties after move", LibertiesAfter, steps, []string{"liberties after"}, 1},
	{"ladder capture", LadderCapture, 1, []string{"ladder capture"}, 0},
	{"ladder escape", LadderEscape, 1, []string{"ladder escape"}, 0},
	{"sensibleness", Sensible, 1, []string{"sensible"}, 0},
	{"zeros", Zeros, 1, []string{"zeros"}, 0},
	{"player colour", Color, 1, []string{"player is black"}, 0},
}

// Groups are the rows of the table (Extended Data Table 2) in order. Nobody may write to them.
func Groups() []Group { return groups }

// Value is what plane i of the group stands for, where its planes are the values of a number; more says that
// the plane stands for all larger ones too.
func (g Group) Value(i int) (value int, more, ok bool) {
	if g.Planes != steps {
		return 0, false, false
	}
	return g.from + i, i == steps-1, true
}

// Name is plane i's name, for people.
func Name(i int) string {
	for _, g := range groups {
		k := i - g.First
		if k < 0 || k >= g.Planes {
			continue
		}
		value, more, ok := g.Value(k)
		switch {
		case !ok:
			return g.names[k]
		case more:
			return fmt.Sprintf("%s %d or more", g.names[0], value)
		}
		return fmt.Sprintf("%s %d", g.names[0], value)
	}
	return fmt.Sprintf("no plane %d", i)
}
