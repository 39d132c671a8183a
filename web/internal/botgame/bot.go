package botgame

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/version"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/player/loaded"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/timing"
	"github.com/tengen-go/tengen/web/internal/live"
	"github.com/tengen-go/tengen/web/internal/refusal"
)

// Name is what player strings call the model.
const Name = "bot"

// teacher judges moves. It reads less than the server's, because a browser is slow.
const teacher = "search:playouts=60,threads=1,reuse=on"

// progressEvery is the time between two events about a thought.
const progressEvery = 100 * time.Millisecond

// Config is how a bot is connected.
type Config struct {
	// Post takes answers and events. It is called by one goroutine at a time.
	Post func([]byte)
	// Yield lets others work for a moment; nil for nothing.
	Yield func()
	// Now is the time.
	Now func() time.Time
}

// Bot plays one game at a time with one model.
type Bot struct {
	config   Config
	model    *models.Model
	networks *loaded.Networks
	room     *live.Room
	posting  sync.Mutex

	mu     sync.Mutex
	game   *live.Game
	leave  func()   // ends the watching of game
	reader searcher // the opponent, if it searches
	of     int      // playouts of its moves
	said   time.Time
}

// searcher is a player that searches a tree.
type searcher interface{ Tree() *search.Tree }

// New unpacks a model, which Archive packed, and checks it.
func New(archive []byte, c Config) (*Bot, error) {
	m, err := open(archive)
	if err != nil {
		return nil, err
	}
	b := &Bot{config: c, model: m}
	b.networks = &loaded.Networks{Pause: b.pause, Open: func(string) (*models.Model, error) { return m, nil }}
	b.room = &live.Room{
		Context: context.Background(), // of the page, which takes the program with it when it is closed
		Run: func(ctx context.Context, _ int, work func(context.Context) error) error {
			return work(ctx)
		},
		Start: func(work func()) { go work() },
		Teacher: func(size int) (player.Analyst, error) {
			p, err := b.player(teacher, size)
			if err != nil {
				return nil, err
			}
			return p.(player.Analyst), nil
		},
		Keep: func(_ string, text []byte) error {
			b.post(message{Event: "kept", Text: string(text)})
			return nil
		},
		Now: c.Now,
	}
	return b, nil
}

// about is what the page needs to know of the program.
type about struct {
	Version string  `json:"version"`
	Board   int     `json:"board"`
	Value   bool    `json:"value"` // there is a value network
	Speed   float64 `json:"speed"` // playouts a second, by a short search
}

func (b *Bot) about(ctx context.Context) (*about, error) {
	_, value := b.model.Manifest.Networks[models.Value]
	a := &about{Version: version.String(), Board: b.model.Manifest.Board, Value: value}
	var err error
	a.Speed, err = b.speed(ctx, a.Board)
	return a, err
}

// tried is how many playouts say how fast the browser is, after as many that warm it up.
const tried = 12

// speed is how many playouts a search makes in a second.
func (b *Bot) speed(ctx context.Context, size int) (float64, error) {
	p, err := b.player("search:threads=1,reuse=off,playouts="+strconv.Itoa(tried), size)
	if err != nil {
		return 0, err
	}
	defer p.Close()
	rules := game.Go{Board: size, Rules: board.Chinese()}
	g, err := rules.New()
	if err != nil {
		return 0, err
	}
	var took time.Duration
	for range 2 {
		if err := p.NewGame(g); err != nil {
			return 0, err
		}
		began := b.config.Now()
		if _, err := p.Genmove(ctx, g.ToMove(), timing.Clock{}); err != nil {
			return 0, err
		}
		took = b.config.Now().Sub(began)
		if len(g.Moves()) == 0 { // again elsewhere, because what was read is known
			if err := g.Play(board.FromIndex(size*size/2, size), g.ToMove()); err != nil {
				return 0, err
			}
		}
	}
	return tried / max(took.Seconds(), 1e-6), nil
}

// player makes a player of the model.
func (b *Bot) player(text string, size int) (player.Player, error) {
	joint := ":"
	if strings.Contains(text, ":") {
		joint = ","
	}
	p, err := player.Players().Parse(text+joint+"model="+Name, player.Env{
		Rules: game.Go{Board: size}, Seed: 1, Threads: 1, Networks: b.networks,
	})
	if err != nil {
		return nil, refusal.Of("%v", err)
	}
	return p, nil
}

// opponent makes who plays.
func (b *Bot) opponent(text, name string) func(size int) (live.Opponent, error) {
	return func(size int) (live.Opponent, error) {
		spec, err := options.Parse("player", text)
		if err != nil {
			return live.Opponent{}, refusal.Of("%v", err)
		}
		p, err := b.player(text, size)
		if err != nil {
			return live.Opponent{}, err
		}
		b.mu.Lock()
		defer b.mu.Unlock()
		b.reader, _ = p.(searcher)
		b.of, _ = strconv.Atoi(spec.Value("playouts"))
		return live.Opponent{Player: p, Text: text, Name: name, Threads: 1}, nil
	}
}

// show makes g the game that is played. The one before ends.
func (b *Bot) show(g *live.Game) error {
	b.mu.Lock()
	before, leave := b.game, b.leave
	news, ends := g.News.Watch()
	done := make(chan struct{})
	b.game, b.leave = g, func() { ends(); close(done) }
	b.mu.Unlock()
	if before != nil {
		leave()
		if err := before.Close(); err != nil {
			return err
		}
	}
	go func() {
		for {
			select {
			case <-news:
				b.mu.Lock()
				if b.game == g { // else another one has begun, and its page must not see this one
					b.post(message{Event: "game", Game: g.Snapshot()})
				}
				b.mu.Unlock()
			case <-done:
				return
			}
		}
	}()
	g.GoOn()
	return nil
}

// current is the game that is played.
func (b *Bot) current() (*live.Game, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.game == nil {
		return nil, refusal.Of("there is no game")
	}
	return b.game, nil
}

// pause lets the page work during a search, and says how far it is.
func (b *Bot) pause() {
	if b.config.Yield != nil {
		b.config.Yield()
	}
	now := b.config.Now()
	b.mu.Lock()
	tell := b.reader != nil && b.of > 0 && now.Sub(b.said) >= progressEvery
	var m message
	if tell {
		b.said = now
		m = message{Event: "progress", Done: min(b.reader.Tree().Playouts(), b.of), Of: b.of}
	}
	b.mu.Unlock()
	if tell {
		b.post(m)
	}
}
