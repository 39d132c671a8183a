package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/models"
)

// writePlayouts writes games of random moves on 5×5 as one SGF a line.
func writePlayouts(t *testing.T, path string, games int, seed uint64) {
	t.Helper()
	r := board.NewRand(seed)
	var out strings.Builder
	for range games {
		pos := board.NewPosition(5)
		out.WriteString("(;FF[4]GM[1]SZ[5]RE[B+1]")
		for range 30 {
			m := pos.RandomMove(&r)
			if m == board.Pass {
				break
			}
			fmt.Fprintf(&out, ";%c[%c%c]", "BW"[pos.ToMove()-board.Black], 'a'+m.X(), 'a'+m.Y())
			pos.Play(m, pos.ToMove())
		}
		out.WriteString(")\n")
	}
	if err := os.WriteFile(path, []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Games in, model out, measured: the keys that other programs read, and the exit
// statuses of what is refused.
func TestTrainAndEvalPolicy(t *testing.T) {
	dir := t.TempDir()
	games, model := filepath.Join(dir, "games.sgfl"), filepath.Join(dir, "run")
	writePlayouts(t, games, 80, 3)
	command := []string{
		"train", "policy", games, "-o", model, "--filters", "4", "--layers", "2", "--steps", "12", "--batch", "8",
		"--eval-positions", "50", "--threads", "1", "--json", "--quiet",
	}
	status, out := tengen(t, command...)
	var trained struct {
		Model string
		Steps int
		NLL   float64
	}
	if err := json.Unmarshal([]byte(out), &trained); status != exitDone || err != nil || trained.Steps != 12 ||
		trained.Model != model || trained.NLL <= 0 {
		t.Fatalf("status %d, %v:\n%s", status, err, out)
	}
	for _, c := range []struct {
		name   string
		args   []string
		status int
	}{
		{"again", command, exitUsage},
		{"resumed", append(command, "--resume"), exitDone},
		{"resumed otherwise", append(command, "--resume", "--rate", "0.5"), exitUsage},
		{"two lengths", append(command, "--time", "3s"), exitUsage},
		{"too long", append(command[:3:3], "-o", "none", "--filters", "4", "--layers", "2", "--epochs", "1e30"), exitUsage},
		{"too long for a value network", []string{
			"train", "value", games, "-o", "none", "--filters", "4", "--layers", "3", "--epochs", "1e30",
		}, exitUsage},
		{"too many games", []string{"train", "rollout", games, "-o", "none", "--epochs", "1e30"}, exitUsage},
		{"bad value", append(command, "--optimizer", "sgdd"), exitUsage},
		{"another board", append(command, "--resume", "--board", "9"), exitFailed},
		{"no model", []string{"eval", "policy", filepath.Join(dir, "none"), games}, exitFailed},
		{"wrong symmetries", []string{"eval", "policy", model, games, "--symmetries", "4"}, exitUsage},
	} {
		if got, out := tengen(t, c.args...); got != c.status {
			t.Errorf("%s: status %d, want %d\n%s", c.name, got, c.status, out)
		}
	}

	chart := filepath.Join(dir, "chart.png")
	status, out = tengen(t, "eval", "policy", model, games, "--part", "validation", "--symmetries", "8",
		"--by-move", "--chart", chart, "--json", "--quiet")
	var measured map[string]any
	if err := json.Unmarshal([]byte(out), &measured); status != exitDone || err != nil {
		t.Fatalf("status %d, %v:\n%s", status, err, out)
	}
	for _, key := range []string{"top1", "top1_lo", "top1_hi", "top5", "nll", "positions", "games", "by_move"} {
		if _, ok := measured[key]; !ok {
			t.Errorf("no %q in %s", key, out)
		}
	}
	if _, err := os.Stat(chart); err != nil {
		t.Error(err)
	}
	// Of the games that it was trained on only those count that it has not learned from, unless others
	// are asked for. Games of another name are all measured.
	renamed := filepath.Join(dir, "others.sgfl")
	writePlayouts(t, renamed, 80, 3)
	of := func(args ...string) (part string, n float64) {
		t.Helper()
		return measuredPart(t, append([]string{"policy"}, args...)...)
	}
	if part, n := of(model, games); part != "validation" || n != measured["games"] {
		t.Errorf("the games trained on: %s, %v games, want validation, %v", part, n, measured["games"])
	}
	allPart, all := of(model, games, "--part", "all")
	if part, n := of(model, renamed); part != "all" || allPart != "all" || n != all || n <= measured["games"].(float64) {
		t.Errorf("other games: %s, %v games; all: %s, %v", part, n, allPart, all)
	}
	status, out = tengen(t, "eval", "policy", model, games, "--part", "all", "--by-move", "--quiet")
	if status != exitDone || !strings.Contains(out, "11–20") {
		t.Errorf("status %d:\n%s", status, out)
	}
}

// A network that learned on from another one's weights says which these were.
func TestTrainingsNoteTheWeightsTheyBeganWith(t *testing.T) {
	dir := t.TempDir()
	games := filepath.Join(dir, "games.sgfl")
	writePlayouts(t, games, 80, 3)
	first := map[string]string{} // SHA-256 by kind
	for _, c := range []struct {
		kind, name, flag string
		parent           string // kind of the weights begun with
	}{
		{models.Policy, "a", "", ""},
		{models.Policy, "b", "--init", models.Policy},
		{models.Value, "c", "", ""},
		{models.Value, "d", "--init", models.Value},
		{models.Value, "e", "--init-trunk", models.Policy},
	} {
		model := filepath.Join(dir, c.name)
		args := []string{
			"train", c.kind, games, "-o", model, "--steps", "2", "--batch", "8", "--threads", "1", "--quiet",
			"--filters", "4", "--layers", "3",
		}
		if c.flag != "" {
			args = append(args, c.flag, filepath.Join(dir, map[string]string{models.Policy: "a", models.Value: "c"}[c.parent]))
		}
		if status, out := tengen(t, args...); status != exitDone {
			t.Fatalf("%s: status %d\n%s", c.name, status, out)
		}
		m, err := models.ReadManifest(model)
		if err != nil {
			t.Fatal(err)
		}
		n := m.Networks[c.kind]
		if c.parent == "" {
			first[c.kind] = n.File.SHA256
		}
		if n.Training.Parent != first[c.parent] {
			t.Errorf("%s %s: parent %q, want %q", c.kind, c.flag, n.Training.Parent, first[c.parent])
		}
	}
}

// Games in, both linear policies out and measured: keys and exit statuses.
func TestTrainAndEvalRollout(t *testing.T) {
	dir := t.TempDir()
	games, model := filepath.Join(dir, "games.sgfl"), filepath.Join(dir, "run")
	writePlayouts(t, games, 80, 3)
	for _, kind := range []string{"rollout", "tree"} {
		command := []string{"train", "rollout", games, "-o", model, "--features", kind, "--squares", "50", "--epochs", "1", "--json", "--quiet"}
		status, out := tengen(t, command...)
		var trained struct {
			Kind     string
			Steps    int
			Features int
			NLL      float64
		}
		if err := json.Unmarshal([]byte(out), &trained); status != exitDone || err != nil || trained.Kind != kind ||
			trained.Steps == 0 || trained.Features == 0 || trained.NLL <= 0 {
			t.Fatalf("status %d, %v:\n%s", status, err, out)
		}
		status, out = tengen(t, "eval", "rollout", model, games, "--features", kind, "--part", "validation", "--json", "--quiet")
		var measured map[string]any
		if err := json.Unmarshal([]byte(out), &measured); status != exitDone || err != nil {
			t.Fatalf("status %d, %v:\n%s", status, err, out)
		}
		for _, key := range []string{"top1", "top1_lo", "top1_hi", "nll", "positions", "games", "us_per_move"} {
			if _, ok := measured[key]; !ok {
				t.Errorf("no %q in %s", key, out)
			}
		}
		for _, c := range []struct {
			name   string
			args   []string
			status int
		}{
			{"again", command, exitUsage},
			{"resumed", append(command, "--resume"), exitDone},
			{"resumed otherwise", append(command, "--resume", "--rate", "0.5"), exitUsage},
			{"bad value", append(command, "--responses", "-1"), exitUsage},
			{"diamonds", append(command, "--diamonds", "50"), exitUsage},
		} {
			if got, out := tengen(t, c.args...); got != c.status {
				t.Errorf("%s: status %d, want %d\n%s", c.name, got, c.status, out)
			}
		}
	}
	if status, out := tengen(t, "bench", "playout", "--kind", "softmax", "--model", model, "--board", "5", "--time", "1ms", "--json"); status != exitDone || !strings.Contains(out, `"kind":"softmax"`) {
		t.Errorf("bench: status %d\n%s", status, out)
	}
	for _, args := range [][]string{{"--kind", "softmax"}, {"--kind", "mogo", "--model", model}} {
		if status, _ := tengen(t, append([]string{"bench", "playout"}, args...)...); status != exitUsage {
			t.Errorf("bench playout %v: status %d", args, status)
		}
	}
	if status, out := tengen(t, "model", "verify", model); status != exitDone {
		t.Errorf("verify: status %d\n%s", status, out)
	}
	if status, out := tengen(t, "model", "info", model); status != exitDone || !strings.Contains(out, "rollout policy, any board") {
		t.Errorf("info: status %d\n%s", status, out)
	}
	if status, _ := tengen(t, "eval", "rollout", filepath.Join(dir, "none"), games); status != exitFailed {
		t.Errorf("no model: status %d", status)
	}
}

// Simulation balancing by the command line: what it needs, what it refuses, its keys.
func TestTrainRolloutBalance(t *testing.T) {
	dir := t.TempDir()
	games, model, balanced := filepath.Join(dir, "games.sgfl"), filepath.Join(dir, "run"), filepath.Join(dir, "balanced")
	writePlayouts(t, games, 60, 3)
	if status, out := tengen(t, "train", "rollout", games, "-o", model, "--steps", "5", "--quiet"); status != exitDone {
		t.Fatalf("status %d\n%s", status, out)
	}
	command := []string{
		"train", "rollout", games, "-o", balanced, "--balance", "--init", model, "--reference", "outcome",
		"--balance-positions", "4", "--balance-playouts", "2", "--steps", "6", "--eval-positions", "2", "--json",
		"--quiet",
	}
	status, out := tengen(t, command...)
	var result map[string]any
	if err := json.Unmarshal([]byte(out), &result); status != exitDone || err != nil || result["steps"] != 6.0 ||
		result["mse"] == nil || result["mse_before"] == nil {
		t.Fatalf("status %d, %v:\n%s", status, err, out)
	}
	for _, c := range []struct {
		name   string
		args   []string
		status int
	}{
		{"again", command, exitUsage},
		{"resumed", append(command, "--resume"), exitDone},
		{"a tree policy", append(command, "--features", "tree"), exitUsage},
		{"by time", []string{"train", "rollout", games, "--balance", "--init", model, "--time", "1s"}, exitUsage},
		{"patterns", append(command, "--squares", "3"), exitUsage},
		{"measured on the way", append(command, "--eval-every", "2"), exitUsage},
		{"odd playouts", append(command, "--balance-playouts", "3"), exitUsage},
		{"without a model", []string{"train", "rollout", games, "--balance"}, exitUsage},
		{"without --balance", []string{"train", "rollout", games, "--init", model}, exitUsage},
	} {
		if got, out := tengen(t, c.args...); got != c.status {
			t.Errorf("%s: status %d, want %d\n%s", c.name, got, c.status, out)
		}
	}
}

// measuredPart is the part of games that tengen eval measured, and how many they were.
func measuredPart(t *testing.T, args ...string) (part string, games float64) {
	t.Helper()
	var m struct {
		Part  string
		Games float64
	}
	status, out := tengen(t, append([]string{"eval"}, append(args, "--json", "--quiet")...)...)
	if err := json.Unmarshal([]byte(out), &m); status != exitDone || err != nil {
		t.Fatalf("status %d, %v:\n%s", status, err, out)
	}
	return m.Part, m.Games
}

// Without --part no figure is of games that the model has learned from: of these games the part counts
// that training held out.
func TestEvalMeasuresWhatWasNotLearned(t *testing.T) {
	dir := t.TempDir()
	games, others := filepath.Join(dir, "games.sgfl"), filepath.Join(dir, "others.sgfl")
	writePlayouts(t, games, 80, 3)
	writePlayouts(t, others, 80, 3)
	for kind, flags := range map[string]string{
		"value":   "--filters 4 --layers 2 --hidden 4 --steps 2 --batch 8 --eval-every 0 --threads 1",
		"rollout": "--steps 5",
	} {
		model := filepath.Join(dir, kind)
		command := append([]string{"train", kind, games, "-o", model, "--quiet"}, strings.Fields(flags)...)
		if status, out := tengen(t, command...); status != exitDone {
			t.Fatalf("status %d\n%s", status, out)
		}
		_, held := measuredPart(t, kind, model, games, "--part", "validation")
		if part, n := measuredPart(t, kind, model, games); part != "validation" || n != held {
			t.Errorf("%s, the games trained on: %s, %v games, want validation, %v", kind, part, n, held)
		}
		_, all := measuredPart(t, kind, model, games, "--part", "all")
		if part, n := measuredPart(t, kind, model, others); part != "all" || n != all || n <= held {
			t.Errorf("%s, other games: %s, %v games, want all, %v", kind, part, n, all)
		}
		// Fewer games than it learned from pass, and still some of them are learned.
		few := []string{kind, model, games, "--limit", "60"}
		_, held = measuredPart(t, append(few, "--part", "validation")...)
		if part, n := measuredPart(t, few...); part != "validation" || n != held || n == 0 {
			t.Errorf("%s, some of the games trained on: %s, %v games, want validation, %v", kind, part, n, held)
		}
	}
}

// A training with other games held out learns from all parts of its own, and eval says so whatever part is asked for.
func TestEvalSaysThatAllPartsWereLearned(t *testing.T) {
	dir := t.TempDir()
	games, others, model := filepath.Join(dir, "games.sgfl"), filepath.Join(dir, "others.sgfl"), filepath.Join(dir, "m")
	writePlayouts(t, games, 80, 3)
	writePlayouts(t, others, 80, 4)
	if status, out := tengen(t, "train", "policy", games, "--validation", others, "-o", model, "--min-moves", "1",
		"--filters", "4", "--layers", "2", "--steps", "2", "--batch", "8", "--threads", "1", "--quiet"); status != exitDone {
		t.Fatalf("status %d\n%s", status, out)
	}
	for _, c := range []struct {
		games, part string
		warns       bool
	}{
		{games, "auto", true},
		{games, "test", true},
		{games, "validation", true},
		{games, "all", true},
		{games, "train", false},
		{others, "test", false},
	} {
		said := stderr(t, func() {
			if status, out := tengen(t, "eval", "policy", model, c.games, "--part", c.part); status != exitDone {
				t.Errorf("status %d\n%s", status, out)
			}
		})
		if strings.Contains(said, "--validation held out others") != c.warns {
			t.Errorf("--part %s of %s says\n%s", c.part, filepath.Base(c.games), said)
		}
	}
	if part, n := measuredPart(t, "policy", model, games); part != "all" || n != 80 {
		t.Errorf("%s, %v games, want all", part, n)
	}
}

// A run that lost its newest checkpoint says so under --quiet, too, as what fails is always said.
func TestQuietTrainingsSayThatACheckpointIsDamaged(t *testing.T) {
	dir := t.TempDir()
	games := filepath.Join(dir, "games.sgfl")
	writePlayouts(t, games, 60, 3)
	in := func(name string) string { return filepath.Join(dir, name) }
	small := "--filters 4 --layers 2 --steps 2 --batch 8 --eval-every 0 "
	for _, c := range []struct{ name, checkpoints, flags string }{
		{"policy", "checkpoints", "policy " + games + " --threads 1 " + small},
		{"value", "checkpoints", "value " + games + " --threads 1 --hidden 4 " + small},
		{"reinforce", "checkpoints", "reinforce --policy " + in("policy") + " --threads 1 --games 2 --updates 1 --eval-games 2"},
		{"rollout", "rollout-training/checkpoints", "rollout " + games + " --steps 5"},
		{"balance", "rollout-training/checkpoints", "rollout " + games + " --balance --init " + in("rollout") +
			" --reference outcome --balance-positions 4 --balance-playouts 2 --steps 2 --eval-positions 2"},
		{"shapes", "shapes-training/checkpoints", "shapes --board 5 --games 2 --eval-games 2"},
	} {
		command := append([]string{"train"}, strings.Fields(c.flags)...)
		command = append(command, "-o", in(c.name), "--quiet")
		if status, out := tengen(t, command...); status != exitDone {
			t.Fatalf("%s: status %d\n%s", c.name, status, out)
		}
		files, err := filepath.Glob(filepath.Join(in(c.name), c.checkpoints, "*"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: checkpoints %v, %v", c.name, files, err)
		}
		for _, f := range files { // all of them: then nothing is trained again
			if err := os.Truncate(f, 100); err != nil {
				t.Fatal(err)
			}
		}
		said := stderr(t, func() {
			if status, out := tengen(t, append(command, "--resume")...); status != exitFailed {
				t.Errorf("%s: status %d\n%s", c.name, status, out)
			}
		})
		if !strings.Contains(said, "set aside a damaged checkpoint: ") {
			t.Errorf("%s says\n%s", c.name, said)
		}
	}
}

// stderr is what f writes there.
func stderr(t *testing.T, f func()) string {
	t.Helper()
	to, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer func(before *os.File) { os.Stderr = before }(os.Stderr)
	os.Stderr = to
	f()
	text, err := os.ReadFile(to.Name())
	if err := errors.Join(err, to.Close()); err != nil {
		t.Fatal(err)
	}
	return string(text)
}
