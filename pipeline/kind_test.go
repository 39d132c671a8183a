package pipeline

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/pipeline/stages"
)

// toy is all that a new stage takes besides its line in the list: a section, what it does, and
// what is shown of it.
type toy struct {
	Letters int `toml:"letters"`
}

// Validate says which key is wrong.
func (s *toy) Validate(c *Config) error {
	if s.Letters < 1 || s.Letters > c.Board {
		return fmt.Errorf("letters %d: want 1 to %d", s.Letters, c.Board)
	}
	return nil
}

type toyFigures struct {
	Text string `json:"text"`
}

var toyKind = kind{
	name:     "toy",
	sections: []namedSection{{"toy", func() section { return &toy{Letters: 3} }}},
	results:  []string{"out.txt"},
	key:      "toy",
	figures:  func() any { return &toyFigures{} },
	stage: func(_ context.Context, w *work) (stages.Stage, error) {
		s := sectionOf[*toy](&w.cfg, "toy")
		run := func(_ context.Context, dir string) (any, error) {
			f := toyFigures{Text: strings.Repeat("a", s.Letters)}
			return f, os.WriteFile(filepath.Join(dir, "out.txt"), []byte(f.Text), 0o644)
		}
		return stages.Stage{Title: "a toy", Settings: map[string]any{"letters": s.Letters}, Run: run}, nil
	},
	draw: func(_ context.Context, _ *work, p *page) (any, error) {
		return strings.ToUpper(figuresOf[toyFigures](p.Report, "toy").Text), nil
	},
	tile: `<div class="tile">{{len .Own}} letters</div>`,
	text: `<h2>Toy</h2><p>{{.Own}} on {{.Board}}×{{.Board}}</p>`,
	say:  func(to io.Writer, r *Report) { fmt.Fprintf(to, "toy: %s\n", figuresOf[toyFigures](r, "toy").Text) },
	check: func(r *Report, _ *Config) error {
		if t := figuresOf[toyFigures](r, "toy").Text; len(t) > 4 {
			return fmt.Errorf("the toy is too long: %s", t)
		}
		return nil
	},
}

// A stage is a kind and a line in the list: its section is read and checked, it runs, and report.json,
// the page, the printed lines and the check have it.
func TestAStageDeclaresItself(t *testing.T) {
	old := kinds
	defer func() { kinds = old }()
	kinds = append(slices.Clone(old), toyKind)
	if !slices.Contains(Keys(), "toy.letters") {
		t.Errorf("no key toy.letters in %v", Keys())
	}
	if c, err := readText(t, ""); err != nil || sectionOf[*toy](&c, "toy").Letters != 3 {
		t.Errorf("the default: %v", err)
	}
	for _, wrong := range []struct{ text, want string }{
		{"[toy]\nletters = 0", "toy: letters 0: want 1 to 9"},
		{"[toy]\nletter = 2", ":2: there is no key toy.letter; did you mean letters?"},
		{"[toy]\nletters = \"x\"", ":2:11: want a whole number"},
	} {
		if _, err := readText(t, wrong.text); err == nil || !strings.Contains(err.Error(), wrong.want) {
			t.Errorf("%q: %v, want %s", wrong.text, err, wrong.want)
		}
	}

	kinds = []kind{toyKind}
	c, err := readText(t, "board = 5\n[toy]\nletters = 2", "toy.letters=4")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	r, err := Run(t.Context(), c, Options{Dir: dir, Name: "toy.toml", Program: "test", Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	if r.Say(&said); said.String() != "toy: aaaa\n" {
		t.Errorf("it says %q", said.String())
	}
	if err := r.Check(&c); err != nil {
		t.Error(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, ReportJSONName))
	if err != nil {
		t.Fatal(err)
	}
	var again Report
	if err := json.Unmarshal(text, &again); err != nil || figuresOf[toyFigures](&again, "toy").Text != "aaaa" {
		t.Errorf("%s: %v\n%s", ReportJSONName, err, text)
	}
	page, err := os.ReadFile(filepath.Join(dir, ReportName))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<p>AAAA on 5×5</p>", "4 letters</div>", "<td class=\"done\">a toy</td>"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page has no %s", want)
		}
	}
	figuresOf[toyFigures](&again, "toy").Text = "aaaaa"
	if err := again.Check(&c); err == nil || !strings.Contains(err.Error(), "the toy is too long") {
		t.Errorf("a toy that is too long: %v", err)
	}
}

// The stages of a training that ends early are those that its last one takes from.
func TestALastStageNamesWhatItNeeds(t *testing.T) {
	for last, want := range map[string]int{"": len(kinds), PolicyStage: 2, ValueStage: 5, TournamentStage: len(kinds) - 1} {
		if names := StagesUntil(last); len(names) != want || last != "" && names[len(names)-1] != last {
			t.Errorf("up to %q: %v, want %d", last, names, want)
		}
	}
}
