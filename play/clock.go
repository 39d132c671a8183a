package play

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/sgf"
	"github.com/tengen-go/tengen/timing"
)

// propertyTime has the time settings of a kept game, in the words of timing.Parse. SGF's own TM and
// OT leave the form of overtime open.
const propertyTime = "TGTIME"

// clockNames are the SGF properties of a side's clock: seconds left, and moves or periods left.
var clockNames = map[board.Color][2]string{board.Black: {"BL", "OB"}, board.White: {"WL", "OW"}}

// Timed says whether the game has clocks.
func (s *Session) Timed() bool { return s.config.Time.System != timing.Unlimited }

// Clock is what a side has left at the present place of the record: what its last move left it. So a
// move that is taken back gives its time back.
func (s *Session) Clock(side board.Color) timing.Clock {
	clock := s.config.Time.Start()
	if !s.Timed() {
		return clock
	}
	names := clockNames[side]
	for i := len(s.path) - 1; i > 0; i-- {
		v, ok := s.path[i].Get(names[0])
		seconds, err := strconv.ParseFloat(v.Text(), 64)
		if !ok || err != nil || !(seconds >= 0 && seconds < 1e6) {
			continue
		}
		clock.Left, clock.Moves = time.Duration(math.Round(seconds*1e3))*time.Millisecond, 0
		if v, ok := s.path[i].Get(names[1]); ok {
			if n, err := strconv.Atoi(v.Text()); err == nil && n > 0 && n <= s.config.Time.Stones {
				clock.Moves = n
			}
		}
		return clock
	}
	return clock
}

// Spend takes the time that the side to move has thought off its clock. It is called before the move
// is played, and says whether there was time for it. If there was not, the side has lost.
func (s *Session) Spend(took time.Duration) bool {
	side := s.ToMove()
	clock, inTime := s.Clock(side).Spend(took)
	if !inTime {
		s.loseOnTime(side)
		return false
	}
	s.spent = &clock
	return true
}

// loseOnTime ends the game: a side has no time left.
func (s *Session) loseOnTime(side board.Color) {
	s.game.Resign(side)
	s.timeout = true
	s.conclude()
}

// noteClock writes what the last move left on its side's clock.
func (s *Session) noteClock(side board.Color) {
	clock := s.spent
	if s.spent = nil; clock == nil || !s.Timed() {
		return
	}
	names := clockNames[side]
	s.here().Set(names[0], sgf.Value(strconv.FormatFloat(clock.Left.Round(time.Millisecond).Seconds(), 'f', -1, 64)))
	if s.here().Set(names[1]); clock.Moves > 0 {
		s.here().Set(names[1], sgf.Value(strconv.Itoa(clock.Moves)))
	}
}

// GiveTime lets a game with clocks of its own begin in a record. What clocks the recorded game had is taken out, or its
// last moves would leave the sides their rest.
func GiveTime(tree *sgf.Tree, t timing.Settings) {
	if t.System == timing.Unlimited {
		return
	}
	for todo := []*sgf.Node{tree.Root}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], n.Children...)
		for _, names := range clockNames {
			n.Set(names[0])
			n.Set(names[1])
		}
	}
	noteTime(tree.Root, t)
}

// noteTime writes time settings as SGF has them.
func noteTime(root *sgf.Node, t timing.Settings) {
	if t.System == timing.Unlimited {
		return
	}
	root.Set("TM", sgf.Value(strconv.FormatFloat(t.Main.Seconds(), 'f', -1, 64)))
	root.Set("OT")
	switch t.System {
	case timing.Fischer:
		root.Set("OT", sgf.Value(fmt.Sprintf("%v fischer", t.Period)))
	case timing.Byoyomi:
		root.Set("OT", sgf.Value(fmt.Sprintf("%dx%v byo-yomi", t.Stones, t.Period)))
	case timing.Canadian:
		root.Set("OT", sgf.Value(fmt.Sprintf("%d/%v Canadian", t.Stones, t.Period)))
	}
}

// keptTime reads the time settings of a kept game; none if it has none.
func keptTime(root *sgf.Node) timing.Settings {
	settings, err := timing.Parse(root.Text(propertyTime))
	if err != nil {
		return timing.Settings{}
	}
	return settings
}
