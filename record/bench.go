package record

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync/atomic"
)

// benchText is about how much text a Bench keeps.
const benchText = 64 << 20

// Bench holds the SGF text of some games in memory, so that reading it can be
// measured apart from decompression.
type Bench struct {
	text  []byte // one game after the other
	games int
	moves int
}

// errBenchFull ends the gathering of text.
var errBenchFull = errors.New("enough")

// NewBench gathers about 64 MB of text: the games that the paths stand for, as
// ToSGF writes them, so that packed games can be measured too.
func NewBench(ctx context.Context, paths []string, opt Options) (*Bench, error) {
	b := &Bench{}
	_, err := Each(ctx, paths, opt, func(g Game) error {
		var err error
		if b.text, err = ToSGF(g).Append(b.text); err != nil {
			return fmt.Errorf("%v: %w", g.Source, err)
		}
		b.text = append(b.text, '\n')
		b.games++
		b.moves += len(g.Moves)
		if len(b.text) > benchText {
			return errBenchFull
		}
		return nil
	})
	if err != nil && !errors.Is(err, errBenchFull) {
		return nil, err
	}
	if b.games == 0 {
		return nil, errors.New("no games to measure with")
	}
	return b, nil
}

// Bytes is the size of the text.
func (b *Bench) Bytes() int64 { return int64(len(b.text)) }

// Games is the number of games in the text.
func (b *Bench) Games() int { return b.games }

// Moves is the number of moves in the text.
func (b *Bench) Moves() int { return b.moves }

// Parse reads all text into a Set, without replaying the moves.
func (b *Bench) Parse() error { return b.pass(false, false) }

// Replay reads all text as Read does.
func (b *Bench) Replay() error { return b.pass(true, false) }

// Tree reads all text as Parse does, but each game through its tree.
func (b *Bench) Tree() error { return b.pass(false, true) }

func (b *Bench) pass(replay, tree bool) error {
	p := &parser{
		opt: &Options{}, done: &atomic.Int64{},
		set: &Set{}, part: &Report{}, slow: tree, trust: !replay,
	}
	if err := p.whole("bench", bytes.NewReader(b.text)); err != nil {
		return err
	}
	if p.set.Len() != b.games {
		return fmt.Errorf("%d games read, want %d: %v",
			p.set.Len(), b.games, p.part.Faults[:min(1, len(p.part.Faults))])
	}
	return nil
}
