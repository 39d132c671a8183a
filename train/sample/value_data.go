package sample

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/record"
)

// Which positions of its games a value network learns from.
const (
	// Marked is the one position for which a game was made: the first one after the
	// random move of the paper's self-play (Silver et al. 2016, Methods, "Value network:
	// regression"; record.Game.Mark).
	Marked = "marked"
	// One is one position of each game, drawn anew for every epoch. The outcome of a game is seen once an
	// epoch. Of a game with a mark it is the marked position or a later one: before the mark other players
	// moved, and then a random move. A mark behind the last move counts as none.
	One = "one"
	// All is every position of every game. The positions of a game differ by a stone and
	// share their outcome, so a network learns games by heart. In the paper the error was
	// 0.19 on the games that it was trained on, and 0.37 on other games.
	All = "all"
)

// ValueConfig says what a value network learns from games.
type ValueConfig struct {
	// Which is Marked, One or All.
	Which string
	// Planes is the number of input planes, 49 in the paper.
	Planes features.Planes
	// Seed draws the positions of One, and the playouts of Owners.
	Seed uint64
	// Draws is how many positions One draws of each game; 0 means 1. More draws make a
	// measurement more precise: its positions do not change from epoch to epoch.
	Draws int
	// Owners asks for the owners of the points at the end of the game, in addition to the outcome. They are from a few
	// uniform playouts that begin at its last position.
	Owners bool
	// SearchShare is how much the value of each search counts, calibrated, next to the outcome, in games that have
	// record.Game.Thoughts: 0 is the outcome alone, 1 the search of the position alone.
	SearchShare float64
}

// ValueData is positions of games with what they are learned to be worth. It is for one board size.
type ValueData struct {
	positions Positions // of an epoch
	set       *record.Set
	cfg       ValueConfig
	first     []int // of each game, firstOf
	size      int
	mean      float64 // mean target for the side to move, and the mean square
	square    float64
	lowKomi   float64 // of all games with a komi, with highKomi
	highKomi  float64
	hasKomi   bool

	calibration calibration // of the values of searches, if these count
	searched    int         // games that have some
}

// NewValueData takes the games of set, which must all be on one board and have a winner;
// [ValueFilter] sees to it. The set must not grow afterwards.
func NewValueData(set *record.Set, cfg ValueConfig) (*ValueData, error) {
	if err := cfg.Planes.Validate(); err != nil {
		return nil, err
	}
	if cfg.Which != Marked && cfg.Which != One && cfg.Which != All {
		return nil, fmt.Errorf("positions %q: want %s, %s or %s", cfg.Which, Marked, One, All)
	}
	if cfg.Draws < 0 || cfg.Draws > 1 && cfg.Which != One {
		return nil, fmt.Errorf("%d draws of a game's positions: want 1, or more with %s", cfg.Draws, One)
	}
	if err := CheckSearchShare(cfg.SearchShare); err != nil {
		return nil, err
	}
	cfg.Draws = max(1, cfg.Draws)
	d := &ValueData{set: set, cfg: cfg, first: make([]int, set.Len())}
	var err error
	if d.size, err = BoardOf(set); err != nil {
		return nil, err
	}
	if cfg.SearchShare > 0 {
		d.calibration, d.searched = calibrate(set, d.size*d.size)
	}
	total, squares, counts := 0.0, 0.0, make([]int, set.Len())
	for i := range counts {
		g := set.Game(i)
		switch {
		case !g.Result.Decided():
			return nil, fmt.Errorf("%v: a game without a winner", g.Source)
		case cfg.Which == Marked && (g.Mark < 1 || g.Mark > len(g.Moves)):
			return nil, fmt.Errorf("%v: no position is marked for a value network (mark %d of %d moves)",
				g.Source, g.Mark, len(g.Moves))
		case len(g.Moves) == 0:
			return nil, fmt.Errorf("%v: a game without moves", g.Source)
		}
		d.noteKomi(&g)
		count, sum, square := d.balance(&g)
		total, squares = total+sum, squares+square
		counts[i], d.first[i] = count, firstOf(&g)
	}
	d.positions = NewPositions(counts)
	if n := d.Len(); n > 0 {
		d.mean, d.square = total/float64(n), squares/float64(n)
	}
	return d, nil
}

// noteKomi notes the komi of a game, if its record says one.
func (d *ValueData) noteKomi(g *record.Game) {
	switch {
	case g.NoKomi:
	case !d.hasKomi:
		d.lowKomi, d.highKomi, d.hasKomi = g.Komi, g.Komi, true
	default:
		d.lowKomi, d.highKomi = min(d.lowKomi, g.Komi), max(d.highKomi, g.Komi)
	}
}

// balance is how many positions of a game count, and the sums of their targets and of the squares, in expectation if
// positions are drawn.
func (d *ValueData) balance(g *record.Game) (count int, sum, squares float64) {
	if d.cfg.Which == Marked {
		z := d.calibration.target(g, g.Mark, d.cfg.SearchShare)
		return 1, z, z * z
	}
	first := 0
	if d.cfg.Which == One {
		first = firstOf(g)
	}
	for ply, z := range d.calibration.targets(g, d.cfg.SearchShare) {
		if ply < first {
			break
		}
		sum, squares, count = sum+z, squares+z*z, count+1
	}
	if d.cfg.Which == One {
		share := float64(d.cfg.Draws) / float64(count)
		return d.cfg.Draws, share * sum, share * squares
	}
	return count, sum, squares
}

// firstOf is how many moves come before the first position that One draws of a game.
func firstOf(g *record.Game) int {
	if g.Mark < 1 || g.Mark >= len(g.Moves) {
		return 0
	}
	return g.Mark
}

// moverAt is the side to move after so many moves.
func moverAt(g *record.Game, ply int) board.Color {
	if ply < len(g.Moves) {
		return g.Moves[ply].Color()
	}
	return g.Moves[ply-1].Color().Opponent()
}

// Outcome is z: 1 if c is the winner, −1 if its opponent is, 0 if nobody won.
func Outcome(winner, c board.Color) float32 {
	switch winner {
	case c:
		return 1
	case c.Opponent():
		return -1
	}
	return 0
}

// Len is the number of positions of an epoch.
func (d *ValueData) Len() int64 { return d.positions.Len() }

// Games is the number of games.
func (d *ValueData) Games() int { return d.positions.Games() }

// Board is the board size of the games, 0 if there are none.
func (d *ValueData) Board() int { return d.size }

// Which is Marked, One or All.
func (d *ValueData) Which() string { return d.cfg.Which }

// Owners says whether the samples have the owners of the points.
func (d *ValueData) Owners() bool { return d.cfg.Owners }

// Searched is how many games have values of searches, 0 if only outcomes count.
func (d *ValueData) Searched() int { return d.searched }

// Targets says what is learned, in a phrase: which positions, and how much searches count.
func (d *ValueData) Targets() string {
	if d.cfg.SearchShare > 0 {
		return fmt.Sprintf("%s, search share %v in %d games", d.cfg.Which, d.cfg.SearchShare, d.searched)
	}
	return d.cfg.Which
}

// Mean is the mean target for the side to move (of outcomes alone, their mean), in expectation if positions are drawn.
func (d *ValueData) Mean() float64 { return d.mean }

// Square is the mean square of the targets, 1 of outcomes alone.
func (d *ValueData) Square() float64 { return d.square }

// Constant is the error of always saying the mean, as the mean of ½(z − v)².
func (d *ValueData) Constant() float64 { return (d.square - d.mean*d.mean) / 2 }

// Komi is the lowest and the highest komi of the games; false if no record says one.
func (d *ValueData) Komi() (low, high float64, ok bool) {
	return d.lowKomi, d.highKomi, d.hasKomi
}

// Fingerprint is a hash of all that decides the samples.
func (d *ValueData) Fingerprint() string {
	h := sha256.New()
	h.Write([]byte(d.cfg.Which))
	if d.cfg.Owners {
		fmt.Fprintf(h, " and owners from %d playouts of seed %d", ownerPlayouts, d.cfg.Seed)
	}
	if d.cfg.SearchShare > 0 {
		fmt.Fprintf(h, " and search share %v, sharpened by %v", d.cfg.SearchShare, d.calibration.sharpness)
	}
	buf := binary.LittleEndian.AppendUint32(nil, uint32(d.cfg.Planes))
	if d.cfg.Which == One {
		buf = binary.LittleEndian.AppendUint64(buf, d.cfg.Seed)
		buf = binary.LittleEndian.AppendUint64(buf, uint64(d.cfg.Draws))
	}
	for i := range d.set.Len() {
		g := d.set.Game(i)
		// The mark says it, too. This tells runs apart that began when One took any position.
		if d.cfg.Which == One && d.first[i] > 0 {
			buf = binary.LittleEndian.AppendUint32(buf, uint32(d.first[i]))
		}
		buf = append(buf, byte(g.Result.Winner))
		buf = binary.LittleEndian.AppendUint32(buf, uint32(g.Mark))
		buf = appendGame(buf, &g)
		if d.cfg.SearchShare > 0 {
			buf = appendSearches(buf, &g)
		}
		if len(buf) > 1<<16 {
			h.Write(buf)
			buf = buf[:0]
		}
	}
	h.Write(buf)
	return hex.EncodeToString(h.Sum(nil))
}

// At is the game of position n and how many moves were played before it, in an epoch if it is drawn.
func (d *ValueData) At(n, epoch int64) (game, ply int) {
	game, ply = d.positions.Find(n)
	switch d.cfg.Which {
	case Marked:
		g := d.set.Game(game)
		ply = g.Mark
	case One:
		first := d.first[game]
		ply = first + int(seedOf(d.cfg.Seed, epoch, n)%uint64(d.set.MoveCount(game)-first))
	}
	return game, ply
}

// Game is game i.
func (d *ValueData) Game(i int) record.Game { return d.set.Game(i) }

// NewSampler implements Source.
func (d *ValueData) NewSampler(stride int) Sampler {
	s := &valueSampler{data: d, stride: stride, cursor: record.NewCursor(d.set.Game)}
	if d.cfg.Owners {
		s.owners = make([]float32, d.size*d.size)
	}
	return s
}

// valueSampler makes samples of ValueData.
type valueSampler struct {
	data      *ValueData
	stride    int
	cursor    *record.Cursor
	extractor features.Extractor
	ownership ownership
	owners    []float32 // of the last sample, nil if they are not wanted
}

func (s *valueSampler) Sample(dst []float32, n, epoch int64, symmetry int) (Label, error) {
	game, ply := s.data.At(n, epoch)
	pos, err := s.cursor.Position(game, ply)
	if err != nil {
		return Label{}, err
	}
	s.extractor.Extract(dst, s.stride, pos, s.data.cfg.Planes, features.Symmetry(symmetry))
	g, mover := s.cursor.Game(game), pos.ToMove()
	target := s.data.calibration.target(g, ply, s.data.cfg.SearchShare)
	l := Label{Target: float32(target), Game: game, Move: ply, Owners: s.owners}
	if s.owners != nil {
		end, err := s.cursor.Position(game, len(g.Moves))
		if err != nil {
			return Label{}, err
		}
		s.ownership.write(s.owners, end, mover, features.Symmetry(symmetry), seedOf(s.data.cfg.Seed+1, epoch, n))
	}
	return l, nil
}
