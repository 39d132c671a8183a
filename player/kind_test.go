package player

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/endingtest"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/timing"
)

var update = flag.Bool("update", false, "write the tables of docs/players.md anew")

// table is the options of kinds in one table. An option that several kinds have in the same
// sense has one row, with the defaults of those that differ.
func table(kinds Kinds) string {
	var b strings.Builder
	b.WriteString("| option | players | default | meaning |\n| --- | --- | --- | --- |\n")
	type row struct {
		option options.Option
		names  []string // of the kinds
		of     map[string][]string
	}
	var rows []*row
	for _, k := range kinds {
		for _, o := range k.Options {
			i := slices.IndexFunc(rows, func(r *row) bool { return r.option.Name == o.Name && r.option.About == o.About })
			if i < 0 {
				i, rows = len(rows), append(rows, &row{option: o, of: map[string][]string{}})
			}
			r := rows[i]
			r.names = append(r.names, k.Name)
			r.of[o.Default] = append(r.of[o.Default], k.Name)
		}
	}
	for _, r := range rows {
		players := strings.Join(r.names, " ")
		if len(r.names) == len(kinds) {
			players = "all"
		}
		var defaults []string
		most := r.option.Default
		for _, value := range slices.Sorted(maps.Keys(r.of)) {
			if names := r.of[value]; len(names) > len(r.of[most]) {
				most = value
			}
		}
		for value, names := range r.of {
			if value != most {
				defaults = append(defaults, fmt.Sprintf("%s (%s)", value, strings.Join(names, ", ")))
			}
		}
		slices.Sort(defaults)
		fmt.Fprintf(&b, "| `%s=` %s | %s | %s | %s |\n", r.option.Name, r.option.Values, players, strings.Join(append([]string{most}, defaults...), "; "), r.option.About)
	}
	return b.String()
}

// TestOptionsAreInTheManual holds docs/players.md to the declarations of the kinds: the searching
// ones in one table, each other in one of its own. With -update it writes the tables.
func TestOptionsAreInTheManual(t *testing.T) {
	const path = "../docs/players.md"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	manual := string(text)
	searching := Kinds(AllKinds()[:len(ruleKinds)])
	tables := map[string]Kinds{"search": searching}
	for _, k := range AllKinds()[len(ruleKinds):] {
		tables[k.Name] = Kinds{k}
	}
	for name, kinds := range tables {
		begin, end := "<!-- options of "+name+" -->\n", "<!-- end -->\n"
		_, rest, found := strings.Cut(manual, begin)
		old, _, ended := strings.Cut(rest, end)
		if !found || !ended {
			t.Fatalf("%s has no table between %q and %q", path, begin, end)
		}
		want := "\n" + table(kinds) + "\n"
		if *update {
			manual = strings.Replace(manual, begin+old, begin+want, 1)
		} else if old != want {
			t.Errorf("the table of %s in %s is not what the code declares: go test ./player -run Manual -update", name, path)
		}
	}
	for _, k := range AllKinds() {
		if row := fmt.Sprintf("| `%s` | %s |\n", k.Name, k.About); !strings.Contains(manual, row) {
			t.Errorf("%s lacks the row %s", path, row)
		}
	}
	if *update {
		if err := os.WriteFile(path, []byte(manual), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// An option of Bounds takes the place of time, and no other option does. So the list says the same as the players do.
func TestBoundsTakeThePlaceOfTime(t *testing.T) {
	forever := func(p Player) bool {
		switch p := p.(type) {
		case *Searcher:
			if err := p.gameView.NewGame(game.Of(endingtest.Empty(t, 5))); err != nil {
				t.Fatal(err)
			}
			_, b := p.limits(board.Black, timing.Clock{})
			return b.Soft == 0
		case *NegamaxPlayer:
			return p.config.timed(false) == 0
		}
		t.Fatalf("a %T that reads for some time", p)
		return false
	}
	for _, k := range AllKinds() {
		timed := slices.ContainsFunc(k.Options, func(o options.Option) bool { return o.Name == "time" })
		if timed != (len(k.Bounds) > 0) {
			t.Errorf("%s has time=: %v; without it %q bound what it reads", k.Name, timed, k.Bounds)
		}
		if !timed || k.Name == KindSearch { // which has the limits of the others, and wants a model
			continue
		}
		for _, o := range k.Options {
			text := k.Name + ":" + o.Name + "=5"
			p, err := Players().Parse(text, Env{Rules: game.Go{Board: 5}, Threads: 1})
			if err != nil || o.Name == "time" { // the option takes something else
				continue
			}
			if bounds := forever(p); bounds != slices.Contains(k.Bounds, o.Name) {
				t.Errorf("%s takes the place of time: %v; the list is %q", text, bounds, k.Bounds)
			}
			if err := p.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// toyRule is a rule of selection for a test: it follows the best mean, after a number of tries.
type toyRule struct{ Tries int }

func (r *toyRule) idle(string) string { return "" }
func (r *toyRule) rule(*SearchConfig, int) search.Rule {
	return search.AtLeast{Rule: search.Greedy{FirstPlay: 1}, N0: r.Tries}
}

func (r *toyRule) options(*SearchConfig) []options.Option {
	return []options.Option{options.New(
		"tries", "N", number(float64(r.Tries)), "playouts of each move before the best is followed", "",
		func(o *options.Values, n string) { r.Tries = o.Int(n, r.Tries, 0, 100) },
	)}
}

// TestARuleIsOneDeclaration adds a kind of player and finds it wherever kinds are known.
func TestARuleIsOneDeclaration(t *testing.T) {
	before := ruleKinds
	t.Cleanup(func() { ruleKinds = before })
	ruleKinds = append(slices.Clone(before), ruleKind{
		name: "toy", about: "a test", make: func(*SearchConfig) selection { return &toyRule{Tries: 2} },
	})
	p, err := Players().Parse("toy:playouts=30,threads=1,tries=3,memory=4M", Env{Rules: game.Go{Board: 5}, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	g, err := board.NewGame(5, board.Chinese())
	if err != nil {
		t.Fatal(err)
	}
	if err := p.NewGame(game.Of(g)); err != nil {
		t.Fatal(err)
	}
	if choice, err := p.Genmove(t.Context(), board.Black, timing.Clock{}); err != nil || choice.Point == board.Pass {
		t.Errorf("it plays %v, %v", choice, err)
	}
	m := small(t, "toy:playouts=30,threads=1")
	defer m.Close()
	if move := chosen(t, m, noughts(t, emptyNoughts)); move == search.NoMove {
		t.Error("it plays no small game")
	}
	if !slices.Contains(TreeKinds(), "toy") {
		t.Error("it is no kind that searches a tree")
	}
	if k := AllKinds().Find("toy"); k == nil || !slices.ContainsFunc(k.Options, func(o options.Option) bool { return o.Name == "tries" && o.Default == "2" }) {
		t.Errorf("its options are %+v", k)
	}
	if _, err := Players().Parse("toi", Env{}); err == nil || !strings.Contains(err.Error(), "did you mean toy?") {
		t.Errorf("toi: %v", err)
	}
	if _, err := Players().Parse("uct:tries=3", Env{}); err == nil || !strings.Contains(err.Error(), "which belongs to toy") {
		t.Errorf("uct:tries=3: %v", err)
	}
	if _, err := Players().Parse("toy:n0=2,c=1", Env{}); err == nil || !strings.Contains(err.Error(), "c= has no effect without opponent=uct") {
		t.Errorf("toy:c=1: %v", err)
	}
}

// TestEveryPlayerThatReadsAModelSaysSo: a match would else go on with other weights under the
// same name. Negamax with a value network and no model= was forgotten.
func TestEveryPlayerThatReadsAModelSaysSo(t *testing.T) {
	dir := wholeModel(t, 5)
	dirs := []string{dir}
	if d, err := models.Default(dirs, 5); err != nil {
		t.Fatalf("no default model (%s): %v", d, err)
	}
	for text, want := range map[string]bool{
		"search": true, "policy": true, "negamax:evaluation=value": true, "negamax:playout=softmax": true, "uct:playout=softmax": true, "rave:heuristic=shapes": true,
		"uct:model=" + dir: true, "uct": true, "rave": true, "uct:heuristic=none": false, "rave:heuristic=knowledge": false,
		"negamax": false, "random": false, "gtp:gnugo --mode gtp": false,
	} {
		hashes, err := Weights(text, 5, dirs)
		if err != nil || len(hashes) > 0 != want {
			t.Errorf("%s: %d weights, %v, want some: %v", text, len(hashes), err, want)
		}
		if text == "policy" && (len(hashes) != 1 || hashes[models.Policy] == "") {
			t.Errorf("%s reads %v", text, hashes)
		}
	}
}

func TestDefaultsAreValid(t *testing.T) {
	for i := range ruleKinds {
		if err := defaultSearchConfig(&ruleKinds[i]).Validate(); err != nil {
			t.Errorf("%s: %v", ruleKinds[i].name, err)
		}
	}
}

func TestSpecEdits(t *testing.T) {
	for _, c := range []struct{ text, name, value, want string }{
		{"uct", "c", "1", "uct:c=1"},
		{"uct: c = 2 ,k=3", "c", "1", "uct:c=1,k=3"},
		{"uct:k=3", "c", "1", "uct:k=3,c=1"},
	} {
		spec, err := options.Parse("player", c.text)
		if err != nil {
			t.Fatal(err)
		}
		if got := spec.With(c.name, c.value).Text(); got != c.want {
			t.Errorf("%s with %s=%s is %s, want %s", c.text, c.name, c.value, got, c.want)
		}
		if got := spec.With(c.name, c.value).Without("c", "k").Text(); got != "uct" {
			t.Errorf("without both it is %s", got)
		}
	}
}

func TestByTime(t *testing.T) {
	for text, want := range map[string]bool{
		"rave": true, "rave:playouts=9": false, "uct:time=1s,playouts=9": true, "negamax:depth=2": false, "negamax:playouts=9": true,
		"random": false, "policy": false, "gtp:gnugo --mode gtp": true, "machines:FILE,rave:playouts=9": true, "rave:playouts": true,
	} {
		if ByTime(text) != want {
			t.Errorf("%s: want %v", text, want)
		}
	}
}
