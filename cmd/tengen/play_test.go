package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/play"
	"github.com/tengen-go/tengen/player"
)

// What the start menu offers is what is played: every board with every level.
func TestStartMenu(t *testing.T) {
	choices := startChoices()
	for size := range choices[choiceBoard].Values {
		choices[choiceBoard].At = size
		offerLevels(choices)
		for level := range choices[choiceLevel].Values {
			choices[choiceBoard].At, choices[choiceLevel].At, choices[choiceColor].At = size, level, 1
			c := PlayCmd{Common: flags.Common{Answer: flags.Answer{Quiet: true}}}
			c.choose(choices)
			at, err := c.prepare(t.Context(), nil)
			if err != nil {
				t.Errorf("%s, %s: %v", choices[choiceBoard].Values[size], choices[choiceLevel].Values[level], err)
				continue
			}
			session := at.session
			if got, want := session.Game().Size(), []int{9, 13, 19}[size]; got != want || !session.PlayersTurn() {
				t.Errorf("board %d, want %d; the player's turn is %v", got, want, session.PlayersTurn())
			}
			if err := at.opponent.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	choices[choiceHandicap].At = 1
	c := PlayCmd{Common: flags.Common{Answer: flags.Answer{Quiet: true}}}
	c.choose(choices)
	at, err := c.prepare(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer at.opponent.Close()
	if g := at.session.Game(); g.Handicap() != 2 || g.Rules().Komi != 0.5 {
		t.Errorf("%d handicap stones, komi %v", g.Handicap(), g.Rules().Komi)
	}
}

// The next start goes on with an unfinished game: the same opponent, side, board and moves.
func TestGoOnWithTheUnfinishedGame(t *testing.T) {
	keeper := play.NewKeeper(t.TempDir(), time.Now)
	c := PlayCmd{Common: flags.Common{Answer: flags.Answer{Quiet: true}}, Board: 13, Level: "18k", Color: "both"}
	at, err := c.prepare(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer at.opponent.Close()
	session := at.session
	for _, p := range []board.Point{board.XY(3, 3), board.XY(9, 9)} {
		if err := session.Play(p); err != nil {
			t.Fatal(err)
		}
	}
	if err := keeper.Keep(session, c.Player); err != nil {
		t.Fatal(err)
	}
	unfinished, err := keeper.Unfinished()
	if err != nil || unfinished == nil {
		t.Fatalf("%+v, %v", unfinished, err)
	}
	again := PlayCmd{Common: flags.Common{Answer: flags.Answer{Quiet: true}}, Player: unfinished.Player}
	goesOn, err := again.prepare(t.Context(), unfinished)
	if err != nil {
		t.Fatal(err)
	}
	defer goesOn.opponent.Close()
	resumed, other := goesOn.session, goesOn.opponent
	if resumed.Game().Position().Hash() != session.Game().Position().Hash() ||
		fmt.Sprint(other) != fmt.Sprint(at.opponent) || !resumed.HumansTurn() || resumed.Browsing() {
		t.Errorf("goes on against %v with %d moves", other, len(resumed.Game().Moves()))
	}
}

// A weak opponent that does not read leaves the hints to a teacher, in a game that is gone on with, too.
func TestHintsOfAResumedGame(t *testing.T) {
	c := PlayCmd{Common: flags.Common{Answer: flags.Answer{Quiet: true}}, Board: 9, Level: "18k"}
	at, err := c.prepare(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer at.opponent.Close()
	if _, reads := at.opponent.(player.Analyst); reads {
		t.Fatalf("%v reads", at.opponent)
	}
	unfinished := &play.Unfinished{Tree: at.session.Tree(), Notes: play.Notes{Player: c.Player}, Human: board.Black}
	again := PlayCmd{Common: c.Common, Player: unfinished.Player}
	resumed, err := again.prepare(t.Context(), unfinished)
	if err != nil {
		t.Fatal(err)
	}
	defer resumed.opponent.Close()
	if hints, err := resumed.session.Hints(t.Context()); err != nil || len(hints) == 0 || !hints[0].Read {
		t.Errorf("hints %v, %v", hints, err)
	}
}

// A damaged file of the unfinished game does not keep anybody from playing, and it is not lost.
func TestADamagedUnfinishedGameIsMovedAway(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "unfinished.sgf")
	if err := os.WriteFile(path, []byte("no game"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := PlayCmd{Common: flags.Common{Answer: flags.Answer{Quiet: true}}, Board: 9, Player: "random"}
	if u, err := c.start(t.Context(), play.NewKeeper(folder, time.Now)); u != nil || err != nil {
		t.Errorf("the start: %+v, %v", u, err)
	}
	games, err := filepath.Glob(filepath.Join(folder, "games", "*.sgf"))
	if err != nil || len(games) != 1 {
		t.Fatalf("kept %v, %v", games, err)
	}
	if text, err := os.ReadFile(games[0]); err != nil || string(text) != "no game" {
		t.Errorf("kept %q, %v", text, err)
	}
}
