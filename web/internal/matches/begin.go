package matches

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"strconv"

	"github.com/tengen-go/tengen/internal/job"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/rating"
	"github.com/tengen-go/tengen/strength"
	"github.com/tengen-go/tengen/web/internal/jobs"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// wish is a match that somebody wants to begin.
type wish struct {
	A        side      `json:"a"`
	B        side      `json:"b"`
	Size     int       `json:"size"`
	Rules    string    `json:"rules"`
	Komi     *float64  `json:"komi"`
	Games    int       `json:"games"`
	Openings int       `json:"openings"`
	Handicap int       `json:"handicap"` // B's stones
	Parallel int       `json:"parallel"`
	Seed     uint64    `json:"seed"`
	SPRT     *testWish `json:"sprt"`
}

// side is one player: a level, or a player string if there is none.
type side struct {
	Level  string `json:"level"`
	Player string `json:"player"`
}

// testWish is a test that may end the match earlier.
type testWish struct {
	Elo0 float64 `json:"elo0"`
	Elo1 float64 `json:"elo1"`
}

// Bounds of what a page may ask for, and what it gets if it does not say.
const (
	smallest, largest = 5, 19
	mostWished        = 100_000
	mostParallel      = 64
	usualGames        = 100
)

func (p *Part) begin(w http.ResponseWriter, r *http.Request) {
	var wish wish
	err := wire.Decode(r, &wish)
	var m *matchJSON
	if err == nil {
		m, err = p.start(wish)
	}
	if err != nil {
		wire.Fail(w, p.Log, err)
		return
	}
	wire.Answer(w, http.StatusCreated, m)
}

// start puts a match into the queue.
func (p *Part) start(w wish) (*matchJSON, error) {
	if err := p.Jobs.Ready(); err != nil {
		return nil, err
	}
	s := match.Settings{
		Games: cmp.Or(w.Games, usualGames), Board: cmp.Or(w.Size, 9), Rules: cmp.Or(w.Rules, "chinese"), Komi: w.Komi,
		Time: "none", Patience: match.DefaultPatience, Openings: w.Openings, Handicap: w.Handicap,
		Parallel: cmp.Or(w.Parallel, 1), Seed: cmp.Or(w.Seed, uint64(p.Now().Unix())),
	}
	config, err := check(s)
	if err != nil {
		return nil, err
	}
	if w.A == (side{}) && w.B == (side{}) {
		return nil, wire.Refused("a and b: name a level or a player of at least one, or the same player plays itself")
	}
	var texts [2]string
	for k, side := range []side{w.A, w.B} {
		if texts[k], err = p.Player(side.Level, side.Player, s.Board); err != nil {
			return nil, named(k, err)
		}
	}
	test := ""
	if w.SPRT != nil {
		test = fmt.Sprintf("%g,%g", w.SPRT.Elo0, w.SPRT.Elo1)
		if _, err := rating.ParseSPRT(test); err != nil {
			return nil, wire.Refused("%v", err)
		}
	}
	p.making.Lock() // a name is free until its job is in the queue
	defer p.making.Unlock()
	id, err := p.newFolder()
	if err != nil {
		return nil, err
	}
	return p.queue(id, s.About(config, texts[0], texts[1]), match.Plan{Games: s.Games, SPRT: test}, s.Parallel)
}

// check refuses settings that are none, or too much for a page.
func check(s match.Settings) (match.Config, error) {
	if s.Board < smallest || s.Board > largest {
		return match.Config{}, wire.Refused("size %d: want %d to %d", s.Board, smallest, largest)
	}
	if s.Games < 1 || s.Games > mostWished || s.Parallel < 1 || s.Parallel > mostParallel {
		return match.Config{}, wire.Refused("%d games, %d at once: want 1 to %d, and 1 to %d",
			s.Games, s.Parallel, mostWished, mostParallel)
	}
	config, err := s.Config()
	if err != nil {
		return config, wire.Refused("%v", err)
	}
	return config, nil
}

// named says which player an error is about.
func named(k int, err error) error {
	name := [2]string{"A", "B"}[k]
	var r *wire.Refusal
	if errors.As(err, &r) {
		return &wire.Refusal{Status: r.Status, Text: "player " + name + ": " + r.Text}
	}
	return wire.Refused("player %s: %v", name, err)
}

// newFolder is a match of a name that no other has.
func (p *Part) newFolder() (string, error) {
	name := "matches/" + p.Now().UTC().Format("2006-01-02-150405")
	for n := 1; n < 1000; n++ {
		id := name
		if n > 1 {
			id += "-" + strconv.Itoa(n)
		}
		_, taken := p.jobOf(id)
		if _, err := os.Lstat(p.dir(id)); !taken && errors.Is(err, fs.ErrNotExist) {
			return id, nil
		}
	}
	return "", fmt.Errorf("%s: too many matches began in this second: try again", name)
}

// queue has tengen match play the games of a folder that are not played yet.
func (p *Part) queue(id string, about match.About, plan match.Plan, parallel int) (*matchJSON, error) {
	flags := []job.Flag{
		{Name: "a", Value: about.A},
		{Name: "b", Value: about.B},
		{Name: "board", Value: strconv.Itoa(about.Board)},
		{Name: "rules", Value: about.Rules},
		{Name: "komi", Value: strconv.FormatFloat(about.Komi, 'g', -1, 64)},
		{Name: "openings", Value: strconv.Itoa(about.Openings)},
		{Name: "seed", Value: strconv.FormatUint(about.Seed, 10)},
		{Name: "time", Value: about.Time},
		{Name: "games", Value: strconv.Itoa(plan.Games)},
		{Name: "parallel", Value: strconv.Itoa(parallel)},
		{Name: "output", Value: p.dir(id)},
	}
	if about.Handicap != 0 {
		flags = append(flags, job.Flag{Name: "handicap", Value: strconv.Itoa(about.Handicap)})
	}
	if about.MaxMoves > 0 {
		flags = append(flags, job.Flag{Name: "max-moves", Value: strconv.Itoa(about.MaxMoves)})
	}
	if about.Patience != "" && about.Patience != match.DefaultPatience.String() {
		flags = append(flags, job.Flag{Name: "patience", Value: about.Patience})
	}
	if plan.SPRT != "" {
		flags = append(flags, job.Flag{Name: "sprt", Value: plan.SPRT})
	}
	name := fmt.Sprintf("%.90s – %.90s", strength.Called(about.A, about.Board), strength.Called(about.B, about.Board))
	if _, err := p.Jobs.Start(job.Work{Kind: jobs.Match, Name: name, Output: id, Flags: flags}); err != nil {
		return nil, err
	}
	return p.match(id)
}

// command is what a page asks of a match.
type command struct {
	Do string `json:"do"` // stop, resume or more
	// Games is for more: how many there shall be in all.
	Games    int `json:"games"`
	Parallel int `json:"parallel"`
}

// command stops a match, goes on with it, or has more games played in it.
func (p *Part) command(r *http.Request) (any, error) {
	var c command
	if err := wire.Decode(r, &c); err != nil {
		return nil, err
	}
	id := r.PathValue("id")
	dir, j, hasJob, err := p.find(id)
	if err != nil {
		return nil, err
	}
	switch c.Do {
	case "stop", "resume":
		if !hasJob {
			return nil, busy("no page began this match: whoever plays it in a terminal can stop it")
		}
		if _, err := p.Jobs.Do(j.ID, c.Do); err != nil {
			return nil, err
		}
		return p.match(id)
	case "more":
		return p.more(id, dir, c)
	}
	return nil, wire.Refused("do %.20q: want stop, resume or more", c.Do)
}

func busy(text string) error { return &wire.Refusal{Status: http.StatusConflict, Text: text} }

// more has a match that nobody plays go on to so many games.
func (p *Part) more(id, dir string, c command) (*matchJSON, error) {
	p.making.Lock() // nobody plays it until its job is in the queue
	defer p.making.Unlock()
	if j, ok := p.jobOf(id); ok && !j.State.Ended() {
		return nil, busy("the match is under way")
	}
	if _, under := match.ReadLive(dir, p.Now()); under {
		return nil, busy("somebody plays this match in a terminal")
	}
	read, err := p.results(id, dir)
	if err != nil {
		return nil, err
	}
	a := read.about
	if a.Game != "" || a.AName != "" {
		return nil, wire.Refused("the match is of another game, or of a tournament: go on with it in a terminal")
	}
	if c.Games <= len(read.games) {
		return nil, wire.Refused("%d games: %d are played already", c.Games, len(read.games))
	}
	s := match.Settings{
		Games: c.Games, Board: a.Board, Rules: a.Rules, Komi: &a.Komi, Time: a.Time, Openings: a.Openings,
		Handicap: a.Handicap, MaxMoves: a.MaxMoves, Parallel: cmp.Or(c.Parallel, 1), Seed: a.Seed,
	}
	if _, err := check(s); err != nil {
		return nil, err
	}
	for k, text := range []string{a.A, a.B} { // a folder is no way to a player that a page may not have
		same, err := p.Player("", text, a.Board)
		if err != nil {
			return nil, named(k, err)
		}
		if same != text {
			return nil, wire.Refused("player %s cannot play here", text)
		}
	}
	return p.queue(id, a, match.Plan{Games: c.Games}, s.Parallel)
}
