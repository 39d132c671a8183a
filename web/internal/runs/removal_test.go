package runs

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/internal/job"
)

// begin begins a run with the games of the bench.
func (b *bench) begin(name string) {
	b.t.Helper()
	wish, err := json.Marshal(map[string]any{"name": name, "games": []string{b.games}, "until": "policy"})
	if err != nil {
		b.t.Fatal(err)
	}
	if status, text, _ := b.ask("POST", "", string(wish)); status != http.StatusCreated {
		b.t.Fatalf("%s: %d %s", name, status, text)
	}
	<-b.began
}

// A run that failed goes with its folder, and its name is free again. Runs that are under way, that made a model or
// that no page began stay.
func TestRemove(t *testing.T) {
	b := open(t)
	write(t, filepath.Join(b.dir("terminal"), "metrics.jsonl"), lines(20))
	remove := func(name string) (int, string) {
		status, text, _ := b.ask("POST", "/"+name, `{"do":"remove"}`)
		return status, text
	}
	if status, text := remove("terminal"); status != 409 || !strings.Contains(text, b.dir("terminal")) {
		t.Errorf("a run without a job: %d %s", status, text)
	}
	b.begin("mine")
	if status, text := remove("mine"); status != 409 || !strings.Contains(text, "stop it first") {
		t.Errorf("a run under way: %d %s", status, text)
	}
	write(t, filepath.Join(b.dir("mine"), "data", "stage.json"), `{"stage":"data"}`)
	b.end <- &job.Exit{Code: 1, Text: "exit status 1"}
	b.wait("mine", job.Failed)
	manifest := filepath.Join(b.dir("mine"), "policy", "model.json")
	text, err := os.ReadFile("../../../models/shipped/9x9/model.json")
	if err != nil {
		t.Fatal(err)
	}
	write(t, manifest, string(text))
	if status, text := remove("mine"); status != 409 || !strings.Contains(text, "has made a model") {
		t.Errorf("a run with a model: %d %s", status, text)
	}
	if err := os.Remove(manifest); err != nil {
		t.Fatal(err)
	}
	if status, text := remove("mine"); status != 200 || !strings.Contains(text, `"state":"gone"`) {
		t.Errorf("a failed run: %d %s", status, text)
	}
	entries, err := os.ReadDir(b.Dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.Contains(e.Name(), "mine") {
			t.Errorf("%s is left", e.Name())
		}
	}
	if status, _, _ := b.ask("GET", "/mine", ""); status != 404 {
		t.Errorf("the removed run: %d", status)
	}
	b.begin("mine")
}

// What was asked of a run is there for another one: the values of its file as a form has them.
func TestAsked(t *testing.T) {
	b := open(t)
	write(t, filepath.Join(b.dir("mine"), "settings.toml"), `board = 7
komi = 9.0
[data]
games = ["/games/club", "games"]
[policy]
steps = 1200
rate = 0.002
[tuning]
lambda = [0, 0.5]
[tournament.others]
a = "uct"
`)
	want := &wish{Name: "mine", Games: []string{"/games/club"}, Values: map[string]string{
		"board": "7", "komi": "9", "policy.steps": "1200", "policy.rate": "0.002", "tuning.lambda": "0, 0.5",
	}}
	if s := b.shotOf("mine"); !reflect.DeepEqual(s.Asked, want) || s.Board != 7 {
		t.Errorf("asked %+v, want %+v; board %d", s.Asked, want, s.Board)
	}
}

// The list says what each run came to.
func TestHeadlines(t *testing.T) {
	b := open(t)
	write(t, filepath.Join(b.dir("mine"), "settings.toml"), "")
	write(t, filepath.Join(b.dir("mine"), "data", "stage.json"), `{"done":true,"seconds":3}`)
	write(t, filepath.Join(b.dir("mine"), "policy", "stage.json"), `{"seconds":40}`)
	write(t, filepath.Join(b.dir("mine"), "policy", "metrics.jsonl"), lines(9))
	head := func() runJSON {
		t.Helper()
		_, text, _ := b.ask("GET", "", "")
		var list listJSON
		if err := json.Unmarshal([]byte(text), &list); err != nil || len(list.Runs) != 1 || len(list.Until["policy"]) != 2 {
			t.Fatalf("%s %v", text, err)
		}
		return list.Runs[0]
	}
	if h := head(); h.Board != 9 || h.Seconds != 43 || h.Curve != "" {
		t.Errorf("before the first measurement: %+v", h)
	}
	write(t, filepath.Join(b.dir("mine"), "policy", "metrics.jsonl"), lines(20))
	if h := head(); h.Curve != "policy" || h.Known != 0.4 {
		t.Errorf("after it: %+v", h)
	}
}

// The stage of two linear policies has a bar as well: the second is its other half.
func TestProgressOfRollouts(t *testing.T) {
	b := open(t)
	b.begin("mine")
	write(t, filepath.Join(b.dir("mine"), "data", "stage.json"), `{"done":true,"figures":{"stats":{"games":80}}}`)
	write(t, filepath.Join(b.dir("mine"), "rollout", "stage.json"), `{}`)
	run, err := b.find("mine")
	if err != nil {
		t.Fatal(err)
	}
	run.stages = []stageJSON{{Name: "data", Begun: true, Done: true}, {Name: "rollout", Begun: true}}
	for _, c := range []struct {
		folder string
		share  float64
	}{{"rollout-training", 0.25}, {"tree-training", 0.75}} {
		write(t, filepath.Join(b.dir("mine"), "rollout", c.folder, "metrics.jsonl"), lines(40))
		curves, err := b.curves(run)
		if err != nil {
			t.Fatal(err)
		}
		if p := b.progress(run, nil, curves); p.Stage != "rollout" || p.Share != c.share {
			t.Errorf("%s: %+v, want %v", c.folder, p, c.share)
		}
	}
}
