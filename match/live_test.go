package match

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player"
)

// readBoards waits until live.json is as somebody wants it.
func readBoards(t *testing.T, dir string, want func(LiveGames) bool) LiveGames {
	t.Helper()
	for {
		if live, ok := ReadLive(dir, time.Now()); ok && want(live) {
			return live
		}
		if t.Context().Err() != nil {
			t.Fatal("live.json never came to that")
		}
		time.Sleep(time.Millisecond)
	}
}

// Whoever looks on sees the games under way, with captures, those that are over no more, and nothing
// after the end or of a match that was killed.
func TestLive(t *testing.T) {
	dir := t.TempDir()
	l := OpenLive(dir, Plan{Games: 10, SPRT: "0,50"})
	if live := readBoards(t, dir, func(LiveGames) bool { return true }); live.Games != 10 || live.SPRT != "0,50" || len(live.Boards) != 0 {
		t.Errorf("%+v", live)
	}
	g, err := game.Go{Board: 5, Rules: board.Rules{Komi: 7.5}}.New()
	if err != nil {
		t.Fatal(err)
	}
	l.Watch(UnderWay{Index: 4, Black: "a", Game: g})
	for _, v := range []string{"A1", "A2", "E5", "B1"} { // White takes A1
		p, err := board.ParseVertex(v, 5)
		if err == nil {
			err = g.Play(p, g.ToMove())
		}
		if err != nil {
			t.Fatal(err)
		}
		l.Watch(UnderWay{Index: 4, Black: "a", Game: g})
	}
	small, err := game.Parse("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	s, err := small.New()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Play(board.XY(1, 1), board.Black); err != nil {
		t.Fatal(err)
	}
	l.Watch(UnderWay{Index: 3, Black: "b", Game: s})
	live := readBoards(t, dir, func(l LiveGames) bool { return len(l.Boards) == 2 && l.Boards[1].Moves == 4 })
	want := []Board{
		{Game: 3, Black: "b", Size: 3, Points: "....X....", Last: "B2", Moves: 1, ToMove: "white"},
		{Game: 4, Black: "a", Size: 5, Points: "....X" + strings.Repeat(".", 10) + "O...." + ".O...", Last: "B1", Moves: 4, ToMove: "black"},
	}
	for i, b := range live.Boards {
		if b != want[i] {
			t.Errorf("%+v, want %+v", b, want[i])
		}
	}
	l.Over(4)
	readBoards(t, dir, func(l LiveGames) bool { return len(l.Boards) == 1 })
	if _, ok := ReadLive(dir, time.Now().Add(time.Hour)); ok {
		t.Error("an old file counts")
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(dir, LiveName)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file stayed: %v", err)
	}
}

// What machines show is seen until a game is over, or they show it no more.
func TestLiveGamesOfOtherMachines(t *testing.T) {
	dir := t.TempDir()
	l := OpenLive(dir, Plan{Games: 10})
	board := func(game, moves int) Board {
		return Board{Game: game, Black: "a", Size: 3, Points: "X...O....", Last: "B2", Moves: moves, ToMove: "black"}
	}
	shown := func(want ...Board) {
		t.Helper()
		readBoards(t, dir, func(l LiveGames) bool { return slices.Equal(l.Boards, want) })
	}
	l.Show("one", []Board{board(0, 2), board(2, 4)})
	l.Show("two", []Board{board(1, 2)})
	shown(board(0, 2), board(1, 2), board(2, 4))
	l.Show("one", []Board{board(2, 6)})
	shown(board(1, 2), board(2, 6))
	l.Over(2)
	l.Show("one", []Board{board(2, 6), board(3, 1)}) // late
	shown(board(1, 2), board(3, 1))
	l.Show("two", nil)
	shown(board(3, 1))
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}

// Boards of other machines are not believed.
func TestBoardsThatCannotBe(t *testing.T) {
	good := Board{Game: 9, Black: "b", Size: 3, Points: "X...O....", Last: "B2", Moves: 2, ToMove: "black"}
	if err := good.Validate(10); err != nil {
		t.Error(err)
	}
	for _, change := range []func(*Board){
		func(b *Board) { b.Game = 10 },
		func(b *Board) { b.Game = -1 },
		func(b *Board) { b.Black = "<b>" },
		func(b *Board) { b.Size = 2 },
		func(b *Board) { b.Size, b.Points = 0, "" },
		func(b *Board) { b.Points = "X...<...." },
		func(b *Board) { b.Last = "<script>" },
		func(b *Board) { b.Moves = -1 },
		func(b *Board) { b.ToMove = "green" },
	} {
		b := good
		change(&b)
		if b.Validate(10) == nil {
			t.Errorf("%+v passes", b)
		}
	}
}

// A match has its games watched from the beginning to the last move but the end.
func TestWatch(t *testing.T) {
	config, err := Settings{Games: 2, Board: 5, Rules: "chinese", Time: "none", Parallel: 1, Openings: 3, Seed: 5}.Config()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int][]int{}
	config.Watch = func(u UnderWay) {
		if u.Black != sideNames[u.Index%2] {
			t.Errorf("game %d: %s has Black", u.Index, u.Black)
		}
		seen[u.Index] = append(seen[u.Index], len(u.Game.Moves()))
	}
	side := Side{Make: func() (player.Player, error) { return player.NewRandom(1), nil }}
	err = Run(t.Context(), config, side, side, nil, func(g *Game) error {
		moves := seen[g.Game]
		if len(moves) == 0 || moves[0] != 3 || moves[len(moves)-1] != g.Moves-1 || len(moves) != g.Moves-3 {
			t.Errorf("%d moves, seen %v", g.Moves, moves)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
