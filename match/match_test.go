package match

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/ownership"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/timing"
)

// scripted is a player for matches: it answers with what move says.
type scripted struct {
	gameView
	name   string
	move   func(p *scripted, g *board.Game, c board.Color) (player.Choice, error)
	refuse func(m board.Move) error
	said   string
	seeds  *[]uint64
	closed *int
}

func (s *scripted) String() string { return s.name }
func (s *scripted) Close() error {
	if s.closed != nil {
		*s.closed++
	}
	return nil
}

func (s *scripted) Reseed(seed uint64) {
	if s.seeds != nil {
		*s.seeds = append(*s.seeds, seed)
	}
}

func (s *scripted) Play(m board.Move) error {
	if s.refuse != nil {
		if err := s.refuse(m); err != nil {
			return err
		}
	}
	return s.gameView.Play(m)
}

func (s *scripted) FinalScore() (string, error) {
	if s.said == "" {
		return "", errors.New("cannot score")
	}
	return s.said, nil
}

func (s *scripted) Genmove(_ context.Context, c board.Color, _ timing.Clock) (player.Choice, error) {
	return s.move(s, s.game, c)
}

func passes(*scripted, *board.Game, board.Color) (player.Choice, error) {
	return player.Choice{Point: board.Pass}, nil
}

// places plays the first of the points that is legal, then passes.
func places(points ...board.Point) func(*scripted, *board.Game, board.Color) (player.Choice, error) {
	return func(_ *scripted, g *board.Game, c board.Color) (player.Choice, error) {
		for _, p := range points {
			if g.Legal(p, c) == nil {
				return player.Choice{Point: p}, nil
			}
		}
		return player.Choice{Point: board.Pass}, nil
	}
}

func contestant(p scripted) Side {
	return Side{Name: p.name, Make: func() (player.Player, error) { q := p; return &q, nil }}
}

func small(games int) Config {
	return Config{Games: games, Rules: withKomi(0.5), Parallel: 1, Seed: 7, Now: frozen}
}

// withKomi is Go on 5×5.
func withKomi(komi float64) game.Rules {
	rules := board.Chinese()
	rules.Komi = komi
	return game.Go{Board: 5, Rules: rules}
}

func frozen() time.Time { return time.Time{} }

// playMatch returns the games in their order.
func playMatch(t *testing.T, config Config, a, b scripted, done map[int]bool) []*Game {
	t.Helper()
	games := make([]*Game, config.Games)
	err := Run(context.Background(), config, contestant(a), contestant(b), done, func(g *Game) error {
		games[g.Game] = g
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return games
}

func TestMatchChangesColoursAndScores(t *testing.T) {
	// A puts one stone, which owns the empty board; B passes: A wins by 24.5 or 25.5.
	a := scripted{name: "first", move: places(board.XY(2, 2))}
	b := scripted{name: "second", move: passes}
	want := []string{"B+24.5", "W+25.5", "B+24.5", "W+25.5"}
	for i, g := range playMatch(t, small(4), a, b, nil) {
		if g.Who != "a" || g.Result != want[i] || g.End != game.EndPasses || g.Black != []string{"a", "b"}[i%2] ||
			g.White != []string{"b", "a"}[i%2] {
			t.Errorf("game %d: %+v, want a to win with %s", i, g, want[i])
		}
		if names := [2]string{g.Record.Black, g.Record.White}; i%2 == 0 && names != [2]string{"first", "second"} ||
			i%2 == 1 && names != [2]string{"second", "first"} {
			t.Errorf("game %d is recorded as of %v", i, names)
		}
	}
}

func TestMatchFaultsLose(t *testing.T) {
	boom := errors.New("boom")
	for name, c := range map[string]struct {
		bad    scripted
		end    string
		result string // of the first game, in which the bad player has White
		error  string
	}{
		"illegal": {
			bad: scripted{move: func(_ *scripted, g *board.Game, _ board.Color) (player.Choice, error) {
				if moves := g.Moves(); len(moves) > 0 && moves[len(moves)-1].Point != board.Pass {
					return player.Choice{Point: moves[len(moves)-1].Point}, nil // the point just taken
				}
				return player.Choice{Point: board.XY(9, 9)}, nil
			}}, end: EndIllegal, result: "B+F", error: ": ",
		},
		"crash": {
			bad: scripted{move: func(*scripted, *board.Game, board.Color) (player.Choice, error) { return player.Choice{}, boom }},
			end: EndFailed, result: "B+F", error: "boom",
		},
		"refusal": {
			bad: scripted{move: passes, refuse: func(m board.Move) error {
				if m.Point == board.XY(2, 2) {
					return boom
				}
				return nil
			}}, end: EndFailed, result: "B+F", error: "boom",
		},
		"resignation": {
			bad: scripted{move: func(*scripted, *board.Game, board.Color) (player.Choice, error) {
				return player.Choice{Resign: true}, nil
			}},
			end: EndResign, result: "B+R",
		},
		"silence": {
			bad: scripted{move: func(*scripted, *board.Game, board.Color) (player.Choice, error) {
				return player.Choice{}, context.DeadlineExceeded
			}}, end: EndTime, result: "B+T", error: "no move within the time",
		},
	} {
		t.Run(name, func(t *testing.T) {
			c.bad.name = "bad"
			games := playMatch(t, small(2), scripted{name: "good", move: places(board.XY(2, 2))}, c.bad, nil)
			for i, g := range games {
				if g.Who != "a" || g.End != c.end || !strings.Contains(g.Error, c.error) || (g.Error == "") != (c.error == "") {
					t.Errorf("game %d: %+v, want a to win by %s", i, g, c.end)
				}
			}
			if games[0].Result != c.result {
				t.Errorf("the result is %s, want %s", games[0].Result, c.result)
			}
		})
	}
}

// Ctrl-C ends other programs, too, and may do so before the match knows: nobody has lost such a game.
func TestAnInterruptedPlayerLosesNothing(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	dies := scripted{name: "dies", move: func(*scripted, *board.Game, board.Color) (player.Choice, error) {
		time.AfterFunc(20*time.Millisecond, interrupt)
		return player.Choice{}, errors.New("ended by the same signal")
	}}
	good := scripted{name: "good", move: places(board.XY(2, 2))}
	err := Run(ctx, small(2), contestant(good), contestant(dies), nil, func(g *Game) error {
		t.Errorf("a game was kept: %+v", g)
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want that it was interrupted", err)
	}
}

// mortal is a player that can play no other game once it was asked for the score.
type mortal struct {
	scripted
	dead bool
}

func (m *mortal) FinalScore() (string, error) {
	m.dead = true
	return "", errors.New("dead")
}
func (m *mortal) Broken() bool { return m.dead }

// A player that broke without losing the game by it plays no other: the match makes another one.
func TestBrokenPlayersPlayNoOtherGame(t *testing.T) {
	made, closed := 0, 0
	a := Side{Name: "a", Make: func() (player.Player, error) {
		made++
		return &mortal{scripted: scripted{name: "a", closed: &closed, move: places(board.XY(2, 2))}}, nil
	}}
	games := 0
	err := Run(t.Context(), small(3), a, contestant(scripted{name: "b", move: passes}), nil, func(g *Game) error {
		games++
		if g.Who != "a" || g.Error != "" {
			t.Errorf("game %d: %+v, want a to win", g.Game, g)
		}
		return nil
	})
	if err != nil || games != 3 || made != 3 || closed != 3 {
		t.Errorf("%v: %d games, %d players made and %d closed; want 3 of each", err, games, made, closed)
	}
}

// Where a game could not be kept, none is kept after it: half a line may end the file.
func TestNoGameIsKeptAfterAFailure(t *testing.T) {
	for _, failure := range []error{errors.New("disk full"), ErrEnough} {
		calls := 0
		m := &match{finished: func(*Game) error {
			calls++
			return failure
		}}
		want := 1
		if errors.Is(failure, ErrEnough) { // whole games that ended meanwhile count
			want = 2
		}
		for range 2 {
			if err := m.report(&Game{}); !errors.Is(err, failure) {
				t.Errorf("%v, want %v", err, failure)
			}
		}
		if calls != want {
			t.Errorf("%v: %d games were kept, want %d", failure, calls, want)
		}
	}
}

// points are the moves of a game.
func points(g game.Game) (list []board.Point) {
	for _, m := range g.Moves() {
		list = append(list, m.Point)
	}
	return list
}

func TestMatchReplacesAPlayerThatFailed(t *testing.T) {
	made, closed := 0, 0
	b := Side{Name: "b", Make: func() (player.Player, error) {
		made++
		return &scripted{closed: &closed, move: func(*scripted, *board.Game, board.Color) (player.Choice, error) {
			return player.Choice{}, errors.New("gone")
		}}, nil
	}}
	a := scripted{move: passes}
	if err := Run(context.Background(), small(3), contestant(a), b, nil, func(*Game) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if made != 3 || closed != 3 {
		t.Errorf("made %d players and closed %d, want 3", made, closed)
	}
}

func TestMatchEndsWhenItIsEnough(t *testing.T) {
	for _, parallel := range []int{1, 3} {
		config, calls := small(50), 0
		config.Parallel = parallel
		player := contestant(scripted{move: func(*scripted, *board.Game, board.Color) (player.Choice, error) {
			return player.Choice{Resign: true}, nil
		}})
		err := Run(context.Background(), config, player, player, nil, func(*Game) error {
			if calls++; calls < 4 {
				return nil
			}
			return ErrEnough
		})
		if err != nil || calls < 4 || calls > 3+parallel {
			t.Errorf("%d at once: after the fourth game %d were played, error %v", parallel, calls, err)
		}
	}
}

func TestMatchClock(t *testing.T) {
	// Each look at the clock is a second later, so a move takes one.
	now := time.Time{}
	config := small(1)
	config.Now = func() time.Time { now = now.Add(time.Second); return now }
	config.Time = timing.Settings{System: timing.Absolute, Main: 2 * time.Second}
	points := []board.Point{board.XY(0, 0), board.XY(2, 2), board.XY(4, 4), board.XY(0, 4)}
	g := playMatch(t, config, scripted{move: places(points...)}, scripted{move: places(points...)}, nil)[0]
	if g.End != EndTime || g.Who != "b" || g.Moves != 4 || g.Seconds != [2]float64{3, 2} {
		t.Errorf("%+v, want Black to lose at the fifth move", g)
	}
}

func TestMatchLimit(t *testing.T) {
	config := small(1)
	config.MoveLimit = 3
	move := places(board.XY(0, 0), board.XY(2, 2), board.XY(4, 4), board.XY(0, 4))
	if g := playMatch(t, config, scripted{move: move}, scripted{move: move}, nil)[0]; g.End != EndLimit || g.Moves != 3 {
		t.Errorf("%+v, want three moves", g)
	}
}

// TestMatchGamesDoNotDependOnEachOther plays a match whole, in parallel, and in two parts.
func TestMatchGamesDoNotDependOnEachOther(t *testing.T) {
	config := small(12)
	config.Openings = 3
	play := func(parallel int, done map[int]bool) map[int]string {
		config.Parallel = parallel
		games := map[int]string{}
		random := Side{Make: func() (player.Player, error) { return player.NewRandom(1), nil }}
		err := Run(context.Background(), config, random, random, done, func(g *Game) error {
			games[g.Game] = g.Result + " " + strings.Join(vertexList(points(g.Record.Game), 5), " ")
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return games
	}
	whole, parallel := play(1, nil), play(4, nil)
	done := map[int]bool{0: true, 1: true, 5: true}
	part := play(1, done)
	different := map[string]bool{}
	for i, game := range whole {
		different[game] = true
		if parallel[i] != game {
			t.Errorf("game %d is another when several are played at once", i)
		}
		if done[i] != (part[i] == "") || !done[i] && part[i] != game {
			t.Errorf("game %d is another in the second part: %q", i, part[i])
		}
	}
	if len(different) != len(whole) {
		t.Errorf("%d different games of %d", len(different), len(whole))
	}
	for i := 0; i < len(whole); i += 2 {
		first, second := strings.Fields(whole[i])[1:4], strings.Fields(whole[i+1])[1:4]
		if strings.Join(first, " ") != strings.Join(second, " ") {
			t.Errorf("games %d and %d begin with %v and %v", i, i+1, first, second)
		}
	}
}

func TestMatchStopsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	a := scripted{move: func(*scripted, *board.Game, board.Color) (player.Choice, error) {
		cancel()
		return player.Choice{}, context.Canceled
	}}
	err := Run(ctx, small(4), contestant(a), contestant(scripted{move: passes}), nil, func(g *Game) error {
		t.Errorf("game %d was counted: %+v", g.Game, g)
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}

func TestMatchRefusesNonsense(t *testing.T) {
	for _, change := range []func(*Config){
		func(c *Config) { c.Games = 0 },
		func(c *Config) { c.Rules = game.Go{Board: 1, Rules: board.Chinese()} },
		func(c *Config) { c.Openings = -1 },
		func(c *Config) { c.Parallel = 0 },
		func(c *Config) { c.Rules = withKomi(1e9) },
		func(c *Config) { c.Patience = -1 },
	} {
		config := small(2)
		change(&config)
		if err := config.Validate(); err == nil {
			t.Errorf("%+v is accepted", config)
		}
	}
}

// TestMatchAsksThePlayersAboutDeadStones ends with a white stone that cannot live, and
// that decides the game if it stays.
func TestMatchAsksThePlayersAboutDeadStones(t *testing.T) {
	rules := board.Chinese()
	g := drawn(t, rules, invaded)
	area := g.Score(nil)
	o := ownership.Estimate(g, 2000, 1)
	cleared := g.Score(o.DeadStones(g.Position()))
	rules.Komi = (area.Margin() + cleared.Margin()) / 2
	rules.Komi += g.Rules().Komi
	for name, c := range map[string]struct {
		said [2]string
		want board.Color
	}{
		"nobody":       {want: board.Black},
		"the estimate": {said: [2]string{"B+2.5", ""}, want: board.Black},
		"plain":        {said: [2]string{"", "W+3.5"}, want: board.White},
		"both":         {said: [2]string{"B+3.5", "W+3.5"}, want: board.Black},
	} {
		t.Run(name, func(t *testing.T) {
			g := drawn(t, rules, invaded)
			r := referee{limit: 1000, now: frozen}
			black, white := &scripted{move: passes, said: c.said[0]}, &scripted{move: passes, said: c.said[1]}
			e, err := r.play(context.Background(), game.Of(g), [3]player.Player{board.Black: black, board.White: white})
			if err != nil || e.Winner != c.want || e.Plain[0] != 'W' || e.Cleared[0] != 'B' {
				t.Errorf("%+v, %v; want %v to win", e, err, c.want)
			}
		})
	}
}

// Files that no match writes stay, whether the folder is taken or refused: hidden ones, and all in folders below.
func TestForeignFilesStayInAMatchFolder(t *testing.T) {
	dir := t.TempDir()
	theirs := []string{"letter.txt", ".notes20261123", filepath.Join("sub", ".results.jsonl123456")}
	for _, name := range theirs {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, nil, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	about := About{A: "a", B: "b", Board: 5, Komi: 0.5, Seed: 7}
	if _, err := OpenFolder(dir, about); err == nil || !strings.Contains(err.Error(), "holds letter.txt, and no match") {
		t.Errorf("a folder with a letter: error %v", err)
	}
	for taken := range 2 {
		for _, name := range theirs[taken:] {
			if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
				t.Error(err)
			}
		}
		if taken == 1 {
			break
		}
		if err := os.Remove(filepath.Join(dir, theirs[0])); err != nil {
			t.Fatal(err)
		}
		f, err := OpenFolder(dir, about)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestMatchFolderGoesOn(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "match")
	about := About{A: "a", B: "b", Board: 5, Komi: 0.5, Seed: 7}
	config := small(6)
	play := func() (played []int) {
		// A game half written by a process that was killed.
		left := filepath.Join(dir, ".game-0001.sgf8853506692150541955")
		if err := errors.Join(os.MkdirAll(dir, 0o755), os.WriteFile(left, nil, 0o600)); err != nil {
			t.Fatal(err)
		}
		f, err := OpenFolder(dir, about)
		if _, gone := os.Stat(left); !errors.Is(gone, os.ErrNotExist) {
			t.Errorf("what a killed process left is still there: %v", gone)
		}
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		random := Side{Make: func() (player.Player, error) { return player.NewRandom(1), nil }}
		var mu sync.Mutex
		err = Run(context.Background(), config, random, random, f.Done(), func(g *Game) error {
			mu.Lock()
			defer mu.Unlock()
			played = append(played, g.Game)
			return f.Add(g)
		})
		if err != nil {
			t.Fatal(err)
		}
		return played
	}
	if n := len(play()); n != 6 {
		t.Fatalf("%d games played, want 6", n)
	}
	results := filepath.Join(dir, "results.jsonl")
	whole, err := os.ReadFile(results)
	if err != nil {
		t.Fatal(err)
	}
	// Killed in the middle of a line.
	if err := os.WriteFile(results, whole[:len(whole)-20], 0o644); err != nil {
		t.Fatal(err)
	}
	if played := play(); len(played) != 1 || played[0] != 5 {
		t.Errorf("games %v are played again, want only 5", played)
	}
	if again, _ := os.ReadFile(results); string(again) == "" || len(strings.Split(strings.TrimSpace(string(again)), "\n")) != 6 {
		t.Errorf("results.jsonl is now\n%s", again)
	}
	if sgfs, _ := filepath.Glob(filepath.Join(dir, "*.sgf")); len(sgfs) != 6 {
		t.Errorf("%d games are kept, want 6", len(sgfs))
	}
	// Without match.json nobody knows who played these games.
	about.Komi = 6.5
	if err := os.Rename(filepath.Join(dir, "match.json"), filepath.Join(dir, "aside")); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenFolder(dir, about); err == nil || !strings.Contains(err.Error(), "6 games, but no match.json") {
		t.Errorf("a folder without match.json: error %v", err)
	}
	if err := os.Rename(filepath.Join(dir, "aside"), filepath.Join(dir, "match.json")); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenFolder(dir, about); !errors.Is(err, ErrOther) ||
		!strings.Contains(err.Error(), "match.json: the folder holds work of other settings: komi 0.5, now 6.5; go on") {
		t.Errorf("another match in the same folder: error %v", err)
	}
}

// A move over the patience loses the game, so a folder belongs to one patience. A folder of an earlier version, which did
// not note it, goes on with any, and notes it then.
func TestPatienceBelongsToTheMatch(t *testing.T) {
	settings := Settings{Games: 2, Board: 5, Rules: "chinese", Time: "none", Patience: DefaultPatience, Parallel: 1}
	open := func(dir string) error {
		config, err := settings.Config()
		if err != nil {
			t.Fatal(err)
		}
		f, err := OpenFolder(dir, settings.About(config, "random", "random"))
		if err != nil {
			return err
		}
		return f.Close()
	}
	dir := t.TempDir()
	for _, old := range []bool{false, true} {
		settings.Patience = DefaultPatience
		if err := open(dir); err != nil {
			t.Fatal(err)
		}
		if old {
			path := filepath.Join(dir, MatchName)
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			before := strings.Replace(string(text), ",\n  \"patience\": \"10m0s\"", "", 1)
			if err := os.WriteFile(path, []byte(before), 0o600); err != nil || before == string(text) {
				t.Fatalf("%v\n%s", err, text)
			}
			settings.Patience = time.Minute
			if err := open(dir); err != nil {
				t.Fatal(err)
			}
		}
		settings.Patience = time.Second
		if err := open(dir); !errors.Is(err, ErrOther) || !strings.Contains(err.Error(), "patience") {
			t.Errorf("old %v: error %v", old, err)
		}
	}
	settings.Time = "5m" // a clock, which leaves nothing to patience
	dir = t.TempDir()
	if err := open(dir); err != nil {
		t.Fatal(err)
	}
	settings.Patience = time.Minute
	if err := open(dir); err != nil {
		t.Error(err)
	}
}

func TestColorsAlternateUnlessTheyAreToStay(t *testing.T) {
	for _, c := range []struct {
		stay bool
		want string
	}{{false, "abab"}, {true, "aaaa"}} {
		config := Config{Games: 4, Rules: game.Go{Board: 5, Rules: board.Chinese()}, Parallel: 1, Seed: 1, SameColors: c.stay}
		var black strings.Builder
		one := func(name string) Side { return contestant(scripted{name: name, move: passes}) }
		err := Run(context.Background(), config, one("first"), one("second"), nil, func(g *Game) error {
			if byName := map[string]string{"first": "a", "second": "b"}[g.Record.Black]; byName != g.Black {
				t.Errorf("game %d: Black is %s, and %s by the record", g.Game, g.Black, byName)
			}
			black.WriteString(g.Black)
			return nil
		})
		if err != nil || black.String() != c.want {
			t.Errorf("colours stay %v: Black is %s, want %s; %v", c.stay, black.String(), c.want, err)
		}
	}
}

// A share of the games is played to the end though somebody would have resigned; the others
// are what they are without it. There is no command that makes a program play on.
func TestShareOfGamesIsPlayedOut(t *testing.T) {
	play := func(share float64, text string) (games []*Game) {
		config := small(5)
		config.Seed, config.Rules = 9, withKomi(24.5) // Black has to take the whole board
		config.PlayOut = share
		side := Side{Name: text, Make: func() (player.Player, error) {
			return player.Players().Parse(text, player.Env{Rules: game.Go{Board: 5}, Threads: 1, Seed: 1})
		}}
		if text == "" {
			side = contestant(scripted{move: func(*scripted, *board.Game, board.Color) (player.Choice, error) {
				return player.Choice{Resign: true}, nil
			}})
		}
		games = make([]*Game, config.Games)
		err := Run(t.Context(), config, side, side, nil, func(g *Game) error {
			games[g.Game] = g
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return games
	}
	const text = "rave:playouts=40,resign=-0.7,memory=1M"
	plain, some, all := play(0, text), play(0.5, text), play(1, text)
	out, resigned := 0, 0
	for i, g := range some {
		like := plain[i]
		if g.PlayedOut {
			out++
			like = all[i]
		}
		if g.Hash != like.Hash || g.Result != like.Result || g.Hopeless != like.Hopeless {
			t.Errorf("game %d with half of them played out: %s %s, want %s %s", i, g.Result, g.Hash, like.Result, like.Hash)
		}
		if plain[i].PlayedOut || plain[i].Hopeless != board.Empty || !all[i].PlayedOut {
			t.Errorf("game %d: %+v, played out %+v", i, plain[i], all[i])
		}
		if plain[i].End != EndResign {
			continue
		}
		resigned++
		loser := plain[i].Ending.Winner.Opponent()
		if a := all[i]; a.End == EndResign || a.Hopeless != loser || a.Moves <= plain[i].Moves {
			t.Errorf("game %d played out: %s after %d moves, hopeless for %v, where %v resigned after %d",
				i, a.Result, a.Moves, a.Hopeless, loser, plain[i].Moves)
		}
	}
	if out == 0 || out == len(some) || resigned == 0 {
		t.Errorf("%d of %d games played out, %d resigned, want some", out, len(some), resigned)
	}
	if g := play(1, "")[0]; g.End != EndResign || g.PlayedOut {
		t.Errorf("who resigns all the same: %s, played out %v", g.End, g.PlayedOut)
	}
}

// gameView is the part of a player which remembers the game.
type gameView struct{ game *board.Game }

func (v *gameView) NewGame(g game.Game) error {
	v.game = g.Clone().(game.GoGame).Game
	return nil
}

func (v *gameView) Play(m board.Move) error { return v.game.Play(m.Point, m.Color) }

func vertexList(points []board.Point, size int) (list []string) {
	for _, p := range points {
		list = append(list, p.Vertex(size))
	}
	return list
}

// drawn is a game that starts from a drawn board, Black to move.
func drawn(t *testing.T, rules board.Rules, diagram string) *board.Game {
	t.Helper()
	pos, err := board.Parse(diagram)
	if err != nil {
		t.Fatal(err)
	}
	g, err := board.NewGameFrom(pos, rules)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// invaded is finished except for a white stone in Black's half that cannot live.
// Its two liberties are Black's to fill.
const invaded = `
	. . O . . X O . .
	. . . . X X O . .
	X X X X X X O O O
	X . X X X X O . O
	X X X X X X O O O
	X . X X . X O . O
	X X X X X X O O O
	X X . X X X O O .
	. X X X . X O . O
`

// uniform likes all points alike.
type uniform int

func (u uniform) Size() int    { return int(u) }
func (uniform) String() string { return "uniform" }
func (u uniform) Probabilities(dst []float32, _ *board.Position, _ []features.Symmetry) error {
	for i := range dst {
		dst[i] = 1 / float32(u*u)
	}
	return nil
}
