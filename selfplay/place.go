package selfplay

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/evaluation"
	"github.com/tengen-go/tengen/record"
)

// place is where one game after the other is played. It is used again for the next game,
// so that moves do not allocate.
type place struct {
	field *field
	index int

	pos      board.Position
	moves    []record.Move
	thoughts []record.Thought // of the moves, if they are kept
	passes   int              // in a row, at the end of moves
	hashes   []uint64         // of the positions so far, the first included
	sieve    [sieveWords]uint64
	rng      *rand.Rand
	schedule Schedule
	redrawn  int

	doubt    doubt
	seed     uint64 // of the playouts
	hopeless [3]int // checks in a row that found a colour lost
	given    board.Color
	playOut  bool

	legal []board.Point // scratch
}

// field is what all places of one Play share.
type field struct {
	config  Config
	plan    func(game int, rng *rand.Rand) Schedule
	points  [board.MaxSize * board.MaxSize]board.Point // row-major
	players int                                        // how many players there are
}

// The sieve has a bit for each hash of the game's positions, so that hardly ever more
// than one bit is looked at to know that a position is new.
const (
	sieveWords = 256
	sieveBits  = 64 * sieveWords
)

// maxRedrawn bounds the games given up for one that reaches its Mark.
const maxRedrawn = 10000

func newField(config Config, plan func(int, *rand.Rand) Schedule, players int) *field {
	f := &field{config: config, plan: plan, players: players}
	for i := range config.Size * config.Size {
		f.points[i] = board.FromIndex(i, config.Size)
	}
	return f
}

func (f *field) newPlace() *place {
	points := f.config.Size * f.config.Size
	return &place{
		field: f, moves: make([]record.Move, 0, f.config.MoveLimit), hashes: make([]uint64, 0, f.config.MoveLimit+1),
		legal: make([]board.Point, 0, points),
	}
}

// begin sits down to game i.
func (p *place) begin(i int) error {
	p.index, p.redrawn = i, 0
	p.rng, p.seed, p.playOut = p.field.config.sources(i)
	return p.again()
}

// again begins the game, with a new schedule, on an empty board.
func (p *place) again() error {
	p.schedule = p.field.plan(p.index, p.rng)
	if m := p.schedule.Mark; p.schedule.Who == nil || m < 0 || m >= p.field.config.MoveLimit {
		return fmt.Errorf("game %d: a schedule with a mark after %d moves, where the limit is %d",
			p.index, m, p.field.config.MoveLimit)
	}
	p.pos = board.NewPosition(p.field.config.Size)
	if start := p.schedule.Start; start != nil {
		if start.Size() != p.field.config.Size {
			return fmt.Errorf("game %d: a position of %[2]d×%[2]d to start with on a board of %[3]d×%[3]d",
				p.index, start.Size(), p.field.config.Size)
		}
		p.pos = *start
	}
	p.moves, p.thoughts, p.hashes, p.passes = p.moves[:0], p.thoughts[:0], p.hashes[:0], 0
	p.hopeless, p.given = [3]int{}, board.Empty
	clear(p.sieve[:])
	p.remember()
	return nil
}

// remember notes the position for the superko rule.
func (p *place) remember() {
	h := p.pos.Hash()
	p.hashes = append(p.hashes, h)
	p.sieve[h%sieveBits/64] |= 1 << (h % 64)
}

// repeats says whether the move of c at q brings an earlier position back.
func (p *place) repeats(q board.Point, c board.Color) bool {
	h, _ := p.pos.HashAfter(q, c)
	if p.sieve[h%sieveBits/64]>>(h%64)&1 == 0 {
		return false
	}
	for _, earlier := range p.hashes {
		if earlier == h {
			return true
		}
	}
	return false
}

// candidates are the legal moves of the side to move in row-major order; without those into
// own eyes if they shall be sensible.
func (p *place) candidates(sensible bool) []board.Point {
	c, captured := p.pos.ToMove(), p.captured()
	p.legal = p.legal[:0]
	for _, q := range p.field.points[:p.field.config.Size*p.field.config.Size] {
		if p.candidate(q, c, sensible, captured) {
			p.legal = append(p.legal, q)
		}
	}
	return p.legal
}

// captured says whether stones were. Before that the number of stones only grows, so no position comes again.
func (p *place) captured() bool {
	return p.pos.Prisoners(board.Black)+p.pos.Prisoners(board.White) > 0
}

// candidate says whether a point is one of the candidates of c.
func (p *place) candidate(q board.Point, c board.Color, sensible, captured bool) bool {
	return p.pos.At(q) == board.Empty && p.pos.Legal(q, c) &&
		!(sensible && p.pos.OwnEye(q, c)) && !(captured && p.repeats(q, c))
}

// draw is a move from p^(1/T) over the sensible moves, Pass if there is none.
func (p *place) draw(probs []float32, temperature float64) board.Point {
	moves := p.candidates(true)
	if len(moves) == 0 {
		return board.Pass
	}
	return evaluation.Draw(p.rng, moves, probs, p.field.config.Size, temperature)
}

// random is a uniformly random legal move, Pass if there is none.
func (p *place) random() board.Point {
	moves := p.candidates(false)
	if len(moves) == 0 {
		return board.Pass
	}
	return moves[p.rng.IntN(len(moves))]
}

// play makes a move. prior is what the network gave to it, 0 if it was not asked.
func (p *place) play(q board.Point, prior float32) {
	c := p.pos.ToMove()
	p.pos.Play(q, c)
	p.moves = append(p.moves, record.NewMove(c, q, p.field.config.Size))
	if p.field.config.Thoughts {
		p.thoughts = append(p.thoughts, record.Thought{Prior: prior})
	}
	if q == board.Pass {
		p.passes++
		return
	}
	p.passes = 0
	p.remember()
}

// advance goes on to the next move of a network: it makes random moves, and hands over the
// game if it is over, as done. next is the player to move.
func (p *place) advance() (next int, done *Game, err error) {
	for {
		end, winner, margin, over := p.over()
		if over && len(p.moves) <= p.schedule.Mark {
			if p.redrawn++; p.redrawn > maxRedrawn {
				return 0, nil, fmt.Errorf("game %d: none of %d games reached the position that they were made for; "+
					"the last was to have %d moves", p.index, maxRedrawn, p.schedule.Mark)
			}
			if err := p.again(); err != nil {
				return 0, nil, err
			}
			continue
		}
		if over {
			return 0, p.finished(end, winner, margin), nil
		}
		next := p.schedule.Who(len(p.moves), p.pos.ToMove())
		if next != Random {
			if next < 0 || next >= p.field.players {
				return 0, nil, fmt.Errorf("game %d: player %d of %d is to move", p.index, next, p.field.players)
			}
			return next, nil, nil
		}
		p.play(p.random(), 0)
	}
}

// over says whether the game has ended, and how. margin is Black's lead with komi.
func (p *place) over() (end End, winner board.Color, margin float64, over bool) {
	switch {
	case p.passes >= 2:
		winner, margin = p.count()
		return Passes, winner, margin, true
	case len(p.moves) >= p.field.config.MoveLimit:
		winner, margin = p.count()
		return Limit, winner, margin, true
	case len(p.moves) > p.schedule.Mark:
		return p.decided()
	}
	return "", 0, 0, false
}

// count scores the board as it stands.
func (p *place) count() (winner board.Color, margin float64) {
	black, white := p.pos.Area(nil)
	margin = float64(black-white) - p.field.config.Komi
	return leader(margin), margin
}

func leader(margin float64) board.Color {
	switch {
	case margin > 0:
		return board.Black
	case margin < 0:
		return board.White
	}
	return board.Empty
}

// finished is the game as it is handed over.
func (p *place) finished(end End, winner board.Color, margin float64) *Game {
	result := record.Result{Winner: winner, Ending: record.Score, Margin: float32(math.Abs(margin))}
	switch {
	case end == Resigned:
		result.Ending, result.Margin = record.Resign, 0
	case winner == board.Empty:
		result.Ending = record.Drawn
	}
	setup, first := p.setup()
	return &Game{
		Index: p.index,
		Record: record.Game{
			Size: p.field.config.Size, Komi: p.field.config.Komi, Setup: setup, First: first,
			Moves:    append([]record.Move(nil), p.moves...),
			Thoughts: append([]record.Thought(nil), p.thoughts...),
			Mark:     p.schedule.Mark,
			Result:   result,
			Rules:    "Chinese", Source: record.Source{File: "selfplay", Line: p.index + 1},
		},
		Winner:    winner,
		End:       end,
		Redrawn:   p.redrawn,
		Hopeless:  p.given,
		PlayedOut: p.field.config.Resign > 0 && p.playOut,
	}
}

// setup is the position that the game began with, as a record has it.
func (p *place) setup() (stones []record.Move, first board.Color) {
	start := p.schedule.Start
	if start == nil {
		return nil, board.Black
	}
	size := start.Size()
	for _, q := range p.field.points[:size*size] {
		if c := start.At(q); c != board.Empty {
			stones = append(stones, record.NewMove(c, q, size))
		}
	}
	return stones, start.ToMove()
}
