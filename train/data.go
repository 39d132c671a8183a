package train

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/record"
)

// Data is the labelled positions of a set of games: each position before a move
// that is not a pass (passes were removed from the paper's data too). The games
// stay packed, at two bytes a move; a sample replays its game and computes the
// planes on the spot.
type Data struct {
	set       *record.Set
	size      int
	planes    features.Planes
	visits    bool   // the targets are Visits, not Played
	seed      uint64 // draws from Visits
	positions Positions
	hash      func() string
}

// NewData numbers the positions of the games in set, which must all be on one
// board size. The set must not grow afterwards. A set without games is allowed,
// and has no positions.
func NewData(set *record.Set, planes features.Planes) (*Data, error) {
	return dataOf(set, planes, false, 0)
}

func dataOf(set *record.Set, planes features.Planes, visits bool, seed uint64) (*Data, error) {
	if err := planes.Validate(); err != nil {
		return nil, err
	}
	d := &Data{set: set, planes: planes, visits: visits, seed: seed, positions: Positions{ends: make([]int64, 0, set.Len())}}
	var err error
	if d.size, err = boardOf(set); err != nil {
		return nil, err
	}
	for i := range set.Len() {
		g, n := set.Game(i), 0
		for ply := range g.Moves {
			if d.labelled(&g, ply) {
				n++
			}
		}
		d.positions.Append(n)
	}
	d.hash = sync.OnceValue(d.fingerprint)
	return d, nil
}

// boardOf is the board size that all games of a set share, 0 if there are none.
func boardOf(set *record.Set) (int, error) {
	sizes := map[int]int{}
	size := 0
	for i := range set.Len() {
		size = set.Game(i).Size
		sizes[size]++
	}
	if len(sizes) > 1 {
		var list []string
		for _, size := range slices.Sorted(maps.Keys(sizes)) {
			list = append(list, fmt.Sprintf("%d on %d×%d", sizes[size], size, size))
		}
		return 0, fmt.Errorf("games of different boards (%s): choose one with --board", strings.Join(list, ", "))
	}
	return size, nil
}

// Len is the number of labelled positions.
func (d *Data) Len() int64 { return d.positions.Len() }

// Games is the number of games.
func (d *Data) Games() int { return d.positions.Games() }

// Board is the board size of the games, 0 if there are none.
func (d *Data) Board() int { return d.size }

// Fingerprint is a hash of the games, in their order, of the planes and the targets: of
// all that decides the samples.
func (d *Data) Fingerprint() string { return d.hash() }

func (d *Data) fingerprint() string {
	h := sha256.New()
	buf := binary.LittleEndian.AppendUint32(nil, uint32(d.planes))
	if d.visits {
		buf = binary.LittleEndian.AppendUint64(append(buf, Visits...), d.seed)
	}
	for i := range d.set.Len() {
		g := d.set.Game(i)
		buf = appendGame(buf, &g)
		if d.visits {
			buf = appendVisits(buf, &g)
		}
		if len(buf) > 1<<16 || i == d.set.Len()-1 {
			h.Write(buf)
			buf = buf[:0]
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// appendGame writes the moves of a game for a hash.
func appendGame(buf []byte, g *record.Game) []byte {
	buf = append(buf, byte(g.Size), byte(g.First))
	buf = binary.LittleEndian.AppendUint32(buf, uint32(len(g.Setup)))
	buf = binary.LittleEndian.AppendUint32(buf, uint32(len(g.Moves)))
	for _, m := range g.Setup {
		buf = binary.LittleEndian.AppendUint16(buf, uint16(m))
	}
	for _, m := range g.Moves {
		buf = binary.LittleEndian.AppendUint16(buf, uint16(m))
	}
	return buf
}

// Divide parts games into those to train on and those held out to watch the
// training by, by the hash of each game (see record.Split): a duplicate or mirror
// image falls on the side of its original. The third part, for the test at the
// end, is left out of both.
func Divide(games *record.Set) (train, heldOut *record.Set) {
	train, heldOut, _ = games.Split()
	return train, heldOut
}

// Without returns the games that are neither in heldOut nor a mirror image of one
// there, and how many were left out.
func Without(games, heldOut *record.Set) (rest *record.Set, removed int) {
	held := make(map[uint64]struct{}, heldOut.Len())
	for i := range heldOut.Len() {
		g := heldOut.Game(i)
		held[g.Hash()] = struct{}{}
	}
	rest = games.Subset(func(i int) bool {
		g := games.Game(i)
		_, found := held[g.Hash()]
		return !found
	})
	return rest, games.Len() - rest.Len()
}

func (d *Data) newSampler(stride int) sampler {
	return &dataSampler{data: d, stride: stride, game: -1}
}

// dataSampler replays games. It keeps the position it made last: the next sample
// of the same position (another symmetry) or of a later one in the same game, as
// in a measurement, goes on from there.
type dataSampler struct {
	data      *Data
	stride    int
	extractor features.Extractor

	game  int // of pos, −1 for none
	ply   int // moves played in pos
	label int // labelled positions passed on the way
	moves record.Game
	pos   board.Position
	now   int64 // epoch
}

func (s *dataSampler) epoch(e int64) { s.now = e }

func (s *dataSampler) sample(dst []float32, n int64, symmetry int) (label, error) {
	game, k := s.data.positions.Find(n)
	if err := s.seek(game, k); err != nil {
		s.game = -1
		return label{}, fmt.Errorf("%v: %w", s.data.set.Game(game).Source, err)
	}
	m := s.data.target(&s.moves, game, s.ply, s.now)
	sym := features.Symmetry(symmetry)
	s.extractor.Extract(dst, s.stride, &s.pos, s.data.planes, sym)
	return label{target: float32(sym.Index(m.Index(), s.data.size)), game: game, move: s.ply}, nil
}

// seek sets pos to the k-th labelled position of a game.
func (s *dataSampler) seek(game, k int) error {
	begin := game != s.game || k < s.label
	if begin {
		s.moves, s.game, s.label = s.data.set.Game(game), game, 0
	}
	from := s.ply
	if begin {
		from = 0
	}
	to := from
	for ; ; to++ {
		if s.data.labelled(&s.moves, to) {
			if s.label == k {
				break
			}
			s.label++
		}
	}
	s.ply = to
	if begin {
		return s.moves.PositionAt(to, &s.pos)
	}
	return s.moves.Forward(&s.pos, from, to)
}
