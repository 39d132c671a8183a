package record

import (
	"math"

	"github.com/tengen-go/tengen/board"
)

// Set is many games packed together: two bytes per move, in a few large chunks, and some
// 50 more bytes per game. The zero Set is empty and ready to use. Reading from many
// goroutines is safe, adding is not.
type Set struct {
	// About is what packed files say of themselves, a line for each that says something: the
	// JSON of how the games were made. Read fills it in and WritePacked keeps it.
	About string

	entries []entry
	chunks  [][]Move
	names   table // files and rules
	moves   int
	// thoughts are the thoughts of the games that have some.
	thoughts [][]Thought
}

// entry is what a Set keeps of a game in addition to its moves.
type entry struct {
	chunk     uint32
	start     uint32 // in the chunk: the setup stones, then the moves
	moves     uint32
	mark      uint32
	setup     uint16
	size      uint8
	first     board.Color
	mended    bool
	handicap  uint16
	komi      float32
	result    Result
	blackRank Rank
	whiteRank Rank
	date      Date
	rules     uint32
	file      uint32
	line      uint32
	thoughts  uint32 // their place in the set's, from 1; 0 for none
}

// table numbers strings.
type table struct {
	list  []string
	index map[string]uint32
	bytes int // of the strings
}

func (t *table) number(s string) uint32 {
	if n := len(t.list); n > 0 && t.list[n-1] == s {
		return uint32(n - 1)
	}
	if i, ok := t.index[s]; ok {
		return i
	}
	if t.index == nil {
		t.index = map[string]uint32{}
	}
	i := uint32(len(t.list))
	t.list = append(t.list, s)
	t.bytes += len(s)
	t.index[s] = i
	return i
}

// Chunks grow from the first size to the last, so that a set of one game is small
// and a set of many wastes little.
const (
	firstChunk = 1 << 10
	lastChunk  = 1 << 18
)

// Add copies a game into the set.
func (s *Set) Add(g Game) {
	n := len(g.Setup) + len(g.Moves)
	last := len(s.chunks) - 1
	if last < 0 || cap(s.chunks[last])-len(s.chunks[last]) < n {
		size := firstChunk
		if last >= 0 {
			size = min(2*cap(s.chunks[last]), lastChunk)
		}
		s.chunks = append(s.chunks, make([]Move, 0, max(size, n)))
		last++
	}
	c := s.chunks[last]
	e := entry{
		chunk: uint32(last), start: uint32(len(c)),
		moves: uint32(len(g.Moves)), mark: uint32(g.Mark), setup: uint16(len(g.Setup)),
		size: uint8(g.Size), first: g.First, mended: g.Mended, handicap: uint16(g.Handicap), komi: g.storedKomi(),
		result: g.Result, blackRank: g.BlackRank, whiteRank: g.WhiteRank, date: g.Date,
		rules: s.names.number(g.Rules),
		file:  s.names.number(g.Source.File),
		line:  uint32(min(g.Source.Line, math.MaxUint32)),
	}
	if len(g.Thoughts) > 0 {
		s.thoughts = append(s.thoughts, cloneThoughts(g.Thoughts))
		e.thoughts = uint32(len(s.thoughts))
	}
	s.chunks[last] = append(append(c, g.Setup...), g.Moves...)
	s.entries = append(s.entries, e)
	s.moves += len(g.Moves)
}

// Len is the number of games.
func (s *Set) Len() int { return len(s.entries) }

// Positions is the number of moves of all games, passes included: one position
// stands before each.
func (s *Set) Positions() int { return s.moves }

// MoveCount is the number of moves of game i.
func (s *Set) MoveCount(i int) int { return int(s.entries[i].moves) }

// Game is game i. Its Setup, Moves and Thoughts are views into the set; nothing is copied
// and nothing allocated.
func (s *Set) Game(i int) Game {
	e := &s.entries[i]
	c := s.chunks[e.chunk]
	mid := e.start + uint32(e.setup)
	end := mid + e.moves
	var thoughts []Thought
	if e.thoughts > 0 {
		thoughts = s.thoughts[e.thoughts-1]
	}
	g := Game{
		Size: int(e.size), Handicap: int(e.handicap),
		Setup: c[e.start:mid:mid], First: e.first, Moves: c[mid:end:end], Mark: int(e.mark), Thoughts: thoughts,
		Result: e.result, BlackRank: e.blackRank, WhiteRank: e.whiteRank, Date: e.date,
		Rules: s.names.list[e.rules], Source: Source{s.names.list[e.file], int(e.line)},
		Mended: e.mended,
	}
	g.setKomi(e.komi)
	return g
}

// Subset is the games for which keep is true, in the same order. The moves are
// shared with s, not copied.
func (s *Set) Subset(keep func(i int) bool) *Set {
	t := &Set{
		About:    s.About,
		chunks:   s.chunks[:len(s.chunks):len(s.chunks)],
		names:    s.names,
		thoughts: s.thoughts[:len(s.thoughts):len(s.thoughts)],
	}
	// A later Add must not write into what both share.
	if n := len(t.chunks); n > 0 {
		t.chunks = append([][]Move(nil), t.chunks...)
		c := t.chunks[n-1]
		t.chunks[n-1] = c[:len(c):len(c)]
		t.names.list = t.names.list[:len(t.names.list):len(t.names.list)]
		t.names.index = nil
	}
	for i := range s.entries {
		if keep(i) {
			t.entries = append(t.entries, s.entries[i])
			t.moves += s.MoveCount(i)
		}
	}
	return t
}

// Split divides the games into the three parts of Split(Hash), each in order.
func (s *Set) Split() (train, validation, test *Set) {
	parts := make([]Part, s.Len())
	for i := range parts {
		g := s.Game(i)
		parts[i] = Split(g.Hash())
	}
	of := func(p Part) *Set { return s.Subset(func(i int) bool { return parts[i] == p }) }
	return of(Train), of(Validation), of(Test)
}

// absorb appends t's games. Large chunks change hands, small ones are copied; t is
// not to be used afterwards.
func (s *Set) absorb(t *Set) {
	if t.moves < lastChunk {
		for i := range t.entries {
			s.Add(t.Game(i))
		}
		return
	}
	base, thoughts := uint32(len(s.chunks)), uint32(len(s.thoughts))
	s.thoughts = append(s.thoughts, t.thoughts...)
	for _, c := range t.chunks {
		if cap(c)-len(c) > len(c)/8 {
			c = append(make([]Move, 0, len(c)), c...)
		}
		s.chunks = append(s.chunks, c)
	}
	numbers := make([]uint32, len(t.names.list))
	for i, n := range t.names.list {
		numbers[i] = s.names.number(n)
	}
	s.entries = grow(s.entries, len(t.entries))
	for _, e := range t.entries {
		e.chunk += base
		if e.thoughts > 0 {
			e.thoughts += thoughts
		}
		e.rules, e.file = numbers[e.rules], numbers[e.file]
		s.entries = append(s.entries, e)
		s.moves += int(e.moves)
	}
}

// grow makes room for n more by a quarter at a time: doubling would leave half of
// a large set's entries as garbage.
func grow(es []entry, n int) []entry {
	if need := len(es) + n; need > cap(es) {
		es = append(make([]entry, 0, max(need, cap(es)+cap(es)/4)), es...)
	}
	return es
}
