package match

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/rating"
)

// counted is what games, of which each is who had Black, who won and the moves, come to.
func counted(small bool, games ...[3]string) rating.PairResult {
	c := Counter{Small: small}
	for _, g := range games {
		result := map[bool]string{true: "B+R", false: "W+R"}[g[0] == g[1]]
		c.Add(&Game{Black: g[0], Who: g[1], Hash: g[2], Ending: Ending{Result: result}})
	}
	return c.PairResult
}

func TestCounter(t *testing.T) {
	same := [][3]string{{"a", "a", "x"}, {"b", "a", "y"}, {"a", "a", "x"}, {"b", "a", "y"}, {"a", "a", "x"}}
	once := rating.PairResult{
		Black:    rating.Tally{Wins: 3},
		White:    rating.Tally{Wins: 2},
		Repeated: rating.Colors{Black: rating.Tally{Wins: 2}, White: rating.Tally{Wins: 1}},
	}
	differ := append(same[:5:5], [3]string{"a", "b", "z"})
	differed := once
	differed.Black.Losses = 1
	for name, c := range map[string]struct {
		small bool
		games [][3]string
		want  rating.PairResult
	}{
		"deterministic":           {false, same, once},
		"deterministic and small": {true, same, once},
		"one game differs":        {false, differ, differed},
		// In a game so short, chance repeats games as well.
		"one small game differs": {true, differ, rating.PairResult{Black: rating.Tally{Wins: 3, Losses: 1}, White: rating.Tally{Wins: 2}}},
		"other colours":          {false, [][3]string{{"a", "a", "x"}, {"b", "b", "x"}}, rating.PairResult{Black: rating.Tally{Wins: 1}, White: rating.Tally{Losses: 1}}},
		"other results":          {false, [][3]string{{"a", "a", "x"}, {"a", "b", "x"}}, rating.PairResult{Black: rating.Tally{Wins: 1, Losses: 1}}},
		"unknown moves":          {false, [][3]string{{"a", "a", ""}, {"a", "a", ""}}, rating.PairResult{Black: rating.Tally{Wins: 2}}},
	} {
		rng := rand.New(rand.NewPCG(1, 0))
		for range 5 { // in any order
			if got := counted(c.small, c.games...); got != c.want {
				t.Errorf("%s: %+v, want %+v", name, got, c.want)
			}
			rng.Shuffle(len(c.games), func(i, j int) { c.games[i], c.games[j] = c.games[j], c.games[i] })
		}
	}
	if d := once.Distinct(); d != (rating.PairResult{Black: rating.Tally{Wins: 1}, White: rating.Tally{Wins: 1}}) {
		t.Errorf("distinct are %+v", d)
	}
}

// TestFaultsAreTold: a standing says who lost games otherwise than by playing them.
func TestFaultsAreTold(t *testing.T) {
	count := func(a, b string, games ...Game) rating.PairResult {
		c := Counter{PairResult: rating.PairResult{A: a, B: b}}
		for i := range games {
			c.Add(&games[i])
		}
		return c.PairResult
	}
	ended := func(winner, end string) Game {
		return Game{Black: "a", White: "b", Who: winner, Ending: Ending{End: end}}
	}
	s, err := rating.NewStanding([]rating.PairResult{
		count("z", "y", ended("a", EndFailed), ended("b", EndTime), ended("a", game.EndPasses), ended("b", EndResign)),
		count("y", "z", ended("b", EndIllegal), ended("b", EndFailed), ended("draw", EndLimit)),
		count("x", "y", ended("a", game.EndPasses)),
	}, rating.DefaultRateConfig())
	if err != nil {
		t.Fatal(err)
	}
	want := "y 3 of 8 games (2 failed, 1 illegal); z 1 of 7 games (1 on time)"
	if got := s.Faults(); !strings.HasSuffix(got, ": "+want) &&
		!strings.HasSuffix(got, ": z 1 of 7 games (1 on time); y 3 of 8 games (2 failed, 1 illegal)") {
		t.Errorf("%q, want %q", got, want)
	}
	if !strings.Contains(s.String(), s.Faults()) || strings.Contains(s.Faults(), "x ") {
		t.Errorf("standing\n%s", s)
	}
	none, err := rating.NewStanding([]rating.PairResult{count("x", "y", ended("a", EndResign))}, rating.DefaultRateConfig())
	if err != nil || none.Faults() != "" {
		t.Errorf("without faults %q, error %v", none.Faults(), err)
	}
}

// TestRepeatedGamesAreOne: a match of players without chance, its folder, its test and its
// rating take every repeated game for one.
func TestRepeatedGamesAreOne(t *testing.T) {
	a := contestant(scripted{name: "a", move: places(board.XY(1, 1), board.XY(3, 1))})
	b := contestant(scripted{name: "b", move: passes})
	config := Config{Games: 6, Rules: game.Go{Board: 5, Rules: board.Chinese()}, Parallel: 2, Seed: 1}
	dir := filepath.Join(t.TempDir(), "match")
	folder, err := OpenFolder(dir, About{A: "a", B: "b", Board: 5})
	if err != nil {
		t.Fatal(err)
	}
	trial := Trial{Test: sprt(t, "0,400")}
	if err := Run(t.Context(), config, a, b, nil, func(g *Game) error {
		trial.Add(g)
		return folder.Add(g)
	}); err != nil {
		t.Fatal(err)
	}
	if err := folder.Close(); err != nil {
		t.Fatal(err)
	}
	if trial.Judged() != 6 || trial.Tally().Games() != 2 || trial.Decided() {
		t.Errorf("the test judged %d games by %v: %s", trial.Judged(), trial.Tally(), trial.Verdict())
	}
	matches, err := ReadResults([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	r := matches[0].PairResult
	if r.Total().Games() != 6 || r.Distinct().Black.Games() != 1 || r.Distinct().White.Games() != 1 {
		t.Fatalf("%+v", r)
	}
	once, err := rating.NewStanding([]rating.PairResult{r.Distinct()}, rating.DefaultRateConfig())
	if err != nil {
		t.Fatal(err)
	}
	often, err := rating.NewStanding([]rating.PairResult{r}, rating.DefaultRateConfig())
	if err != nil {
		t.Fatal(err)
	}
	if often.Players[0].Elo != once.Players[0].Elo || often.Players[0].Error != once.Players[0].Error || often.Players[0].Games != 6 {
		t.Errorf("rated by six games %+v, by the two that differ %+v", often.Players[0], once.Players[0])
	}
	if often.DistinctGames != 2 ||
		!strings.Contains(often.String(), "2 of 6 between a and b; matches with --openings 2") ||
		once.DistinctGames != 0 || once.Repeats() != "" {
		t.Errorf("told %q and %q", often.Repeats(), once.Repeats())
	}
	// With random openings the games differ, and so they do in small games with chance.
	config.Openings = 2
	var open Counter
	if err := Run(t.Context(), config, a, b, nil, func(g *Game) error { open.Add(g); return nil }); err != nil {
		t.Fatal(err)
	}
	if open.Repeated != (rating.Colors{}) || open.Total().Games() != 6 {
		t.Errorf("with openings %+v", open.PairResult)
	}
}

// TestMovesHash: the hash in result files is FNV-1a of the moves, and of nothing else.
func TestMovesHash(t *testing.T) {
	config := Config{Games: 1, Rules: game.Go{Board: 5, Rules: board.Chinese()}, Parallel: 1}
	a := scripted{name: "a", move: places(board.XY(1, 1))}
	b := scripted{name: "b", move: passes}
	g, err := config.Play(t.Context(), 0, [2]string{"a", "b"}, [2]player.Player{&a, &b})
	if err != nil {
		t.Fatal(err)
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte("BB4 Wpass Bpass "))
	if want := fmt.Sprintf("%016x", h.Sum64()); g.Hash != want || g.Moves != 3 {
		t.Errorf("%s of %d moves, want %s", g.Hash, g.Moves, want)
	}
	empty, err := config.Rules.New()
	if err != nil {
		t.Fatal(err)
	}
	if h := movesHash(empty); h != "cbf29ce484222325" {
		t.Errorf("without moves %s, want FNV's offset", h)
	}
}

func TestReportOfRepeatedGames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.json")
	text := `{"a":"x","b":"y","games":6,"a_wins":6,"board":9,"distinct_games":2,"repeated":{"a_black":{"wins":2},"a_white":{"wins":2}}}`
	for _, c := range [][2]string{{text, ""}, {strings.ReplaceAll(text, `"wins":2`, `"wins":9`), "not a result"}} {
		if err := os.WriteFile(path, []byte(c[0]), 0o644); err != nil {
			t.Fatal(err)
		}
		matches, err := ReadResults([]string{path})
		switch {
		case c[1] != "":
			if err == nil || !strings.Contains(err.Error(), c[1]) {
				t.Errorf("more repeated than played: %v", err)
			}
		case err != nil:
			t.Fatal(err)
		default:
			if r := matches[0].PairResult; r.Total() != (rating.Tally{Wins: 6}) || r.Distinct().Total() != (rating.Tally{Wins: 2}) {
				t.Errorf("%+v", r)
			}
		}
	}
}
