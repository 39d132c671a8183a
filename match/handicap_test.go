package match

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/rating"
)

// B has its stones and Black in every game, White begins, and each game has an opening of its own.
func TestHandicap(t *testing.T) {
	rules := board.Chinese()
	rules.Komi = 0.5
	config := Config{
		Games: 4, Rules: game.Go{Board: 9, Rules: rules}, Handicap: 4, Openings: 3, Parallel: 2, Seed: 3, Now: frozen,
	}
	stones, err := board.FixedHandicap(9, 4)
	if err != nil {
		t.Fatal(err)
	}
	var first []string
	for i, g := range playMatch(t, config, scripted{name: "x", move: passes}, scripted{name: "y", move: passes}, nil) {
		of := g.Record.Game.(game.GoGame)
		if g.Black != "b" || g.Record.Black != "y" || of.Handicap() != 4 || of.Moves()[0].Color != board.White {
			t.Errorf("game %d: black %s, %d stones, first %v", i, g.Black, of.Handicap(), of.Moves()[0])
		}
		start := of.Game.Start()
		for p := range 81 {
			at := board.FromIndex(p, 9)
			if want := slices.Contains(stones, at); (start.At(at) == board.Black) != want {
				t.Errorf("game %d: %v on %s", i, start.At(at), at.Vertex(9))
			}
		}
		first = append(first, g.Hash)
	}
	slices.Sort(first)
	if len(slices.Compact(first)) != 4 {
		t.Errorf("games began alike: %v", first)
	}
}

// What the settings come to: komi 0.5 unless somebody names another, and no stones where none can stand.
func TestHandicapSettings(t *testing.T) {
	seven := 7.5
	s := Settings{Games: 2, Board: 9, Rules: "chinese", Time: "none", Parallel: 1, Handicap: 2}
	named := s
	named.Komi = &seven
	for want, s := range map[float64]Settings{0.5: s, 7.5: named} {
		config, err := s.Config()
		if about := s.About(config, "a", "b"); err != nil || about.Komi != want || about.Handicap != 2 {
			t.Errorf("%+v, %v: want komi %g", about, err, want)
		}
	}
	for want, s := range map[string]Settings{
		"no fixed handicap on 5×5":       {Games: 2, Board: 5, Rules: "chinese", Time: "none", Parallel: 1, Handicap: 2},
		"handicap 1: want 2 to 9 on 9×9": {Games: 2, Board: 9, Rules: "chinese", Time: "none", Parallel: 1, Handicap: 1},
		"handicap -3":                    {Games: 2, Board: 9, Rules: "chinese", Time: "none", Parallel: 1, Handicap: -3},
		"for Go":                         {Games: 2, Game: "gomoku", Time: "none", Parallel: 1, Handicap: 2},
	} {
		if _, err := s.Config(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	config, err := s.Config()
	if err != nil {
		t.Fatal(err)
	}
	config.SameColors = true
	if config.Validate() == nil {
		t.Error("Black for both")
	}
	if _, err := Collect(context.Background(), Config{Handicap: 2}, Side{}, Side{}, nil, nil); err == nil {
		t.Error("self-play keeps no handicap, but collects it")
	}
}

// random9 makes players for a tournament on 9×9.
func random9(text string) (player.Player, error) {
	return player.Players().Parse(text, player.Env{Rules: game.Go{Board: 9}, Seed: 1, Threads: 1})
}

// A tournament with handicap goes on where it was, writes HA and AB, and rates the takers as players of their own:
// so do files of match --json and even games that are read together with it.
func TestHandicapIsRatedApart(t *testing.T) {
	dir := t.TempDir()
	handicap := Tournament{
		Settings: Settings{Games: 2, Board: 9, Rules: "chinese", Time: "none", Parallel: 1, Seed: 5, Handicap: 3},
		Players:  []Entrant{{"one", "random:seed=1"}, {"two", "random:seed=2"}, {"three", "random:seed=3"}},
		Pairs:    Gauntlet(3, 0),
		Rate:     rating.RateConfig{Anchors: map[string]float64{"two+3": 100}},
	}
	standing, err := handicap.Run(context.Background(), dir, random9, nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for name, text := range standing.Texts {
		names = append(names, name+" "+text)
	}
	slices.Sort(names)
	want := []string{
		"one random:seed=1", "three+3 random:seed=3 with 3 stones at komi 0.5", "two+3 random:seed=2 with 3 stones at komi 0.5",
	}
	if !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
	text, err := os.ReadFile(filepath.Join(dir, "one-vs-two", "game-0001.sgf"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"HA[3]", "AB[cc][gc][cg]", "KM[0.5]", "PB[two]", "PW[one]"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s lacks %s", text, want)
		}
	}
	handicap.Games = 4
	if _, err := handicap.Run(context.Background(), dir, random9, nil); err != nil {
		t.Error(err)
	}
	handicap.Handicap = 4
	if _, err := handicap.Run(context.Background(), dir, random9, nil); err == nil {
		t.Error("a match with 3 stones goes on with 4")
	}
	even := Tournament{
		Settings: Settings{Games: 2, Board: 9, Rules: "chinese", Time: "none", Parallel: 1, Seed: 5},
		Players:  handicap.Players,
	}
	evenDir := t.TempDir()
	if _, err := even.Run(context.Background(), evenDir, random9, nil); err != nil {
		t.Fatal(err)
	}
	printed := filepath.Join(t.TempDir(), "printed.json")
	report, err := json.Marshal(map[string]any{
		"a": "random:seed=1", "b": "random:seed=2", "a_wins": 3, "b_wins": 1, "board": 9, "komi": 0.5, "handicap": 3,
	})
	if err == nil {
		err = os.WriteFile(printed, report, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	results, err := ReadResults([]string{evenDir, dir, printed})
	if err != nil {
		t.Fatal(err)
	}
	pairs, _, err := CombineResults(results, map[string]string{
		"random:seed=2 with 3 stones at komi 0.5": "two+3", "random:seed=1": "one",
	})
	if err != nil {
		t.Fatal(err)
	}
	games := map[string]int{}
	for _, p := range pairs {
		games[p.A+" "+p.B] += p.Total().Games()
		if strings.HasSuffix(p.B, "+3") && p.Black.Games()+p.White.Games() > 0 {
			t.Errorf("%+v: Black's advantage is part of the handicap", p)
		}
	}
	for pair, want := range map[string]int{"one two": 2, "one two+3": 8, "one three+3": 4} {
		if games[pair] != want {
			t.Errorf("%s: %d games, want %d of %v", pair, games[pair], want, games)
		}
	}
	// The same stones at another komi are another player, so one name for both is refused.
	other := results[len(results)-2]
	other.Texts[1] = takerText("random:seed=2", 3, 7.5)
	if other.B != "two+3" {
		t.Fatalf("%+v is not of one against two", other)
	}
	if _, _, err := CombineResults(append(results[:len(results)-1:len(results)-1], other), nil); err == nil ||
		!strings.Contains(err.Error(), "player two+3 is random:seed=2 with 3 stones at komi 0.5") {
		t.Errorf("two players of one name: %v", err)
	}
}
