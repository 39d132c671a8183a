package work

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

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
	MaxU      int               `json:"max_u,omitempty"` // of value data; 0 for plain games
	Players   [2]SelfplayPlayer `json:"players"`         // Black and White, or SL and RL of value data
}

// SelfplayPlayer is one of the networks.
type SelfplayPlayer struct {
	Model       string  `json:"model"` // SHA-256 of PackPolicy's bytes
	Temperature float64 `json:"temperature"`
}

// NewSelfplay is the work that plays as config says, for two policies of these digests.
func NewSelfplay(config selfplay.Config, maxU int, players [2]SelfplayPlayer) *Selfplay {
	return &Selfplay{
		Board: config.Size, Komi: config.Komi, MoveLimit: config.MoveLimit, Seed: config.Seed, Settle: config.Settle,
		Resign: config.Resign, PlayOut: config.PlayOut, Thoughts: config.Thoughts, MaxU: maxU, Players: players,
	}
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
	if s.MaxU != 0 {
		if err := s.valueData().Validate(len(s.Players)); err != nil {
			return err
		}
		if s.MoveLimit > 0 && s.MaxU >= s.MoveLimit {
			return fmt.Errorf("a random move up to %d in games of %d moves", s.MaxU, s.MoveLimit)
		}
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

// plan says who moves when.
func (s *Selfplay) plan(game int, rng *rand.Rand) selfplay.Schedule {
	if s.MaxU > 0 {
		return s.valueData().Plan(game, rng)
	}
	return selfplay.Even(0, 1)
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
		}
		players = append(players, selfplay.Player{Policy: policies[p.Model], Temperature: p.Temperature})
	}
	config := s.config()
	config.Threads = tools.Threads
	return selfplay.Stream(ctx, config, players, next, s.plan, func(g *selfplay.Game) error {
		data, err := EncodeGame(g)
		if err != nil {
			return err
		}
		return done(g.Index, data)
	})
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
