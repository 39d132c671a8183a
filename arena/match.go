package arena

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/tengen-go/tengen/board"
)

// MatchConfig describes a match. Game i, from 0, depends on Seed and i alone: A has Black in
// the even ones, and with random openings the games 2j and 2j+1 begin alike.
type MatchConfig struct {
	// Games is how many are played.
	Games int
	// Size and Rules are the board's.
	Size  int
	Rules board.Rules
	// Openings is the number of random moves that a game begins with.
	Openings int
	// SameColors gives A Black in all games.
	SameColors bool
	// MoveLimit ends a game; 0 means four times as many as there are points.
	MoveLimit int
	// Time is both players' for a game.
	Time TimeSettings
	// Patience is how long one move may take where there is no clock; 0 is for ever.
	Patience time.Duration
	// Parallel is how many games are played at once.
	Parallel int
	// Seed is where all chance comes from.
	Seed uint64
	// Now is the clock of the referee; time.Now if nil.
	Now func() time.Time
}

// Validate refuses matches that cannot be played.
func (c MatchConfig) Validate() error {
	if err := board.CheckSize(c.Size); err != nil {
		return err
	}
	if err := c.Rules.Validate(); err != nil {
		return err
	}
	switch {
	case c.Games < 1 || c.Games > 1_000_000:
		return fmt.Errorf("%d games: want 1 to 1,000,000", c.Games)
	case c.Openings < 0 || c.Openings > c.Size*c.Size:
		return fmt.Errorf("%d random opening moves: want 0 to %d", c.Openings, c.Size*c.Size)
	case c.MoveLimit < 0:
		return fmt.Errorf("a limit of %d moves: want 0 or more", c.MoveLimit)
	case c.Patience < 0:
		return fmt.Errorf("a patience of %v: want 0 or more", c.Patience)
	case c.Parallel < 1 || c.Parallel > 1024:
		return fmt.Errorf("%d games at once: want 1 to 1024", c.Parallel)
	}
	return nil
}

// Contestant makes one of a match's players. Every slot of parallel games makes its own,
// once, and again after a player failed.
type Contestant struct {
	Name string
	Make func() (Player, error)
}

// MatchGame is one game of a match.
type MatchGame struct {
	Game  int    `json:"game"` // from 0
	Seed  uint64 `json:"seed"`
	Black string `json:"black"` // "a" or "b"
	White string `json:"white"`
	Who   string `json:"winner"` // "a", "b" or "draw"
	Ending

	Record Transcript `json:"-"`
}

// Winner is 0 for A, 1 for B, −1 for a draw.
func (m *MatchGame) Winner() int {
	switch m.Who {
	case "a":
		return 0
	case "b":
		return 1
	}
	return -1
}

// Faulty says that the loser lost by a fault: it failed, did not answer or played an illegal
// move. It is not fit for another game.
func (m *MatchGame) Faulty() bool {
	return m.End == EndFailed || m.End == EndTime || m.End == EndIllegal
}

// ErrEnough ends a match without an error, when finished returns it: no more games are wanted.
var ErrEnough = errors.New("no more games are wanted")

// Match plays the games that done does not name, several at once, and hands each to
// finished, which is called by one goroutine at a time in the order in which they end. When
// ctx ends the games under way are given up, and ctx's error is returned; when finished
// returns ErrEnough they are given up, too, and it may be called once more for each that ended
// at the same time.
func Match(ctx context.Context, config MatchConfig, a, b Contestant, done map[int]bool, finished func(*MatchGame) error) error {
	if err := config.Validate(); err != nil {
		return err
	}
	m := &match{config: config, sides: [2]Contestant{a, b}, finished: finished}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	games := make(chan int)
	go func() {
		defer close(games)
		for i := range config.Games {
			if done[i] {
				continue
			}
			select {
			case games <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	var slots sync.WaitGroup
	for range min(config.Parallel, config.Games) {
		slots.Go(func() {
			if err := m.slot(ctx, games); err != nil {
				stop(err)
			}
		})
	}
	slots.Wait()
	if err := context.Cause(ctx); !errors.Is(err, ErrEnough) {
		return err
	}
	return nil
}

type match struct {
	config   MatchConfig
	sides    [2]Contestant
	mu       sync.Mutex
	finished func(*MatchGame) error
}

// slot plays one game after the other with the same two players.
func (m *match) slot(ctx context.Context, games <-chan int) (err error) {
	var players [2]Player
	defer func() {
		for _, p := range players {
			if p != nil {
				err = errors.Join(err, p.Close())
			}
		}
	}()
	for i := range games {
		for k, p := range players {
			if p != nil {
				continue
			}
			if players[k], err = m.sides[k].Make(); err != nil {
				players[k] = nil
				return fmt.Errorf("player %s: %w", m.sides[k].Name, err)
			}
		}
		g, err := m.config.Play(ctx, i, [2]string{m.sides[0].Name, m.sides[1].Name}, players)
		if err != nil {
			return err
		}
		if err := m.report(g); err != nil {
			return err
		}
		if g.Faulty() {
			// Whatever state the loser is in, the next game shall not suffer from it.
			loser := 1 - g.Winner()
			_ = players[loser].Close()
			players[loser] = nil
		}
	}
	return nil
}

func (m *match) report(g *MatchGame) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.finished(g)
}

// Play plays game i of a match by c between two players, A first, who stay open: whoever plays
// many matches in turns keeps them, except the loser of a game that was Faulty. Only the end of
// ctx, and a match that cannot be played, are errors.
func (c MatchConfig) Play(ctx context.Context, i int, names [2]string, players [2]Player) (*MatchGame, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.MoveLimit == 0 {
		c.MoveLimit = 4 * c.Size * c.Size
	}
	black := i % 2 // the player with Black
	if c.SameColors {
		black = 0
	}
	sides := [2]string{"a", "b"}
	result := &MatchGame{Game: i, Seed: gameSeed(c.Seed, i), Black: sides[black], White: sides[1-black], Who: "draw"}
	g, err := board.NewGame(c.Size, c.Rules)
	if err != nil {
		return nil, err
	}
	if err := opening(g, c.Openings, gameSeed(c.Seed^openingSalt, i/2)); err != nil {
		return nil, err
	}
	var byColor [3]Player
	for k, p := range players {
		if r, ok := p.(Reseeder); ok {
			r.Reseed(gameSeed(result.Seed, k))
		}
		byColor[board.Black+board.Color(k^black)] = p
	}
	r := referee{limit: c.MoveLimit, patience: c.Patience, time: c.Time, now: c.Now}
	if result.Ending, err = r.play(ctx, g, byColor); err != nil {
		return nil, err
	}
	if w := result.Ending.Winner; w != board.Empty {
		result.Who = sides[int(w-board.Black)^black]
	}
	result.Record = Transcript{Game: g, Black: names[black], White: names[1-black], Result: result.Result}
	return result, nil
}

const openingSalt = 0x6f70656e696e67

// gameSeed derives the seed of game i, so that games of neighbouring seeds have nothing in
// common.
func gameSeed(seed uint64, i int) uint64 { return rand.NewPCG(seed, uint64(i)).Uint64() }
