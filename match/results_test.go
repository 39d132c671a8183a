package match

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/internal/folder"
	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/rating"
)

// files writes files below a new folder.
func files(t *testing.T, texts map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range texts {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func about(a, b string, board int) string {
	return fmt.Sprintf(`{"a":%q,"b":%q,"board":%d,"rules":"chinese","komi":7.5}`, a, b, board)
}

const threeGames = `{"game":0,"black":"a","white":"b","winner":"a"}
{"game":1,"black":"b","white":"a","winner":"b"}
{"game":2,"black":"a","white":"b","winner":"draw"}
{"game":3,"black":"b","wh`

func TestReadResults(t *testing.T) {
	root := files(t, map[string]string{
		"many/first/match.json":            about("rave", "uct", 9),
		"many/first/results.jsonl":         threeGames, // the last line is being written
		"many/deep/named/match.json":       `{"a":"random:seed=1","b":"random:seed=2","board":9,"komi":7.5,"a_name":"one","b_name":"two"}`,
		"many/deep/named/results.jsonl":    threeGames,
		"many/begun/match.json":            about("rave", "uct", 9),
		"many/deep/metrics.jsonl":          `{"step":3}`,
		"lines.jsonl":                      `{"black":"x","white":"y","result":"B+R"}` + "\n\n" + `{"black":"y","white":"x","result":"0"}`,
		"played.txt":                       `{"black":"x","white":"y","result":"W+R"}` + "\n",
		"report.json":                      `{"a":"x","b":"z","games":10,"a_wins":6,"b_wins":3,"draws":1,"board":9,"komi":7.5}`,
		"faults/elsewhere/results.jsonl":   threeGames,
		"faults/empty/nothing.txt":         "",
		"faults/match/match.json":          "{",
		"faults/nobody/match.json":         "{}",
		"faults/torn/match.json":           about("rave", "uct", 9),
		"faults/torn/results.jsonl":        "{\n",
		"faults/who/match.json":            about("rave", "uct", 9),
		"faults/who/results.jsonl":         `{"game":0,"black":"a","white":"b","winner":"a","result":"B+R"}` + "\n" + `{"game":1,"black":"b","white":"a","winner":"x"}` + "\n",
		"faults/turned/match.json":         about("rave", "uct", 9),
		"faults/turned/results.jsonl":      `{"game":0,"black":"b","white":"a","winner":"a","result":"B+R"}` + "\n",
		"faults/colours/match.json":        about("rave", "uct", 9),
		"faults/colours/results.jsonl":     `{"game":0,"black":"a","white":"a","winner":"a","result":"B+R"}` + "\n",
		"faults/unknown.jsonl":             `{"black":"x","white":"y","result":"?"}`,
		"faults/nameless.jsonl":            "\n" + `{"result":"B+R"}`,
		"faults/words.jsonl":               "words",
		"faults/report.json":               `{"games":3}`,
		"faults/played.txt":                `{"black":"x","white":"y","result":"?"}`,
		"faults/nothing":                   "",
		"faults/results/but/a/folder.json": "3",
	})
	in := func(names ...string) []string {
		for i := range names {
			names[i] = filepath.Join(root, names[i])
		}
		return names
	}
	played := rating.PairResult{Black: rating.Tally{Wins: 1, Draws: 1}, White: rating.Tally{Losses: 1}}
	first, named := played, played
	first.A, first.B, named.A, named.B = "rave", "uct", "one", "two"
	begun := rating.PairResult{A: "rave", B: "uct"}
	for _, c := range []struct {
		paths []string
		want  []rating.PairResult
	}{
		{in("many"), []rating.PairResult{begun, named, first}},
		{in("many/first", "many/first/results.jsonl", "many/first/match.json"), []rating.PairResult{first}}, // once
		{in("many/first", "many"), []rating.PairResult{first, begun, named}},
		{in("played.txt"), []rating.PairResult{{A: "x", B: "y", Black: rating.Tally{Losses: 1}}}},
		{in("lines.jsonl", "report.json"), []rating.PairResult{
			{A: "x", B: "y", Black: rating.Tally{Wins: 1}},
			{A: "y", B: "x", Black: rating.Tally{Draws: 1}},
			{A: "x", B: "z", Unknown: rating.Tally{Wins: 6, Losses: 3, Draws: 1}},
		}},
	} {
		matches, err := ReadResults(c.paths)
		if err != nil {
			t.Fatal(err)
		}
		var got []rating.PairResult
		for _, m := range matches {
			got = append(got, m.PairResult)
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v:\n%+v, want\n%+v", c.paths, got, c.want)
		}
	}
	for name, want := range map[string]string{
		"absent": "absent", "faults/empty": "no match.json in it", "faults/elsewhere/results.jsonl": "has no match.json", "faults/match": "match.json is damaged",
		"faults/nobody": "does not say who played", "faults/torn": "results.jsonl:1: ", "faults/who": `results.jsonl:2: winner "x": want a, b or draw (take the line away`,
		"faults/turned": `results.jsonl:1: winner "a", but the result is B+R with b as black`, "faults/colours": `results.jsonl:1: black "a" and white "a"`,
		"faults/unknown.jsonl":  `unknown.jsonl:1: result "?"`,
		"faults/nameless.jsonl": "nameless.jsonl:2: want the names", "faults/words.jsonl": "words.jsonl:1: ", "faults/report.json": "no players",
		"faults/results/but/a/folder.json": "not a result", "faults/nothing": "not a result",
		"faults/played.txt": `nor is it a file with one game per line: ` + in("faults/played.txt")[0] + `:1: result "?"`,
	} {
		if _, err := ReadResults(in(name)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: want an error with %q, got %v", name, want, err)
		}
	}
}

func TestCombineResults(t *testing.T) {
	komi, other := 7.5, 6.5
	match := func(file string, size int, komi *float64, a, b, textA, textB string) Result {
		return Result{
			File:       file,
			Board:      size,
			Komi:       komi,
			Texts:      [2]string{textA, textB},
			PairResult: rating.PairResult{A: a, B: b, Black: rating.Tally{Wins: 1}},
		}
	}
	one := match("one", 9, &komi, "new", "old", "uct:playouts=2", "uct:playouts=1")
	two := match("two", 9, &komi, "uct:playouts=2", "rave", "uct:playouts=2", "rave")
	results, texts, err := CombineResults([]Result{one, two}, map[string]string{"uct:playouts=2": "uct2", "rave": "r"})
	if err != nil {
		t.Fatal(err)
	}
	if results[0].A != "uct2" || results[0].B != "old" || results[1].A != "uct2" || results[1].B != "r" ||
		texts["uct2"] != "uct:playouts=2" || texts["old"] != "uct:playouts=1" {
		t.Errorf("%+v, %v", results, texts)
	}
	// One name for two strings, where it was asked for.
	renamed := map[string]string{"uct:playouts=2": "x", "rave": "x"}
	if results, _, err := CombineResults([]Result{two}, renamed); err != nil ||
		results[0].A != "x" || results[0].B != "x" {
		t.Errorf("%+v, %v", results, err)
	}
	// A match that does not tell its komi, before two that differ.
	unknown := match("unknown", 9, nil, "old", "rave", "uct:playouts=1", "rave")
	third := match("other", 9, &other, "new", "old", "uct:playouts=2", "uct:playouts=1")
	if _, _, err := CombineResults([]Result{unknown, one, third}, nil); err == nil {
		t.Error("komi 7.5 and 6.5 are combined")
	}
	if _, _, err := CombineResults([]Result{one, unknown, one}, nil); err != nil {
		t.Error(err)
	}
	// Two models behind one string are two players, unless somebody says otherwise.
	trained := match("mine", 9, &komi, "policy:model=p", "rave", "policy:model=p", "rave")
	retrained := match("theirs", 9, &komi, "policy:model=p", "rave", "policy:model=p", "rave")
	trained.Weights[0], retrained.Weights[0] = "policy 0123", "policy cdef"
	unnoted := match("old", 9, &komi, "rave", "policy:model=p", "rave", "policy:model=p")
	if _, _, err := CombineResults([]Result{trained, unnoted, trained}, nil); err != nil {
		t.Errorf("one model, once not noted: %v", err)
	}
	if _, _, err := CombineResults([]Result{trained, retrained}, map[string]string{"policy:model=p": "p"}); err != nil {
		t.Errorf("two models of one name that was given: %v", err)
	}
	// Only who reads by the clock is another player with another clock.
	ruled := func(file, rules, clock string) Result {
		r := match(file, 9, &komi, "uct:playouts=2", "rave", "uct:playouts=2", "rave")
		r.Rules, r.Time = rules, clock
		return r
	}
	slow, fast, bounded := ruled("slow", "chinese", "10m"), ruled("fast", "chinese", "1s"), ruled("fast", "chinese", "1s")
	aga := ruled("aga", "aga", "10m")
	bounded.B, bounded.Texts[1] = "random", "random"
	if _, _, err := CombineResults([]Result{slow, bounded}, nil); err != nil {
		t.Errorf("two clocks of a player with playouts: %v", err)
	}
	if _, _, err := CombineResults([]Result{slow, fast}, map[string]string{"rave": "r"}); err != nil {
		t.Errorf("two clocks of one name that was given: %v", err)
	}
	for want, c := range map[string]struct {
		matches []Result
		names   map[string]string
	}{
		"do not compare":      {[]Result{one, match("three", 13, &komi, "a", "b", "a", "b")}, nil},
		"13×13 with komi 6.5": {[]Result{one, match("three", 13, &other, "a", "b", "a", "b")}, nil},
		"9×9 with komi 6.5":   {[]Result{one, match("three", 9, &other, "a", "b", "a", "b")}, nil},
		"player new is uct:playouts=2 in one, but uct:playouts=3 in four":                     {[]Result{one, match("four", 9, &komi, "new", "b", "uct:playouts=3", "b")}, nil},
		"policy:model=p had the weights of policy 0123 in mine, but of policy cdef in theirs": {[]Result{trained, retrained}, nil},
		"player rave had the clock 10m in slow, but 1s in fast":                               {[]Result{slow, fast}, nil},
		"chinese rules, aga of 9×9 with komi 7.5 by aga rules":                                {[]Result{slow, aga}, nil},
		"nobody is called nw": {[]Result{one}, map[string]string{"nw": "x"}},
		"no results":          {nil, nil},
	} {
		if _, _, err := CombineResults(c.matches, c.names); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
}

// Two matches at once in a folder would play every game twice.
func TestMatchFolderIsForOneAtATime(t *testing.T) {
	dir, about := t.TempDir(), About{A: "x", B: "y", Board: 9}
	f, err := OpenFolder(dir, about)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OpenFolder(dir, about); !errors.Is(err, folder.ErrBusy) {
		t.Errorf("opened twice: %v", err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if f, err = OpenFolder(dir, about); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}

// A folder does not go on with other weights under the same name, nor if nobody noted which.
func TestMatchFolderKnowsTheWeights(t *testing.T) {
	dir, model := t.TempDir(), modeltest.Folder(t, 5, true)
	noted := func() About {
		about := About{A: "policy:model=" + model, B: "uct:heuristic=none", Board: 5}
		if err := about.NoteWeights(nil); err != nil {
			t.Fatal(err)
		}
		return about
	}
	about := noted()
	if !strings.HasPrefix(about.AWeights, "policy ") || strings.Contains(about.AWeights, "value") || about.BWeights != "" {
		t.Errorf("weights %q and %q, want those of a policy network and none", about.AWeights, about.BWeights)
	}
	old := about
	old.AWeights = ""
	unknown, err := OpenFolder(t.TempDir(), old)
	if err != nil {
		t.Fatal(err)
	}
	if err := unknown.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenFolder(unknown.dir, about); !errors.Is(err, ErrOther) || !strings.Contains(err.Error(), `a-weights unset, now "policy `) {
		t.Errorf("without a note of the weights: %v", err)
	}
	f, err := OpenFolder(dir, about)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	other, err := nets.NewPolicy(nets.PolicyConfig{Board: 5, Planes: 48, Filters: 8, Layers: 2}, 99)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := nets.SavePolicy(model, other, models.Training{}); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenFolder(dir, noted()); !errors.Is(err, ErrOther) || !strings.Contains(err.Error(), `a-weights "policy `) {
		t.Errorf("with other weights: %v", err)
	}
}

// A folder that is a link is read, and what is reached by two names counts once.
func TestReadResultsByALink(t *testing.T) {
	dir := files(t, map[string]string{
		"one/match.json":    `{"a":"a","b":"b"}`,
		"one/results.jsonl": `{"game":0,"black":"a","white":"b","winner":"a","result":"B+1.5","end":"passes"}` + "\n",
	})
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(filepath.Join(dir, "one"), link); err != nil {
		t.Fatal(err)
	}
	for _, paths := range [][]string{{link}, {link, filepath.Join(dir, "one")}, {dir, link}} {
		if all, err := ReadResults(paths); err != nil || len(all) != 1 {
			t.Errorf("%v: %d, %v", paths, len(all), err)
		}
	}
}

// A game that stands there twice, of two matches at once, counts once.
func TestAGameCountsOnce(t *testing.T) {
	line := func(game int, winner string) string {
		result := map[string]string{"a": "B+1.5", "b": "W+1.5"}[winner]
		return fmt.Sprintf(`{"game":%d,"black":"a","white":"b","winner":%q,"result":%q,"end":"passes"}`+"\n", game, winner, result)
	}
	path := filepath.Join(files(t, map[string]string{"results.jsonl": line(0, "a") + line(1, "b") + line(0, "b") + line(1, "b")}), "results.jsonl")
	games, _, err := readGames(path)
	if err != nil || len(games) != 2 || games[0].Who != "a" || games[1].Game != 1 {
		t.Errorf("%+v, %v", games, err)
	}
}
