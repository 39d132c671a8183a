package selfplay

import (
	"math"
	"math/bits"

	"github.com/tengen-go/tengen/board"
)

// The checks by playouts. They cost a few hundredths of what the networks cost, because most
// of them end after two or three playouts that contradict each other.
//
// Measured by playing 1,000 games of a 64×8 network on 9×9 both ways: the winner is the same
// in 991 games if 8 playouts must agree, in 996 with 16, in 999 with 24; games have 65, 69
// and 70 moves instead of 97.
const (
	// checkEvery is the number of moves from one check to the next. It is odd, so that checks
	// alternate between the colours.
	checkEvery = 7
	// checkPlayouts is how many playouts must agree.
	checkPlayouts = 24
	// hopelessChecks is how many checks in a row must find a player lost before it resigns.
	hopelessChecks = 3
)

// doubt asks random playouts what they do not agree about.
type doubt struct {
	rand board.Rand
	sure [3]board.PointSet // points that are a colour's after all playouts so far
	wins [3]int
	lead int // Black's, without komi, summed
	n    int
	work board.Position
}

// decided says whether playouts, asked now and then once half of the points could be
// filled, find the game over.
func (p *place) decided() (end End, winner board.Color, margin float64, over bool) {
	config := &p.field.config
	if !config.Settle && config.Resign == 0 || !p.checks() {
		return "", 0, 0, false
	}
	d := &p.doubt
	d.begin(p)
	settled, few := config.Settle, int(config.Resign*checkPlayouts)
	for range checkPlayouts {
		d.playout(p)
		settled = settled && d.certain(p) != board.Empty
		if !settled && (config.Resign == 0 || d.wins[board.Black] > few && d.wins[board.White] > few) {
			break
		}
	}
	if settled {
		winner = d.certain(p)
		return Settled, winner, d.margin(p), true
	}
	if config.Resign == 0 {
		return "", 0, 0, false
	}
	for _, c := range [...]board.Color{board.Black, board.White} {
		if float64(d.wins[c]) < config.Resign*checkPlayouts {
			p.hopeless[c]++
		} else {
			p.hopeless[c] = 0
		}
	}
	c := p.pos.ToMove()
	if p.given != board.Empty || p.hopeless[c] < hopelessChecks {
		return "", 0, 0, false
	}
	if p.playOut {
		p.given = c // and on
		return "", 0, 0, false
	}
	return Resigned, c.Opponent(), 0, true
}

// checks says whether it is time for a check.
func (p *place) checks() bool {
	from := p.field.config.Size * p.field.config.Size / 2
	return len(p.moves) >= from && (len(p.moves)-from)%checkEvery == 0
}

// begin begins a check. It has a source of its own: how many playouts an earlier one took does not matter.
func (d *doubt) begin(p *place) {
	d.rand = board.NewRand(p.seed + uint64(len(p.moves)))
	d.n, d.lead, d.wins, d.sure = 0, 0, [3]int{}, [3]board.PointSet{}
}

// playout plays the game out once.
func (d *doubt) playout(p *place) {
	size := p.field.config.Size
	d.work = p.pos
	d.work.Playout(&d.rand, 3*size*size)
	var now [3]board.PointSet
	lead := 0
	for _, q := range p.field.points[:size*size] {
		c := owner(&d.work, q)
		if c == board.Empty {
			continue
		}
		now[c].Add(q)
		if c == board.Black {
			lead++
		} else {
			lead--
		}
	}
	for _, c := range [...]board.Color{board.Black, board.White} {
		for w := range now[c] {
			if d.n == 0 {
				d.sure[c][w] = now[c][w]
			} else {
				d.sure[c][w] &= now[c][w]
			}
		}
	}
	d.wins[leader(float64(lead)-p.field.config.Komi)]++
	d.lead += lead
	d.n++
}

// owner is the owner of a point after a playout: the colour of its stone, or the only colour
// round an eye.
func owner(pos *board.Position, q board.Point) board.Color {
	if c := pos.At(q); c != board.Empty {
		return c
	}
	owner := board.Empty
	for _, n := range q.Neighbours() {
		switch c := pos.At(n); {
		case c == board.Wall || c == owner:
		case owner == board.Empty && c != board.Empty:
			owner = c
		default:
			return board.Empty
		}
	}
	return owner
}

// certain is the side that wins even if all points on which playouts disagree go to the other
// side; Empty for none.
func (d *doubt) certain(p *place) board.Color {
	points := float64(p.field.config.Size * p.field.config.Size)
	if black := float64(count(&d.sure[board.Black])); 2*black-points > p.field.config.Komi {
		return board.Black
	}
	if white := float64(count(&d.sure[board.White])); 2*white-points > -p.field.config.Komi {
		return board.White
	}
	return board.Empty
}

// margin is Black's lead with komi: the mean of the playouts, in whole points of the board.
// If a winner is certain it has the winner's sign.
func (d *doubt) margin(p *place) float64 {
	return math.Round(float64(d.lead)/float64(d.n)) - p.field.config.Komi
}

func count(s *board.PointSet) (n int) {
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}
