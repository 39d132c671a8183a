package rollout

import (
	"fmt"
	"math/bits"

	"github.com/tengen-go/tengen/board"
)

// InformedConfig is how Informed plays. Chances are from 0 (the rule is off) to 1 (always,
// when it has a move).
type InformedConfig struct {
	// Atari is the chance to answer where the last move gave or came into atari: capture
	// what came, save what can be saved.
	Atari float64
	// Nakade is the chance to play the vital point of a small eyespace next to the last move.
	Nakade float64
	// TwoLiberties is the chance to answer where chains next to the last move have two
	// liberties: to catch the opponent's, to keep one's own from being caught.
	TwoLiberties float64
	// Pattern is the chance to play where a 3×3 pattern matches next to the last move.
	Pattern float64
	// Take is the chance to capture anywhere.
	Take float64
	// SelfAtari is the chance to pass over a random move that puts its own stones in atari to
	// no end.
	SelfAtari float64
	// Replies is the chance to play the last good reply to the last moves, before anything
	// else. It needs to know who won (Learn).
	Replies float64
}

// DefaultInformedConfig has the chances that play best on 9×9 in MC-RAVE, as far as
// docs/benchmarks.md could tell: with higher ones playouts are less alike the games that
// strong players finish.
func DefaultInformedConfig() InformedConfig {
	return InformedConfig{
		Atari: 0.85, Nakade: 0.8, TwoLiberties: 0.8, Pattern: 0.85, Take: 0.7, SelfAtari: 0.6,
	}
}

// Validate says what is wrong with c.
func (c InformedConfig) Validate() error {
	for _, x := range []struct {
		name   string
		chance float64
	}{
		{"atari", c.Atari},
		{"nakade", c.Nakade},
		{"two liberties", c.TwoLiberties},
		{"pattern", c.Pattern},
		{"take", c.Take},
		{"replies", c.Replies},
		{"self-atari", c.SelfAtari},
	} {
		if !(x.chance >= 0 && x.chance <= 1) {
			return fmt.Errorf("chance %v for %s: want 0 to 1", x.chance, x.name)
		}
	}
	return nil
}

// Informed plays by more knowledge than MoGo, in the manner of the strongest programs of
// Monte-Carlo tree search by hand-made rules: the rules are asked in order, each with a
// chance, and the first that has a move gives a random one of its moves.
//
//  1. atari where the last move was: capture, or save;
//  2. the vital point of an eyespace next to the last move (nakade);
//  3. chains of two liberties where the last move was: catch or protect;
//  4. 3×3 patterns round the last move, as MoGo's;
//  5. captures anywhere;
//  6. a random move that is no senseless self-atari.
type Informed struct {
	config InformedConfig
	table  *shapeTable
	ataris ataris
	moves  [cells]board.Point // scratch

	atari, nakade, two, pattern, take, self, reply chance

	answers *answers // nil without replies
}

// chance is a probability as a threshold for 32 random bits.
type chance uint64

func newChance(p float64) chance { return chance(p * (1 << 32)) }

func (c chance) comes(r *board.Rand) bool {
	return c>>32 != 0 || c != 0 && r.Uint64()>>32 < uint64(c)
}

// NewInformed makes such a player; the error says what is wrong with the configuration.
func NewInformed(c InformedConfig) (*Informed, error) {
	if err := c.Validate(); err != nil {
		return nil, fmt.Errorf("informed playout: %w", err)
	}
	f := &Informed{
		config: c, table: mogoTable(),
		atari: newChance(c.Atari), nakade: newChance(c.Nakade), two: newChance(c.TwoLiberties),
		pattern: newChance(c.Pattern),
		take:    newChance(c.Take),
		self:    newChance(c.SelfAtari),
		reply:   newChance(c.Replies),
	}
	if c.Replies > 0 {
		f.answers = &answers{game: make([]board.Point, 0, MoveLimit(board.MaxSize))}
	}
	return f, nil
}

// Play implements Playout.
func (f *Informed) Play(pos *board.Position, r *board.Rand, trace []board.Point) []board.Point {
	if f.answers == nil {
		return play(f, pos, r, trace)
	}
	f.answers.begin(pos)
	begun := len(trace)
	trace = play(f, pos, r, trace)
	f.answers.game = append(f.answers.game, trace[begun:]...)
	return trace
}

// Learn implements Learner; without replies there is nothing to learn.
func (f *Informed) Learn(winner board.Color) {
	if f.answers != nil {
		f.answers.learn(winner)
	}
}

func (f *Informed) known() *ataris { return &f.ataris }

// move is the next move.
func (f *Informed) move(pos *board.Position, r *board.Rand) board.Point {
	if f.answers != nil && f.reply.comes(r) {
		if p := f.answers.find(pos); p != board.Pass {
			return p
		}
	}
	if last := pos.Recent(0); last > 0 {
		if f.atari.comes(r) {
			if moves := f.localAtari(pos, last); len(moves) > 0 {
				return moves[r.IntN(len(moves))]
			}
		}
		if f.nakade.comes(r) {
			if p := vitalPoint(pos, last); p != board.NoPoint && pos.Legal(p, pos.ToMove()) {
				return p
			}
		}
		if f.two.comes(r) {
			if moves := f.twoLiberties(pos, last); len(moves) > 0 {
				return moves[r.IntN(len(moves))]
			}
		}
		if f.pattern.comes(r) {
			if moves := f.patterns(pos, last); len(moves) > 0 {
				return moves[r.IntN(len(moves))]
			}
		}
	}
	if f.take.comes(r) {
		if moves := f.ataris.takes(f.moves[:0], pos); len(moves) > 0 {
			return moves[r.IntN(len(moves))]
		}
	}
	return f.random(pos, r)
}

// localAtari are the moves of the first rule.
func (f *Informed) localAtari(pos *board.Position, last board.Point) []board.Point {
	own := pos.ToMove()
	moves := f.moves[:0]
	if pos.Liberties(last) == 1 {
		if p := pos.Liberty(last); pos.Legal(p, own) {
			moves = append(moves, p)
		}
	}
	for d := pos.Sides(last, own); d != 0; d &= d - 1 {
		if q := last.Neighbours()[bits.TrailingZeros8(d)&3]; pos.Liberties(q) == 1 {
			moves = appendSaves(moves, pos, q, own)
		}
	}
	return moves
}

// twoLiberties are the moves of the third rule.
func (f *Informed) twoLiberties(pos *board.Position, last board.Point) []board.Point {
	own := pos.ToMove()
	moves := f.moves[:0]
	if pos.Liberties(last) == 2 {
		moves = f.appendCatches(moves, pos, last, own)
	}
	for d := pos.Sides(last, own); d != 0; d &= d - 1 {
		if q := last.Neighbours()[bits.TrailingZeros8(d)&3]; pos.Liberties(q) == 2 {
			moves = f.appendGuards(moves, pos, q, own)
		}
	}
	return moves
}

// appendCatches adds the ataris after which the opponent's chain at q, which has two
// liberties, does not get out by extending.
func (f *Informed) appendCatches(
	moves []board.Point, pos *board.Position, q board.Point, own board.Color,
) []board.Point {
	l := pos.TwoLiberties(q)
	for i, p := range l {
		if pos.Extended(q, l[1-i], p) < 2 && pos.Legal(p, own) && !selfAtari(pos, p, own) {
			moves = appendNew(moves, p)
		}
	}
	return moves
}

// appendGuards adds the moves that give the chain at q, which has two liberties and could be
// caught, three, or take what could catch it.
func (f *Informed) appendGuards(
	moves []board.Point, pos *board.Position, q board.Point, own board.Color,
) []board.Point {
	l := pos.TwoLiberties(q)
	e := [2]int{pos.Extended(q, l[0], l[1]), pos.Extended(q, l[1], l[0])}
	threat := false
	for i, p := range l {
		threat = threat || e[1-i] < 2 && pos.Legal(p, own.Opponent()) && !selfAtari(pos, p, own.Opponent())
	}
	if !threat {
		return moves
	}
	for i, p := range l {
		if e[i] >= 2 && pos.Legal(p, own) {
			moves = appendNew(moves, p)
		}
	}
	return appendTakes(moves, pos, q, own)
}

// patterns are the moves of the fourth rule.
func (f *Informed) patterns(pos *board.Position, last board.Point) []board.Point {
	own := pos.ToMove()
	moves := f.moves[:0]
	for _, p := range last.Ring() {
		if pos.At(p) == board.Empty && f.table.has(own, pos.Around(p)) && pos.Legal(p, own) && !selfAtari(pos, p, own) {
			moves = append(moves, p)
		}
	}
	return moves
}

// random is a move of the last rule.
func (f *Informed) random(pos *board.Position, r *board.Rand) board.Point {
	c := pos.ToMove()
	for n := pos.EmptyCount(); n > 0; n-- {
		i := r.IntN(n)
		p := pos.EmptyAt(i)
		if !pos.OwnEye(p, c) && pos.Legal(p, c) && !(badSelfAtari(pos, p, c) && f.self.comes(r)) {
			return p
		}
		pos.SwapEmpty(i, n-1)
	}
	return board.Pass
}
