package match

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/timing"
)

// Config describes a match. Game i, from 0, depends on Seed and i alone: A has Black in
// the even ones, and with random openings the games 2j and 2j+1 begin alike. With Handicap B has Black in
// all games, and each game has random moves of its own.
type Config struct {
	// Games is how many are played.
	Games int
	// Rules are what is played.
	Rules game.Rules
	// Thoughts keeps what players that can tell (Thinker) thought of each move.
	Thoughts bool
	// PlayOut is the share of the games, drawn by chance, in which nobody resigns. Outside programs
	// may resign all the same. Game.Hopeless is who would have resigned.
	PlayOut float64
	// Openings is the number of random moves that a game begins with.
	Openings int
	// Handicap is the number of stones that B gets, with Black in all games, on the points of
	// board.FixedHandicap; 0 for none.
	Handicap int
	// SameColors gives A Black in all games.
	SameColors bool
	// MoveLimit ends a game; 0 means four times as many as there are points.
	MoveLimit int
	// Time is both players' for a game.
	Time timing.Settings
	// Patience is how long one move may take where there is no clock; 0 is for ever.
	Patience time.Duration
	// Parallel is how many games are played at once.
	Parallel int
	// Seed is where all chance comes from.
	Seed uint64
	// Now is the clock of the referee; time.Now if nil.
	Now func() time.Time
	// Watch is called before each move, from the goroutine that plays the game, which waits for it; nil
	// for nobody.
	Watch func(UnderWay)
	// Elsewhere plays on other machines what Run is asked for; nil: this process plays. Watch sees none of those games.
	Elsewhere Elsewhere
	// Flush puts the games that finished has taken on the disk, for Elsewhere; nil if finished does.
	Flush func() error
	// Back takes back the games that finished has taken from a number on, for Elsewhere, and says which game is wanted
	// then; nil if they stay.
	Back func(game int) (next int, err error)
	// Begun is called when the last game has begun, or was given out to other machines; nil for nobody.
	Begun func()

	// room has a place for each game at once of all matches that share it; nil if only Parallel bounds them.
	room chan struct{}
}

// Elsewhere is what Run does, on other machines. It returns the error of finished as it is, ErrEnough too.
type Elsewhere func(
	ctx context.Context, config Config, sides [2]Side, done map[int]bool, finished func(*Game) error,
) error

// UnderWay is a game that is being played: its number, from 0, and who has Black, "a" or "b".
type UnderWay struct {
	Index int
	Black string
	Game  game.Game
}

// Validate refuses matches that cannot be played.
func (c Config) Validate() error {
	if err := c.Rules.Validate(); err != nil {
		return err
	}
	cells := c.Rules.Size() * c.Rules.Size()
	switch {
	case c.Games < 1 || c.Games > 1_000_000:
		return fmt.Errorf("%d games: want 1 to 1,000,000", c.Games)
	case c.Openings < 0 || c.Openings > cells:
		return fmt.Errorf("%d random opening moves: want 0 to %d", c.Openings, cells)
	case c.MoveLimit < 0:
		return fmt.Errorf("a limit of %d moves: want 0 or more", c.MoveLimit)
	case c.MoveLimit > 0 && c.Openings >= c.MoveLimit:
		return fmt.Errorf("%d random opening moves, and a game ends after %d: no player would move. Want fewer",
			c.Openings, c.MoveLimit)
	case c.Patience < 0:
		return fmt.Errorf("a patience of %v: want 0 or more", c.Patience)
	case c.Parallel < 1 || c.Parallel > 1024:
		return fmt.Errorf("%d games at once: want 1 to 1024", c.Parallel)
	case c.Handicap != 0 && c.SameColors:
		return errors.New("with handicap B has Black in all games, so A cannot have it: choose one")
	}
	return c.checkHandicap()
}

// Side makes one of a match's two players. Every slot of parallel games makes its own, once,
// and again after a player failed.
type Side struct {
	Name string
	Make func() (player.Player, error)
	// Text is the player string, for games on other machines.
	Text string
}

// Game is one game of a match.
type Game struct {
	Game  int    `json:"game"` // from 0
	Seed  uint64 `json:"seed"`
	Black string `json:"black"` // "a" or "b"
	White string `json:"white"`
	Who   string `json:"winner"` // "a", "b" or "draw"
	// Hash is the same for games with the same moves, in 16 hexadecimal digits; "" where it was
	// not noted.
	Hash string `json:"hash,omitempty"`
	Ending

	// Record is the game itself.
	Record game.Record `json:"-"`
	// Thoughts are of the moves of Record, if they were asked for.
	Thoughts []record.Thought `json:"-"`
	// PlayedOut says that nobody was allowed to resign in this game, and nobody did.
	// Hopeless is who would have resigned first, Empty for nobody.
	PlayedOut bool        `json:"-"`
	Hopeless  board.Color `json:"-"`
}

// Winner is 0 for A, 1 for B, −1 for a draw.
func (m *Game) Winner() int {
	switch m.Who {
	case "a":
		return 0
	case "b":
		return 1
	}
	return -1
}

// sound refuses what cannot be the result of a game: unknown players, or a winner that contradicts
// the result.
func (m *Game) sound() error {
	if c := [2]string{m.Black, m.White}; c != [2]string{"a", "b"} && c != [2]string{"b", "a"} {
		return fmt.Errorf("black %q and white %q: want a and b", m.Black, m.White)
	}
	if m.Who != "a" && m.Who != "b" && m.Who != "draw" {
		return fmt.Errorf("winner %q: want a, b or draw", m.Who)
	}
	if m.Result == "" {
		return nil
	}
	won := "draw"
	switch side, _, _ := strings.Cut(m.Result, "+"); side {
	case "B", "X":
		won = m.Black
	case "W", "O":
		won = m.White
	}
	if won != m.Who {
		return fmt.Errorf("winner %q, but the result is %s with %s as black", m.Who, m.Result, m.Black)
	}
	return nil
}

// Faulty says that the loser lost by a fault: it failed, did not answer or played an illegal
// move. It is not fit for another game.
func (m *Game) Faulty() bool {
	return m.End == EndFailed || m.End == EndTime || m.End == EndIllegal
}

// ErrEnough ends a match without an error, when finished returns it: no more games are wanted.
var ErrEnough = errors.New("no more games are wanted")

// Run plays the games that done does not name, several at once. It calls finished with each
// game in the order in which they end, from one goroutine at a time. When ctx ends, Run gives
// up the games under way and returns ctx's error. When finished returns ErrEnough, Run gives
// them up, too; it may call finished once more for each game that ended at the same time.
func Run(ctx context.Context, config Config, a, b Side, done map[int]bool, finished func(*Game) error) error {
	if err := config.Validate(); err != nil {
		return err
	}
	if config.Elsewhere != nil {
		if err := config.Elsewhere(ctx, config, [2]Side{a, b}, done, finished); !errors.Is(err, ErrEnough) {
			return err
		}
		return nil
	}
	var todo []int
	for i := range config.Games {
		if !done[i] {
			todo = append(todo, i)
		}
	}
	var mu sync.Mutex
	return Stream(ctx, config, a, b, func(context.Context) (int, bool) {
		mu.Lock()
		defer mu.Unlock()
		if len(todo) == 0 {
			return 0, false
		}
		i := todo[0]
		if todo = todo[1:]; len(todo) == 0 && config.Begun != nil {
			config.Begun()
		}
		return i, true
	}, finished)
}

// Stream plays the games whose numbers next gives, until it says that there are no more. Several goroutines call
// next, which may wait until its ctx ends, as it does when a game fails. All else is as in Run.
func Stream(
	ctx context.Context, config Config, a, b Side, next func(context.Context) (game int, ok bool),
	finished func(*Game) error,
) error {
	if err := config.Validate(); err != nil {
		return err
	}
	m := &match{config: config, sides: [2]Side{a, b}, finished: finished}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var slots sync.WaitGroup
	for range min(config.Parallel, config.Games) {
		slots.Go(func() {
			if err := m.slot(ctx, next); err != nil {
				stop(err)
			}
		})
	}
	slots.Wait()
	err := context.Cause(ctx)
	if errors.Is(err, ErrEnough) {
		err = nil
	}
	if m.failed != nil && !errors.Is(err, m.failed) { // a game that ended after an interruption
		err = errors.Join(err, m.failed)
	}
	return err
}

type match struct {
	config   Config
	sides    [2]Side
	mu       sync.Mutex
	finished func(*Game) error
	failed   error // of finished: it takes no other game
}

// slot plays one game after the other with the same two players.
func (m *match) slot(ctx context.Context, next func(context.Context) (int, bool)) (err error) {
	if m.config.room != nil {
		select {
		case m.config.room <- struct{}{}:
			defer func() { <-m.config.room }() // when the players are closed
		case <-ctx.Done():
			return nil
		}
	}
	var players [2]player.Player
	var ready [2]bool
	defer func() {
		for k, p := range players {
			if ready[k] {
				err = errors.Join(err, p.Close())
			}
		}
	}()
	for ctx.Err() == nil {
		i, ok := next(ctx)
		if !ok {
			return nil
		}
		for k := range players {
			if ready[k] {
				continue
			}
			if players[k], err = m.sides[k].Make(); err != nil {
				return fmt.Errorf("player %s: %w", m.sides[k].Name, err)
			}
			ready[k] = true
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
			ready[loser] = false
		}
		for k, p := range players {
			if ready[k] && Broken(p) {
				_ = p.Close()
				ready[k] = false
			}
		}
	}
	return nil
}

// Broken says that a player can play no other game although it did not lose the last one by a fault, such as a program
// that died when it was asked for the score.
func Broken(p player.Player) bool {
	b, ok := p.(interface{ Broken() bool })
	return ok && b.Broken()
}

func (m *match) report(g *Game) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.failed != nil { // the last line of a file may be half a line
		return m.failed
	}
	err := m.finished(g)
	if !errors.Is(err, ErrEnough) {
		m.failed = err
	}
	return err
}

// Play plays game i of a match by c between two players, A first, who stay open: whoever plays
// many matches in turns keeps them, except the loser of a game that was Faulty and who is Broken.
// Only the end of ctx, and a match that cannot be played, are errors.
func (c Config) Play(ctx context.Context, i int, names [2]string, players [2]player.Player) (*Game, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	result, black := c.begin(i)
	g, opened, err := c.opened(i)
	if err != nil {
		return nil, err
	}
	result.Record = game.Record{Game: g, Black: names[black], White: names[1-black], Opening: opened}
	var byColor [3]player.Player
	for k, p := range players {
		if r, ok := p.(player.Reseeder); ok {
			r.Reseed(gameSeed(result.Seed, k))
		}
		byColor[board.Black+board.Color(k^black)] = p
	}
	r := referee{limit: c.moveLimit(), patience: c.Patience, time: c.Time, now: c.Now, think: c.Thoughts}
	if c.Watch != nil {
		r.watch = func() { c.Watch(UnderWay{Index: i, Black: result.Black, Game: g}) }
	}
	r.playOn = rand.New(rand.NewPCG(result.Seed, playOutSalt)).Float64() < c.PlayOut
	if result.Ending, err = r.play(ctx, g, byColor); err != nil {
		return nil, err
	}
	result.judge(black)
	result.Thoughts = r.thoughts
	if r.playOn && result.End != EndResign {
		result.PlayedOut, result.Hopeless = true, r.hopeless
	}
	result.Hash, result.Record.Result = movesHash(g), result.Result
	return result, nil
}

// sideNames are what Game calls the players.
var sideNames = [2]string{"a", "b"}

// begin is game i before it is played, and which player has Black.
func (c Config) begin(i int) (g *Game, black int) {
	black = i % 2
	switch {
	case c.Handicap != 0:
		black = 1
	case c.SameColors:
		black = 0
	}
	return &Game{
		Game:  i,
		Seed:  gameSeed(c.Seed, i),
		Black: sideNames[black],
		White: sideNames[1-black],
		Who:   "draw",
	}, black
}

// judge says who won, from the ending and who had Black.
func (m *Game) judge(black int) {
	if w := m.Ending.Winner; w != board.Empty {
		m.Who = sideNames[int(w-board.Black)^black]
	}
}

const (
	openingSalt = 0x6f70656e696e67
	playOutSalt = 0x706c61796f7574
)

// gameSeed derives the seed of game i, so that games of neighbouring seeds have nothing in
// common.
func gameSeed(seed uint64, i int) uint64 { return rand.NewPCG(seed, uint64(i)).Uint64() }
