package matches

import (
	"cmp"
	"errors"
	"io/fs"
	"math"
	"os"
	"strconv"
	"time"

	"github.com/tengen-go/tengen/internal/job"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/rating"
)

// States of a match beyond those of its job.
const (
	stateKept    = "kept" // it was played, and nobody plays it now
	stateDamaged = "damaged"
)

// matchJSON is a match as it stands.
type matchJSON struct {
	ID       string  `json:"id"`
	A        string  `json:"a"`
	B        string  `json:"b"`
	Size     int     `json:"size"`
	Game     string  `json:"game,omitempty"`
	Rules    string  `json:"rules,omitempty"`
	Komi     float64 `json:"komi"`
	Openings int     `json:"openings"`
	Handicap int     `json:"handicap,omitempty"` // B's stones
	Seed     uint64  `json:"seed"`
	State    string  `json:"state"`
	Error    string  `json:"error,omitempty"`
	// Own says whether a page began it, and can stop it.
	Own     bool          `json:"own"`
	Changed string        `json:"changed,omitempty"`
	Total   int           `json:"total,omitempty"`
	Played  int           `json:"played"`
	Counted int           `json:"counted"`
	Wins    int           `json:"wins"`
	Losses  int           `json:"losses"`
	Draws   int           `json:"draws"`
	Black   int           `json:"black_wins"`
	Rate    float64       `json:"rate"`
	Low     float64       `json:"low"`
	High    float64       `json:"high"`
	Elo     *float64      `json:"elo,omitempty"`
	EloLow  *float64      `json:"elo_low,omitempty"`
	EloHigh *float64      `json:"elo_high,omitempty"`
	Faults  *faultsJSON   `json:"faults,omitempty"`
	SPRT    *sprtJSON     `json:"sprt,omitempty"`
	Boards  []match.Board `json:"boards,omitempty"`

	changed time.Time
}

// faultsJSON are the games that each lost by a fault.
type faultsJSON struct {
	A int `json:"a"`
	B int `json:"b"`
}

// sprtJSON is a sequential test as it stands.
type sprtJSON struct {
	Elo0    float64 `json:"elo0"`
	Elo1    float64 `json:"elo1"`
	LLR     float64 `json:"llr"`
	Lower   float64 `json:"lower"`
	Upper   float64 `json:"upper"`
	Verdict string  `json:"verdict"`
}

// match is a match as it stands.
func (p *Part) match(id string) (*matchJSON, error) {
	dir, j, hasJob, err := p.find(id)
	if err != nil {
		return nil, err
	}
	m := &matchJSON{ID: id, State: stateKept, Own: hasJob, Low: 0, High: 1, Rate: 0.5}
	var plan match.Plan
	if hasJob {
		m.State, m.Error, m.changed = string(j.State), j.Error, j.Made
		plan = planOf(j)
		m.fromFlags(j)
	}
	live, under := match.ReadLive(dir, p.Now())
	if under && (!hasJob || j.State.Ended()) { // somebody plays it in a terminal
		m.State, m.Error, m.Own, plan = string(job.Running), "", false, live.Plan
	}
	if under {
		m.Boards = live.Boards
	}
	r, err := p.results(id, dir)
	switch {
	case errors.Is(err, fs.ErrNotExist) && hasJob: // it waits, or ended before it began
	case err != nil:
		return nil, err
	default:
		m.score(r, plan)
		m.changed = later(m.changed, r.at.changed)
		if info, err := os.Stat(dir); err == nil && r.at.changed.IsZero() {
			m.changed = later(m.changed, info.ModTime())
		}
	}
	if !m.changed.IsZero() {
		m.Changed = m.changed.UTC().Format(time.RFC3339)
	}
	m.Total = plan.Games
	return m, nil
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// planOf is how long the match of a job goes on.
func planOf(j job.Job) (plan match.Plan) {
	plan.Games, _ = strconv.Atoi(flagOf(j, "games"))
	plan.SPRT = flagOf(j, "sprt")
	return plan
}

func flagOf(j job.Job, name string) string {
	for _, f := range j.Flags {
		if f.Name == name {
			return f.Value
		}
	}
	return ""
}

// fromFlags is what the job of a match says before its folder is there.
func (m *matchJSON) fromFlags(j job.Job) {
	m.A, m.B, m.Rules = flagOf(j, "a"), flagOf(j, "b"), flagOf(j, "rules")
	m.Size, _ = strconv.Atoi(flagOf(j, "board"))
	m.Komi, _ = strconv.ParseFloat(flagOf(j, "komi"), 64)
	m.Openings, _ = strconv.Atoi(flagOf(j, "openings"))
	m.Handicap, _ = strconv.Atoi(flagOf(j, "handicap"))
	m.Seed, _ = strconv.ParseUint(flagOf(j, "seed"), 10, 64)
}

// score counts the games as tengen match does: with a test those that it judged.
func (m *matchJSON) score(r *results, plan match.Plan) {
	a := r.about
	m.A, m.B, m.Size, m.Game, m.Rules = cmp.Or(a.AName, a.A), cmp.Or(a.BName, a.B), a.Board, a.Game, a.Rules
	m.Komi, m.Openings, m.Handicap, m.Seed = a.Komi, a.Openings, a.Handicap, a.Seed
	count := match.Counter{Small: a.Game != ""}
	trial := match.Trial{Count: count}
	if test, err := rating.ParseSPRT(plan.SPRT); err == nil {
		trial.Test = test
	}
	for i := range r.games {
		g := &r.games[i]
		if plan.Games > 0 && g.Game >= plan.Games {
			continue
		}
		m.Played++
		if g.Who == g.Black {
			m.Black++
		}
		count.Add(g)
		trial.Add(g)
	}
	if trial.Test != (rating.SPRT{}) {
		count = trial.Count
		lower, upper := trial.Test.Bounds()
		m.SPRT = &sprtJSON{
			Elo0: trial.Test.Elo0, Elo1: trial.Test.Elo1, LLR: trial.LLR(), Lower: lower, Upper: upper,
			Verdict: trial.Verdict(),
		}
	}
	t := count.Distinct().Total()
	m.Counted, m.Wins, m.Losses, m.Draws = t.Games(), t.Wins, t.Losses, t.Draws
	if f := (faultsJSON{count.AFaults.Games(), count.BFaults.Games()}); f != (faultsJSON{}) {
		m.Faults = &f
	}
	if t.Games() == 0 {
		return
	}
	m.Rate = t.Winrate()
	m.Low, m.High = t.Interval()
	m.Elo, m.EloLow, m.EloHigh = elo(m.Rate), elo(m.Low), elo(m.High)
}

// elo is the difference in rating, nil where it has no end.
func elo(rate float64) *float64 {
	x := rating.Elo(rate)
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}
