package features

import "fmt"

// Planes says how many planes, counted from the first of the table.
type Planes int

// The sets that the paper trains with: the ablations of Extended Data Table 3,
// the policy network's input and the value network's.
const (
	StonePlanes   Planes = 4
	TurnPlanes    Planes = 12
	LibertyPlanes Planes = 20
	PolicyPlanes  Planes = 48
	ValuePlanes   Planes = 49
)

// Where each group of Extended Data Table 2 begins.
const (
	planeOwn           = 0
	planeOpponent      = 1
	planeEmpty         = 2
	planeOnes          = 3
	planeTurns         = 4
	planeLiberties     = 12
	planeCapture       = 20
	planeSelfAtari     = 28
	planeAfter         = 36
	planeLadderCapture = 44
	planeLadderEscape  = 45
	planeSensible      = 46
	planeZeros         = 47
	planeColor         = 48
)

// Validate refuses a number of planes that is none of the sets.
func (n Planes) Validate() error {
	switch n {
	case StonePlanes, TurnPlanes, LibertyPlanes, PolicyPlanes, ValuePlanes:
		return nil
	}
	return fmt.Errorf("%d planes: want 4, 12, 20, 48 or 49", int(n))
}

// Name describes plane i for people.
func Name(i int) string {
	group := func(name string, first int) string {
		if k := i - first; k < 7 {
			return fmt.Sprintf("%s %d", name, k+1)
		}
		return name + " 8 or more"
	}
	switch {
	case i < 0 || i > planeColor:
		return fmt.Sprintf("no plane %d", i)
	case i < planeTurns:
		return [...]string{"own stone", "opponent stone", "empty", "ones"}[i]
	case i < planeLiberties:
		return group("turns since", planeTurns)
	case i < planeCapture:
		return group("liberties", planeLiberties)
	case i < planeSelfAtari:
		if k := i - planeCapture; k < 7 {
			return fmt.Sprintf("captures %d", k)
		}
		return "captures 7 or more"
	case i < planeAfter:
		return group("self-atari of", planeSelfAtari)
	case i < planeLadderCapture:
		return group("liberties after", planeAfter)
	}
	return [...]string{"ladder capture", "ladder escape", "sensible", "zeros", "black to move"}[i-planeLadderCapture]
}
