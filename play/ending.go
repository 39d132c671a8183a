package play

import (
	"fmt"
	"math"
	"strings"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/ownership"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/sgf"
)

// settle guesses the dead stones when the game has just ended by passes.
func (s *Session) settle() {
	if s.dead = nil; !s.game.Over() || s.game.Resigned() != board.Empty {
		return
	}
	s.dead = map[board.Point]bool{}
	o := ownership.Estimate(s.game, scorePlayouts, s.config.Seed)
	dead, ok := []board.Point(nil), false
	if agreed := s.agreed(); agreed.Counted() {
		dead, ok = o.DeadBy(s.game, func(count board.Score) bool { return fits(count, agreed) })
	}
	if !ok {
		dead = o.DeadStones(s.game.Position())
	}
	for _, p := range dead {
		s.dead[p] = true
	}
}

// agreed is the result that the record has of the game that ends here; the zero value if it was not read from a file.
func (s *Session) agreed() record.Result {
	rest, ok := record.MovesAfter(s.tree, s.here())
	if given := s.givenResult(); ok && len(rest) == 0 && len(given) > 0 {
		return record.ParseResult(given[0].SimpleText())
	}
	return record.Result{}
}

// fits says whether a count is the result of a record.
func fits(count board.Score, r record.Result) bool {
	return count.Winner() == r.Winner && (r.Ending != record.Score || math.Abs(count.Margin()) == float64(r.Margin))
}

// ending is where and how a game ended. Who looks back through it comes to its end again.
type ending struct {
	node   *sgf.Node
	place  string // in the record
	result string
	dead   map[board.Point]bool // nil if it did not end by passes
}

// finish ends the game at the place of its end, as it ended before. The record has the result.
func (s *Session) finish(e ending) {
	switch e.result {
	case "B+R", "B+T":
		s.game.Resign(board.White)
	case "W+R", "W+T":
		s.game.Resign(board.Black)
	}
	s.timeout = strings.HasSuffix(e.result, "+T")
	if s.Scoring() && e.dead != nil {
		s.dead = e.dead
	}
}

// noteEnd remembers that the game has ended here, or goes on.
func (s *Session) noteEnd() {
	if s.ended = nil; s.Over() {
		s.ended = &ending{s.here(), s.Place(), s.Result(), s.dead}
	}
}

// stands says whether the game has ended elsewhere, at the end of a main line that was not read from a file. A
// variation then changes neither this end nor its result.
func (s *Session) stands() bool {
	if s.ended == nil || s.asRead() {
		return false
	}
	line := s.tree.MainLine()
	return line[len(line)-1] == s.ended.node && s.ended.node != s.here()
}

// conclude notes the result in the record, or that there is none yet. A result belongs to the main line, so the line
// that ends a game becomes the main line, and keeps the result while somebody tries variations. A record that was read
// keeps its main line. It also keeps its own result while the game goes on, and when a variation ends.
func (s *Session) conclude() {
	if s.Over() && s.began() {
		s.promote()
	}
	if s.stands() {
		s.root().Set("RE", sgf.Escape(s.ended.result))
		return
	}
	if s.noteEnd(); s.Over() && (s.began() || s.ends()) {
		s.root().Set("RE", sgf.Escape(s.Result()))
		return
	}
	s.root().Set("RE", s.givenResult()...)
}

// Scoring says whether the game has ended and its stones can be declared dead.
func (s *Session) Scoring() bool { return s.dead != nil }

// Toggle declares the chain at p dead, or alive again.
func (s *Session) Toggle(p board.Point) error {
	pos := s.game.Position()
	switch {
	case !s.Scoring():
		return errNotOver
	case !p.OnBoard(pos.Size()) || pos.At(p) == board.Empty:
		return fmt.Errorf("no stone at %s", p.Vertex(pos.Size()))
	}
	dead := !s.dead[p]
	for q := p; ; {
		if dead {
			s.dead[q] = true
		} else {
			delete(s.dead, q)
		}
		if q = pos.Next(q); q == p {
			s.conclude()
			return nil
		}
	}
}

// Dead lists the dead stones of the finished game, in row-major order.
func (s *Session) Dead() []board.Point {
	var list []board.Point
	for i := range s.config.Size * s.config.Size {
		if p := board.FromIndex(i, s.config.Size); s.dead[p] {
			list = append(list, p)
		}
	}
	return list
}

// Owners says who owns each point in the finished game, row-major.
func (s *Session) Owners() []board.Color {
	owners := make([]board.Color, s.config.Size*s.config.Size)
	s.game.Position().Owners(owners, s.Dead())
	return owners
}

// Result is the outcome of the finished game, "" while it goes on.
func (s *Session) Result() string {
	if !s.game.Over() {
		return ""
	}
	if s.timeout {
		return map[board.Color]string{board.Black: "W+T", board.White: "B+T"}[s.game.Resigned()]
	}
	return s.game.Result(s.Dead())
}
