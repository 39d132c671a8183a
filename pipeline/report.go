package pipeline

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/shell"
	"github.com/tengen-go/tengen/pipeline/stages"
	"github.com/tengen-go/tengen/rating"
)

// Report is what a chain has come to so far: report.json, and what report.html shows.
type Report struct {
	Title   string    `json:"title"`
	Program string    `json:"program"`
	Board   int       `json:"board"`
	Komi    float64   `json:"komi"`
	Seed    uint64    `json:"seed"`
	Threads int       `json:"threads"`
	Config  string    `json:"config"` // the file, and what took the place of its settings, as arguments
	Made    time.Time `json:"made"`
	Seconds float64   `json:"seconds"` // of all stages

	Stages []StageReport `json:"stages"`

	// Figures are what the stages that are done came to, by their names. In report.json each has
	// the name of its kind, between the stages and the player.
	Figures map[string]any `json:"-"`

	// Player is the player string of the finished player, to begin from the folder in
	// which the chain was run.
	Player string `json:"player,omitempty"`
	// Ahead are those that came out above it in the tournament, best first.
	Ahead []Ahead `json:"ahead,omitempty"`
}

// Ahead is a player that came out above the finished one, and its player string for a game.
type Ahead struct {
	Name   string `json:"name"`
	Player string `json:"player"`
}

// StageReport is a stage in the report.
type StageReport struct {
	Name    string  `json:"name"`
	Title   string  `json:"title"`
	Done    bool    `json:"done"`
	Seconds float64 `json:"seconds"`
	// Outdated is why what the stage came to fits the settings, or what it took from others,
	// no more; it is left out of the report.
	Outdated string            `json:"outdated,omitempty"`
	Program  string            `json:"program,omitempty"`
	Results  map[string]string `json:"results,omitempty"`
}

// Results are the SHA-256 of the files that a stage left, by their names.
func (r *Report) Results(stage string) map[string]string {
	for _, s := range r.Stages {
		if s.Name == stage {
			return s.Results
		}
	}
	return nil
}

// report gathers what the records say.
func (w *work) report() (*Report, error) {
	records, err := w.chain.Records()
	if err != nil {
		return nil, err
	}
	r := &Report{
		Title:   fmt.Sprintf("%[1]d×%[1]d: from games to a player", w.cfg.Board),
		Program: w.opt.Program, Board: w.cfg.Board, Komi: w.cfg.Komi, Seed: w.cfg.Seed, Threads: w.opt.Threads,
		Config: w.opt.from(), Made: w.opt.Now().UTC().Truncate(time.Second),
	}
	r.Figures = map[string]any{}
	changed, err := w.chain.Misfits(records)
	if err != nil {
		return nil, err
	}
	for i := range w.chain.Stages {
		s := &w.chain.Stages[i]
		sr := StageReport{Name: s.Name, Title: s.Title}
		if records[s.Name] != nil {
			sr.Outdated = outdatedReport(s, changed, records)
		}
		if sr.Outdated != "" {
			delete(records, s.Name)
		}
		if record := records[s.Name]; record != nil {
			sr.Done, sr.Seconds, sr.Program, sr.Results = record.Done, record.Seconds, record.Program, record.Results
			if err := r.read(s.Name, record); err != nil {
				return nil, err
			}
		}
		r.Stages = append(r.Stages, sr)
		r.Seconds += sr.Seconds
	}
	if m := records[ModelStage]; m != nil && m.Done {
		r.Player = "search:model=" + w.path(ModelStage)
		if t := r.Tuning(); t != nil {
			r.Player += t.Options
		}
		r.Ahead = w.ahead(r.Tournament())
	}
	return r, nil
}

// outdatedReport says why what a stage came to is not to be shown: it does not fit, or a stage
// that it took from is about to be done anew. records are those that are shown, as far as the
// stages before go.
func outdatedReport(s *stages.Stage, changed []stages.Change, records map[string]*stages.Record) string {
	for _, c := range changed {
		if c.Stage == s.Name {
			return c.Why
		}
	}
	for _, need := range s.Needs {
		if n := records[need]; n == nil || !n.Done {
			return "it takes from " + need
		}
	}
	return ""
}

// read takes the figures of a stage that is done.
func (r *Report) read(stage string, record *stages.Record) error {
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.name == stage })
	if i < 0 || kinds[i].figures == nil || !record.Done {
		return nil
	}
	r.Figures[stage] = kinds[i].figures()
	return record.ReadFigures(r.Figures[stage])
}

// plainReport is a Report without its methods.
type plainReport Report

// MarshalJSON writes the figures between the stages and the player.
func (r *Report) MarshalJSON() ([]byte, error) {
	head := plainReport(*r)
	head.Player, head.Ahead = "", nil
	text, err := json.Marshal(&head)
	if err != nil {
		return nil, err
	}
	text = text[:len(text)-1]
	add := func(key string, value any) error {
		b, err := json.Marshal(value)
		text = append(fmt.Appendf(text, ",%q:", key), b...)
		return err
	}
	for i := range kinds {
		if f := r.Figures[kinds[i].name]; f != nil {
			if err := add(kinds[i].key, f); err != nil {
				return nil, err
			}
		}
	}
	if r.Player != "" {
		err = add("player", r.Player)
	}
	if len(r.Ahead) > 0 {
		err = errors.Join(err, add("ahead", r.Ahead))
	}
	return append(text, '}'), err
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (r *Report) UnmarshalJSON(text []byte) error {
	var all map[string]json.RawMessage
	if err := errors.Join(json.Unmarshal(text, (*plainReport)(r)), json.Unmarshal(text, &all)); err != nil {
		return err
	}
	r.Figures = map[string]any{}
	for i := range kinds {
		k := &kinds[i]
		if f, ok := all[k.key]; ok && k.figures != nil {
			r.Figures[k.name] = k.figures()
			if err := json.Unmarshal(f, r.Figures[k.name]); err != nil {
				return fmt.Errorf("%s: %w", k.key, err)
			}
		}
	}
	return nil
}

// writeReport writes report.json and report.html anew.
func (w *work) writeReport(ctx context.Context) (*Report, error) {
	r, err := w.report()
	if err != nil {
		return nil, err
	}
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return nil, err
	}
	if err := atomicfile.Write(filepath.Join(w.opt.Dir, ReportJSONName), append(text, '\n')); err != nil {
		return nil, err
	}
	page, err := w.page(ctx, r)
	if err != nil && ctx.Err() != nil {
		return nil, fmt.Errorf("the report is left to draw; the same command goes on: %w", ctx.Err())
	}
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	var b bytes.Buffer
	if err := page.write(&b); err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	return r, atomicfile.Write(filepath.Join(w.opt.Dir, ReportName), b.Bytes())
}

// write writes the page: the texts of the stages in their order, and round them what all share.
func (p *page) write(to io.Writer) error {
	for i := range kinds {
		k := &kinds[i]
		for _, part := range []struct {
			text string
			to   *[]template.HTML
		}{{k.tile, &p.Tiles}, {k.text, &p.Texts}} {
			if part.text == "" {
				continue
			}
			t, err := template.Must(pageTemplate.Clone()).New(k.name).Parse(part.text)
			if err != nil {
				return err
			}
			var b strings.Builder
			if err := t.Execute(&b, ownPage{p, p.own[k.name]}); err != nil {
				return err
			}
			*part.to = append(*part.to, template.HTML(b.String()))
		}
	}
	return template.Must(pageTemplate.Clone()).Execute(to, p)
}

//go:embed report.html
var pageText string

var pageTemplate = template.Must(template.New("report").Funcs(template.FuncMap{
	"quoted":   shell.Quote,
	"percent":  func(x float64) string { return fmt.Sprintf("%.1f", 100*x) },
	"duration": inTime,
	"half":     func(x float64) float64 { return x / 2 },
	"short":    func(s string) string { return s[:min(12, len(s))] },
	"elo":      func(x float64) string { return strings.Replace(fmt.Sprintf("%+.0f", x+0), "-", "−", 1) },
	"fixed":    func(digits int, x float64) string { return fmt.Sprintf("%.*f", digits, x) },
	"thousand": thousands,
	"count":    counted,
}).Parse(pageText))

// inTime is a duration for people.
func inTime(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second))
	switch {
	case d < 10*time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < 2*time.Minute:
		return fmt.Sprintf("%.0f s", d.Seconds())
	case d < 2*time.Hour:
		return fmt.Sprintf("%.0f min", d.Minutes())
	}
	return fmt.Sprintf("%.1f h", d.Hours())
}

// thousands is a number with a thin space between groups of three digits.
func thousands(n any) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; len(text) > 4 && i > 0; i -= 3 {
		text = text[:i] + "\u2009" + text[i:]
	}
	return text
}

// counted is a number of things: "1 file", "2 files".
func counted(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return thousands(n) + " " + thing
}

// cross is the cross table: a row a player, the strongest first.
type cross struct {
	Place int
	Name  string
	Elo   float64
	Error float64
	Share float64
	Games int
	Cells []crossCell
	// Left and Width place the interval in a picture of all, in percent.
	Left, Width, Dot float64
}

type crossCell struct {
	Games int
	Text  string
	Tint  float64 // strength of its colour, 0 to 1: the share won
}

// crossTable sets the players of a standing side by side.
func crossTable(s *rating.Standing) []cross {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, p := range s.Players {
		lo, hi = min(lo, p.Elo-p.Error), max(hi, p.Elo+p.Error)
	}
	var rows []cross
	for i, p := range s.Players {
		row := cross{Place: i + 1, Name: p.Name, Elo: p.Elo, Error: p.Error, Share: p.Winrate(), Games: p.Games}
		row.Left, row.Width, row.Dot = 100*(p.Elo-p.Error-lo)/(hi-lo), 100*2*p.Error/(hi-lo), 100*(p.Elo-lo)/(hi-lo)
		for _, q := range s.Players {
			t := s.Between(p.Name, q.Name).Total()
			c := crossCell{Games: t.Games(), Text: t.String()}
			if c.Games > 0 {
				c.Tint = t.Winrate() / 2
			}
			row.Cells = append(row.Cells, c)
		}
		rows = append(rows, row)
	}
	return rows
}
