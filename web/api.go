package web

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/strength"
	"github.com/tengen-go/tengen/web/internal/live"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// routes are the page and the interface.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/v1/about", s.about)
	mux.HandleFunc("GET /api/v1/games", s.gamesList)
	mux.HandleFunc("POST /api/v1/games", s.newGame)
	mux.HandleFunc("GET /api/v1/games/{id}", s.show)
	mux.HandleFunc("POST /api/v1/games/{id}", s.command)
	mux.HandleFunc("DELETE /api/v1/games/{id}", wire.Handle(s.config.Log, func(r *http.Request) (any, error) {
		return wire.Nothing{}, s.forget(r.PathValue("id"))
	}))
	mux.HandleFunc("GET /api/v1/games/{id}/sgf", s.record)
	mux.HandleFunc("GET /api/v1/events", s.watch)
	for _, p := range s.parts {
		p.Routes(mux)
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/api/"):
			wire.Fail(w, s.config.Log, wire.Missing("there is nothing here: see docs/api.md"))
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			wire.Fail(w, s.config.Log, &wire.Refusal{Status: http.StatusMethodNotAllowed, Text: "pages are only read"})
		default:
			s.page(w, r)
		}
	})
	return mux
}

// aboutJSON is what a page needs to know before there is a game.
type aboutJSON struct {
	Version string      `json:"version"`
	Sizes   []int       `json:"sizes"`
	Rules   []string    `json:"rules"`
	Levels  []scaleJSON `json:"levels"`
	Level   string      `json:"level"`  // of a game in which nobody chooses
	Models  []int       `json:"models"` // boards that have one
	Player  string      `json:"player"`
	// Handicap is the largest of each of Sizes.
	Handicap []int `json:"handicap"`
	// Hub says that there is a hub to look at.
	Hub bool `json:"hub"`
}

// scaleJSON are the levels of boards that have the same.
type scaleJSON struct {
	Sizes    []int            `json:"sizes"`
	Measured bool             `json:"measured"`
	Levels   []strength.Level `json:"levels"`
}

func (s *Server) about(w http.ResponseWriter, _ *http.Request) {
	a := aboutJSON{
		Version: s.config.Version, Player: s.config.Player, Level: s.config.Level, Models: []int{},
		Hub:   s.config.Hub != nil,
		Rules: []string{"chinese", "japanese", "aga", "new-zealand", "tromp-taylor"},
	}
	for size := live.Smallest; size <= live.Largest; size++ {
		a.Sizes = append(a.Sizes, size)
		a.Handicap = append(a.Handicap, board.MostFixedHandicap(size))
		if _, err := models.Fitting(s.room.ModelDirs, size); err == nil {
			a.Models = append(a.Models, size)
		} else if !errors.Is(err, models.ErrNoModel) {
			s.config.Log.Warn("a model cannot be used", "board", size, "error", err)
		}
	}
	for _, size := range a.Sizes {
		levels := strength.Levels(size)
		same := func(s scaleJSON) bool { return slices.Equal(s.Levels, levels) }
		if i := slices.IndexFunc(a.Levels, same); i >= 0 {
			a.Levels[i].Sizes = append(a.Levels[i].Sizes, size)
			continue
		}
		a.Levels = append(a.Levels, scaleJSON{Sizes: []int{size}, Measured: levels[0].Measured, Levels: levels})
	}
	wire.Answer(w, http.StatusOK, a)
}

// gamesJSON are the games that are kept.
type gamesJSON struct {
	Games []listed `json:"games"`
}

func (s *Server) gamesList(w http.ResponseWriter, _ *http.Request) {
	all, err := s.list()
	if err != nil {
		wire.Fail(w, s.config.Log, err)
		return
	}
	wire.Answer(w, http.StatusOK, gamesJSON{all})
}

func (s *Server) newGame(w http.ResponseWriter, r *http.Request) {
	var wish live.Wish
	if err := wire.Decode(r, &wish); err != nil {
		wire.Fail(w, s.config.Log, err)
		return
	}
	g, err := s.begin(wish)
	if err != nil {
		wire.Fail(w, s.config.Log, err)
		return
	}
	wire.Answer(w, http.StatusCreated, g.Snapshot())
}

func (s *Server) show(w http.ResponseWriter, r *http.Request) {
	g, err := s.game(r.PathValue("id"))
	if err != nil {
		wire.Fail(w, s.config.Log, err)
		return
	}
	wire.Answer(w, http.StatusOK, g.Snapshot())
}

func (s *Server) command(w http.ResponseWriter, r *http.Request) {
	var c live.Command
	if err := wire.Decode(r, &c); err != nil {
		wire.Fail(w, s.config.Log, err)
		return
	}
	g, err := s.game(r.PathValue("id"))
	if err != nil {
		wire.Fail(w, s.config.Log, err)
		return
	}
	shot, err := g.Do(c)
	if errors.Is(err, live.ErrStale) {
		wire.Answer(w, http.StatusConflict, map[string]any{"error": err.Error(), "game": shot})
		return
	}
	if err != nil {
		wire.Fail(w, s.config.Log, err)
		return
	}
	wire.Answer(w, http.StatusOK, shot)
}

// record sends the game as SGF.
func (s *Server) record(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	text, err := s.recordOf(id)
	if err != nil {
		wire.Fail(w, s.config.Log, err)
		return
	}
	w.Header().Set("Content-Type", "application/x-go-sgf; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="tengen-`+id+`.sgf"`)
	_, _ = w.Write(append(text, '\n'))
}
