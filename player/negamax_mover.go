package player

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/negamax"
)

// NegamaxMover is a Mover that reads all moves to a depth: a NegamaxPlayer without what
// concerns Go alone.
type NegamaxMover struct {
	config  NegamaxConfig
	negamax *negamax.Searcher
	now     func() time.Time
	reading negamax.Reading
	took    SearchReport
}

func buildNegamaxMover(spec Spec, game Game, env Env) (Mover, error) {
	config, err := readNegamaxConfig(spec, env, &game)
	if err != nil {
		return nil, err
	}
	return NewNegamaxMover(game, config)
}

// NewNegamaxMover makes a mover for a game. Its evaluation is exact or by playouts.
func NewNegamaxMover(game Game, config NegamaxConfig) (*NegamaxMover, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	var judge negamax.Judge
	switch config.Evaluation {
	case EvaluateValue:
		return nil, errors.New("evaluation=value: networks are for Go")
	case EvaluatePlayouts:
		judge = &negamax.MeanOfPlayouts{Playout: &search.Uniform{}, N: config.Playouts}
	}
	n, err := negamax.New(negamax.Config{Memory: config.Memory, Seed: config.Seed}, judge, game.New())
	if err != nil {
		return nil, fmt.Errorf("player %s: %w", KindNegamax, err)
	}
	return &NegamaxMover{config: config, negamax: n, now: time.Now}, nil
}

func (m *NegamaxMover) String() string { return KindNegamax }

// Config is what the mover is set to.
func (m *NegamaxMover) Config() NegamaxConfig { return m.config }

// Took is what the last move took.
func (m *NegamaxMover) Took() SearchReport { return m.took }

// Reading is what the last search found.
func (m *NegamaxMover) Reading() negamax.Reading { return m.reading }

// Value is what the mover expected of the position that it was last asked about, for itself,
// from −1 to 1.
func (m *NegamaxMover) Value() float64 { return m.reading.Value }

// Close frees the table.
func (m *NegamaxMover) Close() error {
	m.negamax = nil
	return nil
}

// Reseed implements Reseeder.
func (m *NegamaxMover) Reseed(seed uint64) { m.negamax.Reseed(seed ^ m.config.Seed) }

// Choose implements Mover.
func (m *NegamaxMover) Choose(ctx context.Context, s search.State) (search.Move, error) {
	began := m.now()
	deadline := time.Time{}
	if limit := m.config.timed(false); limit > 0 {
		deadline = began.Add(limit)
	}
	r, err := m.negamax.Search(ctx, s, m.config.budget(m.now, deadline))
	m.reading, m.took = r, SearchReport{Time: m.now().Sub(began)}
	if m.config.Evaluation == EvaluatePlayouts {
		m.took.Playouts = r.Judged * m.config.Playouts
	}
	switch {
	case errors.Is(err, search.ErrOver):
		return search.NoMove, err
	case err != nil:
		return search.NoMove, fmt.Errorf("player %s: %w", m, err)
	}
	return r.Move, ctx.Err()
}
