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

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/rating"
	"github.com/tengen-go/tengen/timing"
)

// mean is a player that plays what choose says: choose gets the game, which it may change.
type mean struct {
	choose func(ctx context.Context, g game.Game) (board.Point, error)
	game   game.Game
	closed *int
}

func (m *mean) NewGame(g game.Game) error {
	m.game = g.Clone()
	return nil
}

func (m *mean) Play(move board.Move) error {
	_ = m.game.Play(move.Point, move.Color) // it may have spoilt its game
	return nil
}

func (m *mean) Genmove(ctx context.Context, _ board.Color, _ timing.Clock) (player.Choice, error) {
	p, err := m.choose(ctx, m.game)
	return player.Choice{Point: p}, err
}

func (m *mean) String() string { return "mean" }

func (m *mean) Close() error {
	if m.closed != nil {
		*m.closed++
	}
	return nil
}

// firstFree plays the first free point.
func firstFree(_ context.Context, g game.Game) (board.Point, error) {
	return g.Candidates(nil, g.ToMove())[0], nil
}

// cell plays a point of tic-tac-toe, whatever stands there.
func cell(i int) func(context.Context, game.Game) (board.Point, error) {
	return func(context.Context, game.Game) (board.Point, error) { return board.XY(i%3, i/3), nil }
}

func smallSide(name string, choose func(context.Context, game.Game) (board.Point, error)) Side {
	return Side{Name: name, Make: func() (player.Player, error) { return &mean{choose: choose}, nil }}
}

// sideOf is the player of a player string, for the rules of a match.
func sideOf(text string, config Config) Side {
	return Side{Name: text, Make: func() (player.Player, error) {
		return player.Players().Parse(text, player.Env{Rules: config.Rules, Seed: 3, Threads: 1})
	}}
}

func smallGames(t *testing.T, rules string, games int) Config {
	t.Helper()
	config, err := Settings{Games: games, Game: rules, Parallel: 1, Seed: 7}.Config()
	if err != nil {
		t.Fatal(err)
	}
	config.Now = frozen
	return config
}

// playAll returns the games in their order.
func playAll(t *testing.T, config Config, a, b Side) []*Game {
	t.Helper()
	games := make([]*Game, config.Games)
	if err := Run(context.Background(), config, a, b, nil, func(g *Game) error {
		games[g.Game] = g
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return games
}

// written is the record of a game as a file has it.
func written(t *testing.T, g *Game) string {
	t.Helper()
	text, _, err := g.Record.Game.Text(g.Record)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestPlayersChangeWhoBegins(t *testing.T) {
	// Whoever takes the first free point as X has the diagonal A1, B2, C3 at the seventh stone.
	a, b := smallSide("first", firstFree), smallSide("second", firstFree)
	for i, g := range playAll(t, smallGames(t, "tictactoe", 4), a, b) {
		x := []string{"a", "b"}[i%2]
		if g.Black != x || g.Who != x || g.Result != "X+row" || g.End != game.EndRow || g.Moves != 7 {
			t.Errorf("game %d: %+v, want %s to win as X", i, g, x)
		}
		if names := [2]string{"first", "second"}; g.Record.Black != names[i%2] || g.Record.White != names[1-i%2] {
			t.Errorf("game %d is of %s and %s", i, g.Record.Black, g.Record.White)
		}
	}
	config := smallGames(t, "tictactoe", 2)
	config.SameColors = true
	if g := playAll(t, config, a, b)[1]; g.Black != "a" {
		t.Errorf("with the same colours %s begins", g.Black)
	}
}

const wantRecord = `game     tictactoe
X        first
O        second
result   X+row
moves    A3 B3 C3 A2 B2 C2 A1

    A B C
  3 X O X
  2 O X O
  1 X . .
`

func TestRecordsAreReadable(t *testing.T) {
	g := playAll(t, smallGames(t, "tictactoe", 1), smallSide("first", firstFree), smallSide("second", firstFree))[0]
	if got := written(t, g); got != wantRecord {
		t.Errorf("written as\n%s", got)
	}
	config := smallGames(t, "gomoku:size=5,length=5", 1)
	config.Openings = 3
	text := written(t, playAll(t, config, smallSide("first", firstFree), smallSide("second", firstFree))[0])
	if !strings.Contains(text, "opening  the first 3 moves are random\n") || !strings.Contains(text, "\n         ") {
		t.Errorf("written as\n%s", text)
	}
}

// TestRefereeTrustsNobody: whatever a player does wrong loses it the game, and costs the other
// one nothing.
func TestRefereeTrustsNobody(t *testing.T) {
	boom := errors.New("boom")
	fails := func(err error) func(context.Context, game.Game) (board.Point, error) {
		return func(context.Context, game.Game) (board.Point, error) { return board.XY(1, 0), err }
	}
	for name, c := range map[string]struct {
		bad    func(context.Context, game.Game) (board.Point, error)
		end    string
		result string // of the first game, in which the bad one is O
		says   string
	}{
		"off the board":    {func(context.Context, game.Game) (board.Point, error) { return board.XY(5, 5), nil }, EndIllegal, "X+F", "O: illegal move"},
		"a pass":           {func(context.Context, game.Game) (board.Point, error) { return board.Pass, nil }, EndIllegal, "X+F", "no passing"},
		"on a stone":       {cell(0), EndIllegal, "X+F", "illegal move A3: occupied"},
		"an error":         {fails(boom), EndFailed, "X+F", "O: boom"},
		"too late":         {fails(context.DeadlineExceeded), EndTime, "X+T", "no move within the time"},
		"moves for others": {playsOn, EndIllegal, "X+F", "illegal move"},
	} {
		t.Run(name, func(t *testing.T) {
			made, closed := 0, 0
			bad := Side{Name: "bad", Make: func() (player.Player, error) {
				made++
				return &mean{choose: c.bad, closed: &closed}, nil
			}}
			games := playAll(t, smallGames(t, "tictactoe", 2), smallSide("good", firstFree), bad)
			if g := games[0]; g.Who != "a" || g.End != c.end || g.Result != c.result || !strings.Contains(g.Error, c.says) {
				t.Errorf("%+v, want a to win by %s", g, c.end)
			}
			if made != closed || made == 0 {
				t.Errorf("made %d players and closed %d", made, closed)
			}
		})
	}
}

// playsOn plays the whole game out on the game that it has, as if that were the referee's.
func playsOn(ctx context.Context, g game.Game) (board.Point, error) {
	for !g.Over() {
		if p, _ := firstFree(ctx, g); g.Play(p, g.ToMove()) != nil {
			break
		}
	}
	return board.XY(0, 0), nil
}

// TestLateMovesLose even if the player names a move in the end.
func TestLateMovesLose(t *testing.T) {
	config := smallGames(t, "tictactoe", 1)
	config.Patience = time.Second
	clock := time.Time{}
	config.Now = func() time.Time { return clock }
	slow := func(ctx context.Context, g game.Game) (board.Point, error) {
		if _, ok := ctx.Deadline(); !ok {
			t.Error("the player does not learn that time ends")
		}
		clock = clock.Add(2 * time.Second)
		return firstFree(ctx, g)
	}
	g := playAll(t, config, smallSide("slow", slow), smallSide("good", firstFree))[0]
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
		return playAll(t, config, sideOf("uct:playouts=20,memory=4M", config), sideOf("random", config))
	}
	one, many := play(1), play(4)
	openings := map[string]bool{}
	for i, g := range one {
		if a, b := written(t, g), written(t, many[i]); a != b {
			t.Errorf("game %d is\n%s, in parallel\n%s", i, a, b)
		}
		if g.Record.Opening != 4 || g.Moves <= 4 {
			t.Errorf("game %d has %d random moves of %d", i, g.Record.Opening, g.Moves)
		}
		before := one[i-i%2]
		for k, m := range g.Record.Game.Moves()[:4] {
			if before.Record.Game.Moves()[k] != m {
				t.Errorf("games %d and %d begin differently", i-i%2, i)
			}
		}
		openings[strings.Split(written(t, g), "moves")[2][:15]] = true
	}
	if len(openings) < 3 {
		t.Errorf("only %d openings in 4 pairs", len(openings))
	}
	// On a board that is full before, and where every move ends the game, they stop.
	g, err := one[0].Record.Game.Rules().New()
	if err != nil {
		t.Fatal(err)
	}
	if err := opening(g, 25, 1); err != nil {
		t.Fatal(err)
	}
	if g.Over() || len(g.Moves()) == 0 {
		t.Errorf("an opening of %d moves ended the game: %v", len(g.Moves()), g.Over())
	}
}

// TestSmallMatchResumes: a match that is broken off and goes on leaves the files of one that
// was not.
func TestSmallMatchResumes(t *testing.T) {
	config := smallGames(t, "tictactoe", 6)
	settings := Settings{Games: 6, Game: "tictactoe", Parallel: 1, Seed: 7}
	sides := [2]Side{sideOf("uct:playouts=10,memory=4M", config), sideOf("random", config)}
	run := func(dir string, games int) {
		t.Helper()
		folder, err := OpenFolder(dir, settings.About(config, sides[0].Name, sides[1].Name))
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(context.Background())
		defer stop()
		err = Run(ctx, config, sides[0], sides[1], folder.Done(), func(g *Game) error {
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
	side := smallSide("x", firstFree)
	for want, change := range map[string]func(*Config){
		"10 random opening moves: want 0 to 9": func(c *Config) { c.Openings = 10 },
	} {
		config := good
		change(&config)
		err := Run(context.Background(), config, side, side, nil, func(*Game) error { return nil })
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	// A player of Go loses a small game at once: it takes no such game.
	of := Side{Name: "policy", Make: func() (player.Player, error) {
		return player.NewPolicyPlayer(uniform(3), player.DefaultPolicyConfig())
	}}
	if g := playAll(t, good, side, of)[0]; g.Who != "a" || g.End != EndFailed || !strings.Contains(g.Error, "plays Go only") {
		t.Errorf("a player of Go at tic-tac-toe: %+v", g)
	}
}

// TestTournamentOfSmallGames rates the players.
func TestTournamentOfSmallGames(t *testing.T) {
	tournament := Tournament{
		Settings: Settings{Games: 4, Game: "tictactoe", Parallel: 2, Seed: 1},
		Players:  []Entrant{{"uct", "uct:playouts=100,memory=4M"}, {"chance", "random"}, {"flat", "playouts:playouts=100,memory=4M"}},
		Rate:     rating.DefaultRateConfig(),
	}
	config, err := tournament.Config()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	run := func(wantGames int) *rating.Standing {
		t.Helper()
		var played atomic.Int32
		standing, err := tournament.Run(context.Background(), dir, func(text string) (player.Player, error) {
			played.Add(1)
			return player.Players().Parse(text, player.Env{Rules: config.Rules, Seed: 1, Threads: 1})
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
