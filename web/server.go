package web

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/folder"
	"github.com/tengen-go/tengen/internal/job"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/strength"
	"github.com/tengen-go/tengen/web/internal/inside"
	"github.com/tengen-go/tengen/web/internal/jobs"
	"github.com/tengen-go/tengen/web/internal/library"
	"github.com/tengen-go/tengen/web/internal/live"
	"github.com/tengen-go/tengen/web/internal/matches"
	"github.com/tengen-go/tengen/web/internal/reviews"
	"github.com/tengen-go/tengen/web/internal/runs"
	"github.com/tengen-go/tengen/web/internal/thinking"
	"github.com/tengen-go/tengen/web/internal/wire"
	"github.com/tengen-go/tengen/web/internal/workers"
)

// Config is what a server serves, and how.
type Config struct {
	// Players make players of strings.
	Players player.Registry
	// ModelDirs are where players find models, as in player.Env. Players may name no others.
	ModelDirs []string
	// Player is the player string for a game in which nobody chooses; "" is search, or what plays
	// on boards without a model. It may name any model, and a program.
	Player string
	// Level is the strength of a game in which nobody chooses, instead of Player: a name of package
	// strength. A board without that rank takes the nearest.
	Level string
	// Commands lets a page start other programs as players (gtp:COMMAND).
	Commands bool
	// Threads are the processors that all games share; 0 means all.
	Threads int
	// Device is where the networks of games are computed; nil for the CPU.
	Device nets.Device
	// JobDevice is what --device of the commands that pages begin says; "" for nothing.
	JobDevice string
	// Folder is where games are kept. It is made, and locked until Close: two servers would overwrite each other's
	// games.
	Folder string
	// Runs is the folder of trainings and matches, those that pages begin too; "" for none. It is made
	// when the first one is.
	Runs string
	// Games are folders of games that pages may train with, those below them too.
	Games []string
	// Training is what a page may begin as a training; the zero value allows none.
	Training Training
	// Program runs the commands that pages begin; nil if they cannot begin any.
	Program job.Runner
	// Hub asks the hub of workers that pages show; nil for none. Its connection ends after Close.
	Hub func(context.Context) (hub.Status, error)
	// Version is what the page says.
	Version string
	// Remote is who may come from other machines; nil for nobody.
	Remote *Guests
	// Log takes what goes wrong; nil for nowhere.
	Log *slog.Logger
	// Now and Random are the clock, and the source of names that nobody can guess.
	Now    func() time.Time
	Random io.Reader
}

// Training is what people can choose for a new run: the settings and stages of a chain, and what writes its
// file. Who starts the server gives it, as package pipeline brings all that trains with it.
type Training = runs.Form

// Setting is a setting of a Training.
type Setting = runs.Setting

// Bounds of what one server does at the same time.
const (
	mostGames   = 64  // in memory; others rest on the disk
	mostStreams = 200 // open streams of events
	restAfter   = 15 * time.Minute
	// A player whose game nobody looks at or asks about stops thinking, so that a closed page does
	// not hold the processors; it begins anew when somebody does. A page that is loaded again is back sooner.
	stopAfter  = 10 * time.Second
	sweepEvery = 5 * time.Second
)

// Server serves games. Close it when nobody uses its Handler any more.
type Server struct {
	config   Config
	lock     io.Closer // of the folder
	room     *thinking.Room
	live     *live.Room
	parts    []part
	jobs     *jobs.Part
	streams  *wire.Streams
	ctx      context.Context // of all thinking; Close ends it
	stop     context.CancelFunc
	thinking sync.WaitGroup

	opening singleflight.Group // of games, by name

	mu    sync.Mutex
	games map[string]*live.Game
}

// part is what one of the other pages needs of the server: addresses of its own below /api/v1/.
type part interface {
	Routes(mux *http.ServeMux)
	Messages() []wire.Message
	Close() error
}

// New is a server without open games. The error wraps folder.ErrBusy if another server has the folder.
func New(config Config) (*Server, error) {
	if config.Players == nil || config.Folder == "" || config.Random == nil {
		return nil, errors.New("web: want players, a folder for games, and a source of random names")
	}
	if config.Threads <= 0 {
		config.Threads = runtime.GOMAXPROCS(0)
	}
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	if config.Now == nil {
		config.Now = time.Now
	}
	lock, err := alone(config.Folder, config.Log)
	if err != nil {
		return nil, err
	}
	s, err := launch(config, lock)
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return s, nil
}

// alone makes the folder of games and locks it. Where that cannot be done nothing is locked, and a warning says so: a
// server that only shows runs needs no such folder.
func alone(dir string, log *slog.Logger) (io.Closer, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		log.Warn("no game can be kept", "error", err)
		return io.NopCloser(nil), nil
	}
	f, err := folder.Open(dir)
	switch {
	case errors.Is(err, folder.ErrBusy):
		return nil, err
	case err != nil:
		log.Warn("no game can be kept", "error", err)
		return io.NopCloser(nil), nil
	}
	return f, nil
}

// launch is the server that New makes, when the folder is its own.
func launch(config Config, lock io.Closer) (*Server, error) {
	s := &Server{
		config: config, lock: lock, games: map[string]*live.Game{},
		room: thinking.NewRoom(thinking.Config{
			Players: config.Players, ModelDirs: withRuns(config.ModelDirs, config.Runs), Own: config.Player,
			Commands: config.Commands, Threads: config.Threads, Device: config.Device,
		}),
		streams: &wire.Streams{Most: mostStreams, Log: config.Log},
	}
	s.ctx, s.stop = context.WithCancel(context.Background()) // the server's own life, not a request's
	s.live = &live.Room{
		Context: s.ctx, Run: s.room.Think, Start: s.thinking.Go, Teacher: s.teacher, Keep: s.write, Now: config.Now,
	}
	if err := s.checkPlayer(); err != nil {
		return nil, err
	}
	if config.Level != "" {
		if _, err := strength.Nearest(config.Level, live.Largest); err != nil {
			return nil, err
		}
	}
	if config.Remote != nil {
		if err := config.Remote.open(s.name, config.Now()); err != nil {
			return nil, err
		}
	}
	var err error
	s.jobs, err = jobs.Open(jobs.Config{
		Runs: config.Runs, Run: config.Program, Device: config.JobDevice, Log: config.Log, Now: config.Now,
	})
	if err != nil {
		return nil, err
	}
	s.parts = []part{
		s.jobs,
		runs.New(s.ctx, runs.Config{
			Dir: config.Runs, Games: config.Games, Form: config.Training,
			Jobs: s.jobs, Streams: s.streams, Log: config.Log,
		}),
		reviews.New(reviews.Config{
			Room: s.room, Streams: s.streams, Folder: filepath.Join(config.Folder, "reviews"), Name: s.name,
			Game: s.playedGame, Log: config.Log, Now: config.Now,
		}),
		inside.New(inside.Config{
			Room: s.room, Streams: s.streams, Log: config.Log, Now: config.Now,
			Name: func() (string, error) { return s.name(nameBytes) }, Game: s.copyOf,
		}),
		matches.New(s.ctx, matches.Config{
			Runs: config.Runs, Jobs: s.jobs, Streams: s.streams, Player: s.playerText, Log: config.Log, Now: config.Now,
		}),
		library.New(s.room, config.Log),
		workers.New(workers.Config{Read: config.Hub, Log: config.Log}),
	}
	s.thinking.Go(func() {
		ticks := time.NewTicker(sweepEvery)
		defer ticks.Stop()
		for {
			select {
			case <-ticks.C:
				s.sweep()
			case <-s.ctx.Done():
				return
			}
		}
	})
	return s, nil
}

// sweep ends the thoughts that nobody waits for.
func (s *Server) sweep() {
	s.mu.Lock()
	games := slices.Collect(maps.Values(s.games))
	s.mu.Unlock()
	for _, g := range games {
		g.Abandon(stopAfter)
	}
}

// withRuns are folders of models with the folder of runs behind them, where trainings leave theirs.
func withRuns(dirs []string, runs string) []string {
	if len(dirs) == 0 {
		dirs = []string{models.ShippedPrefix}
	}
	if runs == "" {
		return dirs
	}
	return append(slices.Clip(dirs), runs)
}

// Handler answers browsers and programs.
func (s *Server) Handler() http.Handler { return s.guarded(s.routes()) }

// Close ends all thinking and lets go of all players. The games stay on the disk.
func (s *Server) Close() error {
	s.stop()
	s.mu.Lock()
	games := s.games
	s.games = map[string]*live.Game{}
	s.mu.Unlock()
	var err error
	for _, g := range games {
		err = errors.Join(err, g.Close())
	}
	for _, p := range s.parts {
		err = errors.Join(err, p.Close())
	}
	s.thinking.Wait()
	return errors.Join(err, s.lock.Close())
}

// name is a name that nobody can guess.
func (s *Server) name(bytes int) (string, error) {
	raw := make([]byte, bytes)
	if _, err := io.ReadFull(s.config.Random, raw); err != nil {
		return "", fmt.Errorf("a random name: %w", err)
	}
	return hex.EncodeToString(raw), nil
}

// inMemory is an open game; nil if it rests on the disk.
func (s *Server) inMemory(id string) *live.Game {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.games[id]
	if g != nil {
		g.Touch()
	}
	return g
}

// game is an open game, or one from the disk. Its player may take long to begin: only who asks for this game waits.
func (s *Server) game(id string) (*live.Game, error) {
	if g := s.inMemory(id); g != nil {
		return g, nil
	}
	opened, err, _ := s.opening.Do(id, func() (any, error) {
		if g := s.inMemory(id); g != nil { // somebody else has opened it just now
			return g, nil
		}
		g, err := s.read(id)
		if err != nil {
			return nil, err
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		err = s.there(id)
		if s.ctx.Err() != nil {
			err = &wire.Refusal{Status: http.StatusServiceUnavailable, Text: "the server ends: ask again later"}
		}
		if err != nil { // the server has ended, or the game was deleted
			return nil, errors.Join(err, g.Close())
		}
		if err := s.add(g); err != nil {
			return nil, err
		}
		g.GoOn()
		return g, nil
	})
	if err != nil {
		return nil, err
	}
	return opened.(*live.Game), nil
}

// copyOf is a copy of a game's record to the place that is shown.
func (s *Server) copyOf(id string) (*board.Game, error) {
	g, err := s.game(id)
	if err != nil {
		return nil, err
	}
	return g.Copy(), nil
}

// add opens a game. The caller holds the lock. Games that nobody used for long rest on the disk, and
// if there are too many, the one that nobody used for the longest time.
func (s *Server) add(g *live.Game) error {
	now := s.config.Now()
	for _, other := range s.games {
		if since, idle := other.Idle(); idle && now.Sub(since) > restAfter {
			s.rest(other)
		}
	}
	if len(s.games) >= mostGames {
		s.rest(s.idlest())
	}
	if len(s.games) >= mostGames {
		full := &wire.Refusal{
			Status: http.StatusServiceUnavailable,
			Text:   fmt.Sprintf("%d games are open: close a page", len(s.games)),
		}
		return errors.Join(full, g.Close())
	}
	g.Touch()
	s.games[g.ID()] = g
	return nil
}

// idlest is the game that nobody looks at and nobody has used for the longest time; nil if there is none.
func (s *Server) idlest() (found *live.Game) {
	var oldest time.Time
	for _, g := range s.games {
		if since, idle := g.Idle(); idle && (found == nil || since.Before(oldest)) {
			found, oldest = g, since
		}
	}
	return found
}

// rest takes a game, if there is one, out of memory. It stays on the disk.
func (s *Server) rest(g *live.Game) {
	if g == nil {
		return
	}
	delete(s.games, g.ID())
	if err := g.Close(); err != nil {
		s.config.Log.Error("a game could not be closed", "game", g.ID(), "error", err)
	}
}
