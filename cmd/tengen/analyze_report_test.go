package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/review/report"
	"github.com/tengen-go/tengen/timing"
)

// looker is a player that counts the positions at which it looks, and ends a context at one of them.
type looker struct {
	player.Analyst
	looks, last int
	cancel      func()
}

func (l *looker) GenmoveAnalyze(
	ctx context.Context, c board.Color, _ timing.Clock, _ player.AnalyzeOptions, report func(*player.Analysis),
) (player.Choice, error) {
	if l.looks++; l.looks == l.last {
		l.cancel()
		return player.Choice{}, ctx.Err()
	}
	report(&player.Analysis{ToMove: c, Visits: 1, Winrate: 0.5})
	return player.Choice{Point: board.Pass}, nil
}

func (l *looker) NewGame(game.Game) error { return nil }
func (l *looker) Play(board.Move) error   { return nil }
func (l *looker) String() string          { return "looker" }

// An interrupted review keeps its games; the next one looks at the positions of the others alone.
func TestReportGoesOn(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b", "c"} { // three positions each
		text := "(;SZ[5]PB[" + name + "];B[cc];W[bb])"
		if err := os.WriteFile(filepath.Join(dir, name+".sgf"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := &AnalyzeCmd{
		Common: flags.Common{Answer: flags.Answer{Quiet: true}}, Player: "looker", Rules: "chinese",
		Games: []string{dir},
		HTML:  filepath.Join(dir, "out.html"),
	}
	run := func(last int) (*looker, *report.Report, error) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		l := &looker{last: last, cancel: cancel}
		journal, err := c.journal()
		if err != nil {
			t.Fatal(err)
		}
		games, err := c.find(ctx, journal, board.Chinese())
		if err != nil {
			t.Fatal(err)
		}
		page := &report.Report{}
		err = c.reviewAll(ctx, &analyst{Analyst: l, first: l, text: "looker"}, journal, games, board.Chinese(), page)
		if closed := journal.Close(false); closed != nil {
			t.Fatal(closed)
		}
		return l, page, err
	}
	_, page, err := run(5) // in the middle of the second game
	if !errors.Is(err, context.Canceled) || len(page.Games) != 1 || page.Games[0].Black != "a" {
		t.Fatalf("%v, %+v", err, page.Games)
	}
	l, page, err := run(0)
	if err != nil || l.looks != 6 || len(page.Games) != 3 {
		t.Errorf("%v, looked at %d positions, want 6; %d games", err, l.looks, len(page.Games))
	}
	var names []string
	for _, g := range page.Games {
		names = append(names, g.Black)
	}
	if got := strings.Join(names, ""); got != "abc" {
		t.Errorf("the games are in the order %s", got)
	}
	if l, _, err = run(0); err != nil || l.looks != 0 {
		t.Errorf("%v, looked at %d positions again", err, l.looks)
	}
}
