package match

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player"
)

// smallTournament is of three random players on a small board.
func smallTournament(games int) *Tournament {
	komi := 0.5
	return &Tournament{
		Settings: Settings{Games: games, Board: 5, Rules: "chinese", Komi: &komi, Time: "none", Parallel: 2, Seed: 7},
		Players:  []Entrant{{"one", "random:seed=1"}, {"two", "random:seed=2"}, {"three", "random:seed=3"}},
	}
}

func parsePlayer(text string) (player.Player, error) {
	return player.Players().Parse(text, player.Env{Rules: game.Go{Board: 5}, Seed: 1, Threads: 1})
}

// records are the files of a tournament that say what was played, by name. Seconds differ, and
// so does the order of the lines.
func records(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	paths, err := filepath.Glob(filepath.Join(dir, "*", "*.sgf"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"standing.json", "standing.txt", "ladder.svg"} {
		paths = append(paths, filepath.Join(dir, name))
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name, _ := filepath.Rel(dir, path)
		files[name] = string(text)
	}
	return files
}

func TestTournamentGoesOnWhereItWas(t *testing.T) {
	whole, broken := t.TempDir(), t.TempDir()
	var labels []string
	last := 0
	standing, err := smallTournament(2).Run(context.Background(), whole, parsePlayer, func(p Progress) {
		if p.Total != 6 || p.Before != 0 || p.Done < last || p.Done > last+1 {
			t.Errorf("%+v after %d games", p, last)
		}
		last = p.Done
		labels = append(labels, p.Label)
	})
	if err != nil {
		t.Fatal(err)
	}
	if last != 6 || labels[0] != "one against two, won-lost 0-0" || !slices.ContainsFunc(labels, func(label string) bool {
		return strings.HasPrefix(label, "two against three, won-lost ")
	}) {
		t.Errorf("%d games, told of as %q", last, labels)
	}
	games := 0
	for _, r := range standing.Pairs {
		games += r.Total().Games()
		if r.Black.Games() != 1 || r.White.Games() != 1 {
			t.Errorf("%s had Black %d times and White %d times against %s", r.A, r.Black.Games(), r.White.Games(), r.B)
		}
	}
	if games != 6 || len(standing.Pairs) != 3 || len(standing.Players) != 3 || len(standing.Texts) != 3 {
		t.Errorf("%d games of %d pairs", games, len(standing.Pairs))
	}

	// Stopped when games of the second pair are over, and gone on with: the same.
	ctx, stop := context.WithCancel(context.Background())
	_, err = smallTournament(2).Run(ctx, broken, parsePlayer, func(p Progress) {
		if p.Done == 3 {
			stop()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("a stopped tournament returns %v", err)
	}
	var begun, ended Progress
	if _, err := smallTournament(2).Run(context.Background(), broken, parsePlayer, func(p Progress) {
		if begun.Done == 0 {
			begun = p
		}
		ended = p
	}); err != nil {
		t.Fatal(err)
	}
	if want, got := records(t, whole), records(t, broken); !maps.Equal(want, got) || len(want) != 9 {
		t.Errorf("the interrupted tournament has other games: %v, want %v", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
	if begun.Done < 1 || begun.Before != begun.Done || ended.Before < 3 || ended.Before > 4 || ended.Done != 6 {
		t.Errorf("going on begins with %+v and ends with %+v, where half of the games had been played", begun, ended)
	}

	// A new player plays what is not played yet.
	more := smallTournament(2)
	more.Players = append(more.Players, Entrant{"four", "random:seed=4"})
	first := -1
	standing, err = more.Run(context.Background(), broken, parsePlayer, func(p Progress) {
		if first < 0 {
			first = p.Done
		}
	})
	if err != nil || first != 2 || len(standing.Pairs) != 6 {
		t.Errorf("with a player more: %v, beginning at %d games, %d pairs", err, first, len(standing.Pairs))
	}

	// Other players under the same names are refused.
	other := smallTournament(2)
	other.Players[0].Text = "random:seed=9"
	if _, err := other.Run(context.Background(), broken, parsePlayer, nil); !errors.Is(err, ErrOther) {
		t.Errorf("another tournament in the same folder: %v", err)
	}
}

// What a pair has played counts, whoever of the two stands first now.
func TestAPairMayTurn(t *testing.T) {
	dir := t.TempDir()
	first, err := smallTournament(2).Run(t.Context(), dir, parsePlayer, nil)
	if err != nil {
		t.Fatal(err)
	}
	before := records(t, dir)
	turned := smallTournament(2)
	slices.Reverse(turned.Players)
	again, err := turned.Run(t.Context(), dir, parsePlayer, func(p Progress) {
		if p.Done != p.Before {
			t.Errorf("%d games of %d are played again", p.Done-p.Before, p.Total)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(before, records(t, dir)) || first.Players[0].Elo != again.Players[0].Elo {
		t.Errorf("with the players turned: %+v, before %+v", again.Players, first.Players)
	}
	turned.Pairs = Gauntlet(3, 1)
	if _, err := turned.Run(t.Context(), dir, parsePlayer, nil); err != nil {
		t.Fatal(err)
	}
	folders, err := filepath.Glob(filepath.Join(dir, "*", MatchName))
	if err != nil || len(folders) != 3 {
		t.Errorf("folders of three pairs: %v, %v", folders, err)
	}
}

// Games with handicap are no games of an even pair, and a pair that plays both ways round has two folders.
func TestAPairTurnsOnlyToItsOwnGames(t *testing.T) {
	dir := t.TempDir()
	wide := func(text string) (player.Player, error) {
		return player.Players().Parse(text, player.Env{Rules: game.Go{Board: 7}, Seed: 1, Threads: 1})
	}
	stones, even := smallTournament(2), smallTournament(2)
	stones.Board, stones.Handicap, even.Board = 7, 2, 7
	if _, err := stones.Run(t.Context(), dir, wide, nil); err != nil {
		t.Fatal(err)
	}
	slices.Reverse(even.Players)
	if _, err := even.Run(t.Context(), dir, wide, nil); err != nil {
		t.Errorf("even games beside games with handicap: %v", err)
	}
	dir = t.TempDir()
	if _, err := smallTournament(2).Run(t.Context(), dir, parsePlayer, nil); err != nil {
		t.Fatal(err)
	}
	both := smallTournament(2)
	both.Pairs = [][2]int{{0, 1}, {1, 0}}
	if _, err := both.Run(t.Context(), dir, parsePlayer, nil); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "two-vs-one", MatchName)); err != nil {
		t.Error(err)
	}
}

// Games that do not compare, and files of somebody else, are refused before anything is played or written.
func TestATournamentIsApart(t *testing.T) {
	dir := t.TempDir()
	if _, err := smallTournament(2).Run(t.Context(), dir, parsePlayer, nil); err != nil {
		t.Fatal(err)
	}
	before := records(t, dir)
	rename := func(t *Tournament) {
		for i := range t.Players {
			t.Players[i].Name += "2"
		}
	}
	for want, change := range map[string]func(*Tournament){
		"this tournament is of 7×7": func(t *Tournament) { t.Board = 7 },
		"and komi 1.5":              func(t *Tournament) { *t.Komi = 1.5 },
		"with japanese rules":       func(t *Tournament) { t.Rules = "japanese" },
	} {
		other := smallTournament(2)
		rename(other)
		change(other)
		if _, err := other.Run(t.Context(), dir, parsePlayer, nil); !errors.Is(err, ErrOther) || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
	if !maps.Equal(before, records(t, dir)) {
		t.Error("something was written")
	}
	chain := t.TempDir()
	if err := os.WriteFile(filepath.Join(chain, "stage.json"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := smallTournament(2).Run(t.Context(), chain, parsePlayer, nil); err != nil {
		t.Errorf("next to the note of a chain: %v", err)
	}
	for _, name := range []string{"standing.txt", "game.sgf", "games.tengen", MatchName} {
		mine := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(mine, []byte("mine"), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := smallTournament(2).Run(t.Context(), filepath.Dir(mine), parsePlayer, nil); !errors.Is(err, ErrOther) {
			t.Errorf("in a folder with %s: %v", name, err)
		}
		if entries, err := os.ReadDir(filepath.Dir(mine)); err != nil || len(entries) != 1 {
			t.Errorf("next to %s: %v, %v", name, entries, err)
		}
	}
}

func TestGauntlet(t *testing.T) {
	if got := Gauntlet(4, 1); !slices.Equal(got, [][2]int{{1, 0}, {1, 2}, {1, 3}}) {
		t.Errorf("the second of four plays %v", got)
	}
	if got := RoundRobin(3); !slices.Equal(got, [][2]int{{0, 1}, {0, 2}, {1, 2}}) {
		t.Errorf("three play %v", got)
	}
}

func TestTournamentRefuses(t *testing.T) {
	for want, spoil := range map[string]func(*Tournament){
		"two or more":   func(c *Tournament) { c.Players = c.Players[:1] },
		"two players":   func(c *Tournament) { c.Players[1].Name = "One" },
		"player string": func(c *Tournament) { c.Players[1].Text = "" },
		"folder":        func(c *Tournament) { c.Players[1].Name = "a/b" },
		"1 to 40":       func(c *Tournament) { c.Players[1].Name = "" },
		"0 games":       func(c *Tournament) { c.Games = 0 },
		"player 3":      func(c *Tournament) { c.Pairs = [][2]int{{0, 3}} },
		"twice":         func(c *Tournament) { c.Pairs = [][2]int{{0, 1}, {0, 1}} },
		"prior":         func(c *Tournament) { c.Rate.Prior = -1 },
		"anchor three: no player is called so in the ratings: they have one, three+3, two, two+3": func(c *Tournament) {
			c.Board, c.Handicap = 9, 3 // the last player always has the stones
			c.Rate.Anchors = map[string]float64{"three": 1800}
		},
	} {
		c := smallTournament(2)
		spoil(c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
	if err := smallTournament(2).Validate(); err != nil {
		t.Error(err)
	}
}
