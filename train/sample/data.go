package sample

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/record"
)

// ErrNoPositions means that there is nothing to train on or to measure.
var ErrNoPositions = errors.New("no positions")

// Data is the labelled positions of a set of games: each position before a move
// that is not a pass (passes were removed from the paper's data too). The games
// stay packed, at two bytes a move; a sample replays its game and computes the
// planes on the spot.
type Data struct {
	Positions
	set    *record.Set
	size   int
	planes features.Planes
	visits bool   // the targets are Visits, not Played
	seed   uint64 // draws from Visits
	hash   func() string
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
	d := &Data{set: set, planes: planes, visits: visits, seed: seed}
	var err error
	if d.size, err = BoardOf(set); err != nil {
		return nil, err
	}
	counts := make([]int, set.Len())
	for i := range counts {
		g := set.Game(i)
		for ply := range g.Moves {
			if d.labelled(&g, ply) {
				counts[i]++
			}
		}
	}
	d.Positions = NewPositions(counts)
	d.hash = sync.OnceValue(d.fingerprint)
	return d, nil
}

// BoardOf is the board size that all games of a set share, 0 if there are none. Games of several sizes are an error.
func BoardOf(set *record.Set) (int, error) {
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

// Game is game i.
func (d *Data) Game(i int) record.Game { return d.set.Game(i) }

// Cursor replays the games of Data to labelled positions, for one goroutine.
type Cursor struct {
	data  *Data
	games *record.Cursor
}

// NewCursor returns a cursor over the labelled positions.
func (d *Data) NewCursor() Cursor { return Cursor{d, record.NewCursor(d.set.Game)} }

// At is the k-th labelled position of a game, the game, and how many moves were played before, until
// the next call.
func (c *Cursor) At(game, k int) (pos *board.Position, g *record.Game, ply int, err error) {
	g = c.games.Game(game)
	for ply = 0; ; ply++ {
		if !c.data.labelled(g, ply) {
			continue
		}
		if k == 0 {
			break
		}
		k--
	}
	pos, err = c.games.Position(game, ply)
	return pos, g, ply, err
}

// NewSampler implements Source.
func (d *Data) NewSampler(stride int) Sampler {
	return &dataSampler{data: d, stride: stride, cursor: d.NewCursor()}
}

// dataSampler makes samples of Data.
type dataSampler struct {
	data      *Data
	stride    int
	cursor    Cursor
	extractor features.Extractor
}

func (s *dataSampler) Sample(dst []float32, n, epoch int64, symmetry int) (Label, error) {
	game, k := s.data.Find(n)
	pos, g, ply, err := s.cursor.At(game, k)
	if err != nil {
		return Label{}, err
	}
	m := s.data.target(g, game, ply, epoch)
	sym := features.Symmetry(symmetry)
	s.extractor.Extract(dst, s.stride, pos, s.data.planes, sym)
	return Label{Target: float32(sym.Index(m.Index(), s.data.size)), Game: game, Move: ply}, nil
}
