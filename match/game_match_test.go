package match

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/rating"
	"github.com/tengen-go/tengen/search"
)

// mean is a Mover that does what it is told.
type mean struct {
	choose func(ctx context.Context, s search.State) (search.Move, error)
	closed *int
}

func (m *mean) Choose(ctx context.Context, s search.State) (search.Move, error) {
	return m.choose(ctx, s)
}
func (m *mean) String() string { return "mean" }

func (m *mean) Close() error {
	if m.closed != nil {
		*m.closed++
	}
	return nil
}

// firstFree plays the first free point.
func firstFree(_ context.Context, s search.State) (search.Move, error) { return s.Moves(nil)[0], nil }

func moverSide(name string, choose func(context.Context, search.State) (search.Move, error)) Side[player.Mover] {
	return Side[player.Mover]{Name: name, Make: func() (player.Mover, error) { return &mean{choose: choose}, nil }}
}

func smallGames(t *testing.T, game string, games int) Config {
	t.Helper()
	config, err := Settings{Games: games, Game: game, Parallel: 1, Seed: 7}.Config()
	if err != nil {
		t.Fatal(err)
	}
	config.Now = frozen
	return config
}

// playMovers returns the games in their order.
func playMovers(t *testing.T, config Config, a, b Side[player.Mover]) []*Game {
	t.Helper()
	games := make([]*Game, config.Games)
	if err := RunMovers(context.Background(), config, a, b, nil, func(g *Game) error {
		games[g.Game] = g
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return games
}

func TestMoversChangeWhoBegins(t *testing.T) {
	// Whoever takes the first free point as X has the diagonal A1, B2, C3 at the seventh stone.
	a, b := moverSide("first", firstFree), moverSide("second", firstFree)
	for i, g := range playMovers(t, smallGames(t, "tictactoe", 4), a, b) {
		x := []string{"a", "b"}[i%2]
		if g.Black != x || g.Who != x || g.Result != "X+row" || g.End != EndRow || g.Moves != 7 {
			t.Errorf("game %d: %+v, want %s to win as X", i, g, x)
		}
		if names := [2]string{"first", "second"}; g.Sheet.X != names[i%2] || g.Sheet.O != names[1-i%2] {
			t.Errorf("game %d is of %s and %s", i, g.Sheet.X, g.Sheet.O)
		}
	}
	config := smallGames(t, "tictactoe", 2)
	config.SameColors = true
	if g := playMovers(t, config, a, b)[1]; g.Black != "a" {
		t.Errorf("with the same colours %s begins", g.Black)
	}
}

const wantSheet = `game     tictactoe
X        first
O        second
result   X+row
moves    A3 B3 C3 A2 B2 C2 A1

    A B C
  3 X O X
  2 O X O
  1 X . .
`

func TestSheetsAreReadable(t *testing.T) {
	g := playMovers(t, smallGames(t, "tictactoe", 1), moverSide("first", firstFree), moverSide("second", firstFree))[0]
	if got := g.Sheet.String(); got != wantSheet {
		t.Errorf("written as\n%s", got)
	}
	config := smallGames(t, "gomoku:size=5,length=5", 1)
	config.Openings = 3
	text := playMovers(t, config, moverSide("first", firstFree), moverSide("second", firstFree))[0].Sheet.String()
	if !strings.Contains(text, "opening  the first 3 moves are random\n") || !strings.Contains(text, "\n         ") {
		t.Errorf("written as\n%s", text)
	}
}

// TestRefereeTrustsNoMover: whatever a mover does wrong loses it the game, and costs the other
// one nothing.
func TestRefereeTrustsNoMover(t *testing.T) {
	boom := errors.New("boom")
	for name, c := range map[string]struct {
		bad    func(context.Context, search.State) (search.Move, error)
		end    string
		result string // of the first game, in which the bad one is O
		says   string
	}{
		"off the board":    {func(context.Context, search.State) (search.Move, error) { return 9, nil }, EndIllegal, "X+F", "O: point 9 is not a legal move"},
		"no move":          {func(context.Context, search.State) (search.Move, error) { return search.NoMove, nil }, EndIllegal, "X+F", "point -1"},
		"on a stone":       {func(context.Context, search.State) (search.Move, error) { return 0, nil }, EndIllegal, "X+F", "A3 is not a legal move"},
		"an error":         {func(context.Context, search.State) (search.Move, error) { return 1, boom }, EndFailed, "X+F", "O: boom"},
		"too late":         {func(context.Context, search.State) (search.Move, error) { return 1, context.DeadlineExceeded }, EndTime, "X+T", "no move within the time"},
		"moves for others": {playsOn, EndIllegal, "X+F", "not a legal move"},
	} {
		t.Run(name, func(t *testing.T) {
			made, closed := 0, 0
			bad := Side[player.Mover]{Name: "bad", Make: func() (player.Mover, error) {
				made++
				return &mean{choose: c.bad, closed: &closed}, nil
			}}
			games := playMovers(t, smallGames(t, "tictactoe", 2), moverSide("good", firstFree), bad)
			if g := games[0]; g.Who != "a" || g.End != c.end || g.Result != c.result || !strings.Contains(g.Error, c.says) {
				t.Errorf("%+v, want a to win by %s", g, c.end)
			}
			if made != closed || made == 0 {
				t.Errorf("made %d movers and closed %d", made, closed)
			}
		})
	}
}

// playsOn plays the whole game out on the state that it is shown, as if that were the game.
func playsOn(_ context.Context, s search.State) (search.Move, error) {
	for moves := s.Moves(nil); len(moves) > 0; moves = s.Moves(nil) {
		s.Play(moves[0])
	}
	return 0, nil
}

// TestMoverThatIsLateLoses even if it names a move in the end.
func TestMoverThatIsLateLoses(t *testing.T) {
	config := smallGames(t, "tictactoe", 1)
	config.Patience = time.Second
	clock := time.Time{}
	config.Now = func() time.Time { return clock }
	slow := func(ctx context.Context, s search.State) (search.Move, error) {
		if _, ok := ctx.Deadline(); !ok {
			t.Error("the mover is not told that time ends")
		}
		clock = clock.Add(2 * time.Second)
		return firstFree(ctx, s)
	}
	g := playMovers(t, config, moverSide("slow", slow), moverSide("good", firstFree))[0]
	if g.Who != "b" || g.End != EndTime || g.Result != "O+T" || g.Seconds[0] != 2 {
		t.Errorf("%+v", g)
	}
}

// TestSmallGamesDoNotDependOnEachOther: several at once, or one after the other, they are the
// same; openings are the same in pairs and end no game.
func TestSmallGamesDoNotDependOnEachOther(t *testing.T) {
	play := func(parallel int) []*Game {
		config := smallGames(t, "gomoku:size=5,length=3", 8)
		config.Openings, config.Parallel = 4, parallel
		var sides [2]Side[player.Mover]
		for k, text := range []string{"uct:playouts=20,memory=4M", "random"} {
			sides[k] = Side[player.Mover]{Name: text, Make: func() (player.Mover, error) {
				return player.Movers().Parse(text, config.Game, player.Env{Seed: 3, Threads: 1})
			}}
		}
		return playMovers(t, config, sides[0], sides[1])
	}
	one, many := play(1), play(4)
	openings := map[string]bool{}
	for i, g := range one {
		if other := many[i].Sheet.String(); g.Sheet.String() != other {
			t.Errorf("game %d is\n%s, in parallel\n%s", i, g.Sheet, other)
		}
		if g.Sheet.Opening != 4 || g.Moves <= 4 {
			t.Errorf("game %d has %d random moves of %d", i, g.Sheet.Opening, g.Moves)
		}
		before := one[i-i%2]
		for k, m := range g.Sheet.Moves[:4] {
			if before.Sheet.Moves[k] != m {
				t.Errorf("games %d and %d begin differently", i-i%2, i)
			}
		}
		openings[strings.Split(g.Sheet.String(), "moves")[2][:15]] = true
	}
	if len(openings) < 3 {
		t.Errorf("only %d openings in 4 pairs", len(openings))
	}
	// On a board that is full before, and where every move ends the game, they stop.
	sheet := NewSheet(one[0].Sheet.Game)
	if err := sheet.open(25, 1); err != nil {
		t.Fatal(err)
	}
	if _, over := sheet.State.Over(); over || sheet.Opening == 0 {
		t.Errorf("an opening of %d moves ended the game: %v", sheet.Opening, over)
	}
}

// TestSmallMatchResumes: a match that is broken off and goes on leaves the files of one that
// was not.
func TestSmallMatchResumes(t *testing.T) {
	config := smallGames(t, "tictactoe", 6)
	settings := Settings{Games: 6, Game: "tictactoe", Parallel: 1, Seed: 7}
	var sides [2]Side[player.Mover]
	for k, text := range []string{"uct:playouts=10,memory=4M", "random"} {
		sides[k] = Side[player.Mover]{Name: text, Make: func() (player.Mover, error) {
			return player.Movers().Parse(text, config.Game, player.Env{Seed: 3, Threads: 1})
		}}
	}
	run := func(dir string, games int) {
		t.Helper()
		folder, err := OpenFolder(dir, settings.About(config, sides[0].Name, sides[1].Name))
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(context.Background())
		defer stop()
		err = RunMovers(ctx, config, sides[0], sides[1], folder.Done(), func(g *Game) error {
			if games--; games == 0 {
				stop()
			}
			return folder.Add(g)
		})
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if err := folder.Close(); err != nil {
			t.Fatal(err)
		}
	}
	whole, broken := t.TempDir(), t.TempDir()
	run(whole, 100)
	run(broken, 2)
	if _, err := os.Stat(filepath.Join(broken, "game-0006.txt")); err == nil {
		t.Fatal("the match was not broken off")
	}
	run(broken, 100)
	names, err := filepath.Glob(filepath.Join(whole, "*"))
	if err != nil || len(names) != 8 {
		t.Fatalf("%v, %v", names, err)
	}
	for _, name := range names {
		a, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(broken, filepath.Base(name)))
		if err != nil || string(a) != string(b) {
			t.Errorf("%s is\n%s\n%s\n%v", filepath.Base(name), a, b, err)
		}
	}
	settings.Game = "gomoku"
	other, err := settings.Config()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OpenFolder(whole, settings.About(other, sides[0].Name, sides[1].Name)); !errors.Is(err, ErrOther) {
		t.Errorf("another game into the folder: %v", err)
	}
	// Ratings read the folder, and do not mix games.
	results, err := ReadResults([]string{whole})
	if err != nil || len(results) != 1 || results[0].Game != "tictactoe" || results[0].Total().Games() != 6 {
		t.Fatalf("%+v, %v", results, err)
	}
	results = append(results, results[0])
	results[1].Game = "gomoku:size=3,length=3,exact=off"
	if _, _, err := CombineResults(results, nil); err == nil || !strings.Contains(err.Error(), "do not compare") {
		t.Errorf("two games together: %v", err)
	}
}

func TestSmallMatchesThatCannotBePlayed(t *testing.T) {
	good := smallGames(t, "tictactoe", 2)
	side := moverSide("x", firstFree)
	for want, change := range map[string]func(*Config){
		"10 random opening moves: want 0 to 9": func(c *Config) { c.Openings = 10 },
		"played without a clock":               func(c *Config) { c.Time.System = player.Absolute },
		"no game is called":                    func(c *Config) { c.Game.Name = "chess" },
		"not for players of small games":       func(c *Config) { *c = small(2) },
	} {
		config := good
		change(&config)
		err := RunMovers(context.Background(), config, side, side, nil, func(*Game) error { return nil })
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	err := Run(context.Background(), good, contestant(scripted{}), contestant(scripted{}), nil, func(*Game) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "not for players of Go") {
		t.Errorf("players of Go at tic-tac-toe: %v", err)
	}
}

// TestTournamentOfMovers rates them.
func TestTournamentOfMovers(t *testing.T) {
	tournament := Tournament{
		Settings: Settings{Games: 4, Game: "tictactoe", Parallel: 2, Seed: 1},
		Players:  []Entrant{{"uct", "uct:playouts=100,memory=4M"}, {"chance", "random"}, {"flat", "playouts:playouts=100,memory=4M"}},
		Rate:     rating.DefaultRateConfig(),
	}
	game, _ := player.ParseGame("tictactoe")
	dir := t.TempDir()
	run := func(wantGames int) *rating.Standing {
		t.Helper()
		var played atomic.Int32
		standing, err := tournament.RunMovers(context.Background(), dir, func(text string) (player.Mover, error) {
			played.Add(1)
			return player.Movers().Parse(text, game, player.Env{Seed: 1, Threads: 1})
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if (played.Load() > 0) != (wantGames > 0) {
			t.Errorf("made %d players for %d games", played.Load(), wantGames)
		}
		return standing
	}
	first := run(12)
	if len(first.Players) != 3 || first.Players[2].Name != "chance" {
		t.Errorf("%v", first)
	}
	if again := run(0); again.String() != first.String() {
		t.Errorf("%v, then %v", first, again)
	}
}
