package work

import (
	"context"
	"errors"
	"fmt"

	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/selfplay"
)

// KindSelfplay is games of policy networks.
const KindSelfplay = "selfplay"

// Selfplay is games of two policy networks.
type Selfplay struct {
	Board     int               `json:"board"`
	Komi      float64           `json:"komi"`
	MoveLimit int               `json:"move_limit"`
	Seed      uint64            `json:"seed"`
	Settle    bool              `json:"settle,omitempty"`
	Resign    float64           `json:"resign,omitempty"`
	PlayOut   float64           `json:"play_out,omitempty"`
	Thoughts  bool              `json:"thoughts,omitempty"`
	Pairing   string            `json:"pairing,omitempty"` // one of the names below
	MaxU      int               `json:"max_u,omitempty"`   // of value data
	Players   [2]SelfplayPlayer `json:"players"`           // Black and White, or SL and RL of value data
}

// The names of pairings other than the one with fixed colours.
const (
	pairAlternating = "alternating"
	pairValueData   = "value data"
)

// SelfplayPlayer is one of the networks.
type SelfplayPlayer struct {
	Model       string  `json:"model"` // SHA-256 of PackPolicy's bytes
	Temperature float64 `json:"temperature"`
}

// NewSelfplay is the work that plays an order, with policies of these digests. Which games of it, tickets say.
func NewSelfplay(o selfplay.Order, digests [2]string) (*Selfplay, error) {
	c := o.Config
	s := &Selfplay{
		Board: c.Size, Komi: c.Komi, MoveLimit: c.MoveLimit, Seed: c.Seed, Settle: c.Settle,
		Resign: c.Resign, PlayOut: c.PlayOut, Thoughts: c.Thoughts,
	}
	for i, p := range o.Players {
		s.Players[i] = SelfplayPlayer{Model: digests[i], Temperature: p.Temperature}
	}
	switch p := o.Pairing.(type) {
	case selfplay.Fixed:
	case selfplay.Alternating:
		s.Pairing = pairAlternating
	case selfplay.ValueData:
		if p.SL != 0 || p.RL != 1 {
			return nil, fmt.Errorf("value data of players %d and %d, where 0 and 1 are wanted", p.SL, p.RL)
		}
		s.Pairing, s.MaxU = pairValueData, p.MaxU
	default:
		return nil, fmt.Errorf("a pairing (%T) that other machines do not know", p)
	}
	return s, s.validate()
}

// Kind names the type.
func (*Selfplay) Kind() string { return KindSelfplay }

// config is how the games are played.
func (s *Selfplay) config() selfplay.Config {
	return selfplay.Config{
		Size: s.Board, Komi: s.Komi, MoveLimit: s.MoveLimit, Seed: s.Seed, Settle: s.Settle,
		Resign: s.Resign, PlayOut: s.PlayOut, Thoughts: s.Thoughts,
	}
}

func (s *Selfplay) validate() error {
	switch s.Pairing {
	case "", pairAlternating:
		if s.MaxU != 0 {
			return fmt.Errorf("a random move up to %d in games that are no value data", s.MaxU)
		}
	case pairValueData:
		if err := s.valueData().Validate(len(s.Players)); err != nil {
			return err
		}
		if s.MoveLimit > 0 && s.MaxU >= s.MoveLimit {
			return fmt.Errorf("a random move up to %d in games of %d moves", s.MaxU, s.MoveLimit)
		}
	default:
		return fmt.Errorf("pairing %q, which this version of tengen does not know", s.Pairing)
	}
	for _, p := range s.Players {
		if p.Model == "" {
			return errors.New("a player without a model")
		}
	}
	return s.config().Validate()
}

func (s *Selfplay) valueData() selfplay.ValueData {
	return selfplay.ValueData{SL: 0, RL: 1, MaxU: s.MaxU}
}

// pairing says who moves when.
func (s *Selfplay) pairing() selfplay.Pairing {
	switch s.Pairing {
	case pairAlternating:
		return selfplay.Alternating{}
	case pairValueData:
		return s.valueData()
	}
	return selfplay.Fixed{}
}

// Play plays games.
func (s *Selfplay) Play(
	ctx context.Context, tools Tools, next func() (int, bool), done func(int, []byte) error,
) error {
	policies := map[string]*nets.Policy{}
	var players []selfplay.Player
	for _, p := range s.Players {
		if policies[p.Model] == nil {
			data, err := tools.Model(ctx, p.Model)
			if err != nil {
				return err
			}
			if policies[p.Model], err = UnpackPolicy(data); err != nil {
				return fmt.Errorf("model %.12s: %w", p.Model, err)
			}
			if tools.Device != nil {
				policies[p.Model].SetDevice(tools.Device)
			}
		}
		players = append(players, selfplay.Player{Policy: policies[p.Model], Temperature: p.Temperature})
	}
	config := s.config()
	config.Threads = tools.Threads
	if tools.Show != nil {
		config.Moved = func(game int) { tools.Show(game, nil) }
	}
	return selfplay.Stream(ctx, config, players, next, s.pairing().Plan, func(g *selfplay.Game) error {
		data, err := EncodeGame(g)
		if err != nil {
			return err
		}
		return done(g.Index, data)
	})
}

// Exact says yes: policies do not look at clocks.
func (*Selfplay) Exact() bool { return true }

// Essence is the whole game.
func (*Selfplay) Essence(_ int, data []byte) (string, error) {
	g, err := DecodeGame(data)
	if err != nil {
		return "", err
	}
	again, err := EncodeGame(g)
	return string(again), err
}

// Check replays a game by the rules.
func (s *Selfplay) Check(game int, data []byte, thorough bool) error {
	g, err := DecodeGame(data)
	if err != nil {
		return err
	}
	if g.Index != game {
		return fmt.Errorf("game %d, where game %d is wanted", g.Index, game)
	}
	return s.config().Check(g, s.MaxU, thorough)
}
