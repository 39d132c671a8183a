package record

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/sgf"
)

// builder makes a game of properties in the order of the record. Both ways of
// reading, the tree and the fast scan, hand it the same values; it may be used
// again after reset.
type builder struct {
	err      error // the first
	cut      error // why only the first moves count, nil if all do
	kept     int   // those
	size     int
	komi     float64
	hasKomi  bool
	handicap int
	rules    string
	result   Result
	ranks    [2]Rank
	date     Date
	player   board.Color // PL
	have     uint32      // which of the above are set
	setup    []coord
	coords   []coord // the moves

	stones []Move // what the game's slices point to
	moves  []Move

	known struct { // texts met before, with their meaning
		rules   map[string]string
		results map[string]Result
		ranks   map[string]Rank
		dates   map[string]Date
		komis   map[string]foundKomi
	}
}

// reset makes the builder ready for the next game.
func (b *builder) reset() {
	*b = builder{setup: b.setup[:0], coords: b.coords[:0], stones: b.stones[:0], moves: b.moves[:0], known: b.known}
}

// longestKnown is how many bytes a text that is remembered may have: a value may have millions.
const longestKnown = 64

// recall looks text up in the memory, or works it out and remembers it.
func recall[T any](memory *map[string]T, text []byte, work func(string) T) T {
	if v, ok := (*memory)[string(text)]; ok {
		return v
	}
	if len(*memory) > 10000 || *memory == nil {
		*memory = map[string]T{}
	}
	v := work(sgf.Value(text).SimpleText())
	if len(text) <= longestKnown {
		(*memory)[string(text)] = v
	}
	return v
}

// first says whether a property comes for the first time, which is what counts.
func (b *builder) first(bit uint32) bool {
	if b.have&(1<<bit) != 0 {
		return false
	}
	b.have |= 1 << bit
	return true
}

func (b *builder) fail(format string, args ...any) {
	if b.err == nil {
		b.err = fmt.Errorf(format, args...)
	}
}

// value takes the i-th value of a property of the main line, as written.
func (b *builder) value(id ident, raw []byte, i int) {
	switch id {
	case propB, propW:
		if b.cut != nil { // fast adds moves all the same: game takes them away
			return
		}
		if i > 0 {
			b.fail("move %d: two points in one move", len(b.coords))
			return
		}
		c, err := parseCoord(raw)
		if err != nil {
			b.fail("move %d: %w", len(b.coords)+1, err)
			return
		}
		if id == propW {
			c |= coordWhite
		}
		b.coords = append(b.coords, c)
	case propAB:
		b.points(raw, 0)
	case propAW:
		b.points(raw, coordWhite)
	case propAE:
		b.points(raw, coordEmpty)
	default:
		if i == 0 {
			b.info(id, raw)
		}
	}
}

// info takes a property that says something about the whole game.
func (b *builder) info(id ident, raw []byte) {
	switch id {
	case propGM:
		if err := otherGame(string(raw)); err != nil {
			b.fail("%v", err)
		}
	case propSZ:
		if text := strings.TrimSpace(string(raw)); text != "" && b.first(0) {
			var err error
			if b.size, err = parseSize(raw); err != nil {
				b.fail("%v", err)
			}
		}
	case propKM:
		if b.first(1) {
			found := recall(&b.known.komis, raw, parseKomi)
			b.komi, b.hasKomi = found.komi, found.ok
		}
	case propHA:
		if b.first(2) {
			v, n := number(strings.TrimSpace(string(raw)))
			if n == 0 || v < 2 {
				v = 0
			}
			b.handicap = min(v, board.MaxSize*board.MaxSize)
		}
	case propRU:
		if b.first(3) {
			b.rules = recall(&b.known.rules, raw, strings.TrimSpace)
		}
	case propRE:
		if b.first(4) {
			b.result = recall(&b.known.results, raw, ParseResult)
		}
	case propBR:
		if b.first(5) {
			b.ranks[0] = recall(&b.known.ranks, raw, ParseRank)
		}
	case propWR:
		if b.first(6) {
			b.ranks[1] = recall(&b.known.ranks, raw, ParseRank)
		}
	case propDT:
		if b.first(7) {
			b.date = recall(&b.known.dates, raw, ParseDate)
		}
	case propPL:
		if len(b.coords) == 0 && len(raw) > 0 {
			switch raw[0] {
			case 'B', 'b', '1':
				b.player = board.Black
			case 'W', 'w', '2':
				b.player = board.White
			}
		}
	}
}

// points takes one value of a list: a point, a rectangle by two corners, or several of them with
// commas between.
func (b *builder) points(raw []byte, flag coord) {
	if len(b.coords) > 0 {
		if b.cut == nil {
			b.kept = len(b.coords)
			b.cut = fmt.Errorf("stones are set up after move %d", b.kept)
		}
		return
	}
	for part := range strings.SplitSeq(string(raw), ",") {
		if s := strings.TrimSpace(part); s != "" && b.err == nil {
			b.area(s, flag)
		}
	}
}

// area sets up the stones of one point or one rectangle.
func (b *builder) area(s string, flag coord) {
	first, second, rectangle := strings.Cut(s, ":")
	p, err := parseCoord([]byte(first))
	q := p
	if rectangle && err == nil {
		q, err = parseCoord([]byte(second))
	}
	if err == nil && (p == coordPass || q == coordPass) {
		err = fmt.Errorf("%.20q is no point: %w", s, errPoint)
	}
	if err != nil {
		b.fail("setup: %w", err)
		return
	}
	if p&coordFromBelow != q&coordFromBelow {
		b.fail("setup: the corners of %.20q are written in two ways", s)
		return
	}
	flag |= p & coordFromBelow
	for y := min(p>>5&31, q>>5&31); y <= max(p>>5&31, q>>5&31); y++ {
		for x := min(p&31, q&31); x <= max(p&31, q&31); x++ {
			b.setup = append(b.setup, x|y<<5|flag)
		}
	}
	if len(b.setup) > maxSetup {
		b.fail("setup: more than %d stones", maxSetup)
	}
}

// game is the game of all values so far. Its slices are the builder's own. With a *BreakError it is
// the game up to there.
func (b *builder) game() (Game, error) {
	if b.err != nil {
		return Game{}, b.err
	}
	size := b.size
	if size == 0 {
		size = board.MaxSize
	}
	g := Game{
		Size: size, Komi: b.komi, NoKomi: !b.hasKomi, Handicap: b.handicap, Rules: b.rules, Result: b.result,
		BlackRank: b.ranks[0], WhiteRank: b.ranks[1], Date: b.date,
	}
	if b.cut != nil {
		b.coords = b.coords[:b.kept]
	}
	if err := b.turn(b.setup, size, "setup"); err != nil {
		return Game{}, err
	}
	if err := b.turn(b.coords, size, "move"); err != nil {
		return Game{}, err
	}
	if len(b.setup) > 0 {
		if err := b.place(&g); err != nil {
			return Game{}, err
		}
	}
	for i, c := range b.coords {
		x, y := int(c&31), int(c>>5&31)
		m := Move(y*size + x)
		if x >= size || y >= size || c&coordPass != 0 {
			if c&coordPass == 0 && c&^coordWhite != coordTT {
				return Game{}, fmt.Errorf("move %d: point %q is off the %d×%d board",
					i+1, []byte{'a' + byte(x), 'a' + byte(y)}, size, size)
			}
			m = passIndex
		}
		if c&coordWhite != 0 {
			m |= whiteFlag
		}
		b.moves = append(b.moves, m)
	}
	g.Moves = b.moves
	if g.Handicap > 0 && len(b.setup) == 0 {
		points, err := fixedHandicap(size, g.Handicap, g.Moves)
		if err != nil {
			return Game{}, fmt.Errorf("no stones are set up: %w", err)
		}
		for _, p := range points {
			b.stones = append(b.stones, NewMove(board.Black, p, size))
		}
		slices.Sort(b.stones)
		if points != nil {
			g.Setup = b.stones
		}
	}
	switch {
	case len(g.Moves) > 0:
		g.First = g.Moves[0].Color()
	case b.player != board.Empty:
		g.First = b.player
	case g.Handicap > 0:
		g.First = board.White
	default:
		g.First = board.Black
	}
	if b.cut != nil {
		return g, g.breakOff(len(g.Moves), b.cut)
	}
	return g, nil
}

// turn changes points with rows counted from below, as in D4, to rows counted from above.
func (b *builder) turn(points []coord, size int, what string) error {
	for i, c := range points {
		if c&coordFromBelow == 0 {
			continue
		}
		x, row := int(c&31), int(c>>5&31)+1
		if row > size {
			return fmt.Errorf("%s %d: row %d is off the %d×%d board", what, i+1, row, size, size)
		}
		points[i] = c&^(coordFromBelow|31<<5) | coord(size-row)<<5 | coord(x)
	}
	return nil
}

// place works the setup out: a later stone on a point replaces an earlier one.
func (b *builder) place(g *Game) error {
	var at [board.MaxSize * board.MaxSize]board.Color
	for _, c := range b.setup {
		x, y := int(c&31), int(c>>5&31)
		if x >= g.Size || y >= g.Size {
			return fmt.Errorf("setup: point %q is off the %d×%d board",
				[]byte{'a' + byte(x), 'a' + byte(y)}, g.Size, g.Size)
		}
		color := board.Black
		if c&coordWhite != 0 {
			color = board.White
		}
		if c&coordEmpty != 0 {
			color = board.Empty
		}
		at[y*g.Size+x] = color
	}
	var n [3]int
	for i, c := range at[:g.Size*g.Size] {
		switch c {
		case board.Black:
			b.stones = append(b.stones, Move(i))
		case board.White:
			b.stones = append(b.stones, Move(i)|whiteFlag)
		}
		n[c]++
	}
	g.Setup = b.stones
	if explicit := b.have&(1<<2) != 0 && g.Handicap == 0; n[board.White] == 0 && n[board.Black] >= 2 && !explicit {
		g.Handicap = max(g.Handicap, n[board.Black])
	}
	return nil
}
