package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/review/report"
	"github.com/tengen-go/tengen/timing"
)

// looker is a player that counts the positions at which it looks, and ends a context at one of them.
type looker struct {
	player.Analyst
	looks, last int
	cancel      func()
	fails       func(look int) bool // nil for never
}

func (l *looker) GenmoveAnalyze(
	ctx context.Context, c board.Color, _ timing.Clock, _ player.AnalyzeOptions, report func(*player.Analysis),
) (player.Choice, error) {
	if l.looks++; l.looks == l.last {
		l.cancel()
		return player.Choice{}, ctx.Err()
	}
	if l.fails != nil && l.fails(l.looks) {
		return player.Choice{}, errors.New("nothing to see")
	}
	report(&player.Analysis{ToMove: c, Visits: 1, Winrate: 0.5})
	return player.Choice{Point: board.Pass}, nil
}

func (l *looker) NewGame(game.Game) error { return nil }
func (l *looker) Play(board.Move) error   { return nil }
func (l *looker) String() string          { return "looker" }

// reportOf is a command that reviews the games of a folder.
func reportOf(dir string) *AnalyzeCmd {
	return &AnalyzeCmd{
		Common: flags.Common{Answer: flags.Answer{Quiet: true}}, Player: "looker", Rules: "chinese",
		Games: []string{dir},
		HTML:  filepath.Join(dir, "out.html"),
	}
}

// addGames puts games of three positions into a folder, each by the player of its name.
func addGames(t *testing.T, dir string, names ...string) {
	t.Helper()
	for _, name := range names {
		text := "(;SZ[5]PB[" + name + "];B[cc];W[bb])"
		if err := os.WriteFile(filepath.Join(dir, name+".sgf"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// runReport reviews with a journal, which stays open.
func runReport(t *testing.T, c *AnalyzeCmd, l *looker, journal *report.Journal) (*report.Report, error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if l.cancel == nil {
		l.cancel = cancel
	}
	games, err := c.find(ctx, journal, board.Chinese())
	if err != nil {
		t.Fatal(err)
	}
	page := &report.Report{}
	err = c.reviewAll(ctx, l, journal, games, board.Chinese(), page)
	return page, err
}

// openJournal is the journal of a command.
func openJournal(t *testing.T, c *AnalyzeCmd) *report.Journal {
	t.Helper()
	journal, _, err := c.journal()
	if err != nil {
		t.Fatal(err)
	}
	return journal
}

// closeJournal closes a journal. now is the page at its end; nil if there is none.
func closeJournal(t *testing.T, journal *report.Journal, page *report.Report) {
	t.Helper()
	if err := journal.Close(page); err != nil {
		t.Fatal(err)
	}
}

// namesIn are the players of a page's games in one string.
func namesIn(page *report.Report) (names string) {
	for _, g := range page.Games {
		names += g.Black
	}
	return names
}

// The reviewed record of a game lies next to it. In a folder it is no game of its own; named by itself it is.
func TestReportLeavesReviewedRecordsOut(t *testing.T) {
	dir := t.TempDir()
	addGames(t, dir, "a", "a-analyzed", "b")
	c := reportOf(dir)
	for _, want := range []string{"ab", "a-analyzed"} {
		journal := openJournal(t, c)
		page, err := runReport(t, c, &looker{}, journal)
		closeJournal(t, journal, page)
		if err != nil || namesIn(page) != want {
			t.Errorf("games %q, want %q (%v)", namesIn(page), want, err)
		}
		c.Games = []string{filepath.Join(dir, "a-analyzed.sgf")}
	}
}

// A review with another komi, as older versions had it for records without one, does not count.
func TestReportReviewsAnewForTheKomi(t *testing.T) {
	dir := t.TempDir()
	text := []byte("(;SZ[5]RU[Japanese];B[cc];W[bb])")
	if err := os.WriteFile(filepath.Join(dir, "a.sgf"), text, 0o644); err != nil {
		t.Fatal(err)
	}
	c := reportOf(dir)
	journal := openJournal(t, c)
	defer closeJournal(t, journal, nil)
	for _, old := range []float64{6.5, 7.5} {
		page, err := runReport(t, c, &looker{}, journal)
		if err != nil || len(page.Games) != 1 || page.Games[0].Komi != 6.5 {
			t.Fatalf("%v, %+v", err, page)
		}
		g := page.Games[0]
		g.Komi = old
		if err := journal.Add(g); err != nil {
			t.Fatal(err)
		}
		l := &looker{}
		page, err = runReport(t, c, l, journal)
		if again := old != 6.5; err != nil || page.Games[0].Komi != 6.5 || again != (l.looks > 0) {
			t.Errorf("after komi %v: %d looks, %+v (%v)", old, l.looks, page.Games, err)
		}
	}
}

// A game that cannot be reviewed does not end the review of the others. A player that fails at every game does.
func TestReportGoesOnAfterAFault(t *testing.T) {
	dir := t.TempDir()
	addGames(t, dir, "a", "b", "c", "d", "e")
	c := reportOf(dir)
	run := func(fails func(look int) bool) (l *looker, names string, err error) {
		l = &looker{fails: fails}
		journal := openJournal(t, c)
		defer closeJournal(t, journal, nil)
		page, err := runReport(t, c, l, journal)
		return l, namesIn(page), err
	}
	if l, names, err := run(func(int) bool { return true }); err == nil || names != "" || l.looks != 3 {
		t.Errorf("a player that fails: %d looks, games %q, %v", l.looks, names, err)
	}
	_, names, err := run(func(look int) bool { return look == 4 }) // the first position of b
	want := "1 game could not be reviewed: " + filepath.Join(dir, "b.sgf") + ":1: position after move 0: nothing to see"
	if names != "acde" || err == nil || err.Error() != want {
		t.Errorf("games %q, %v; want %s", names, err, want)
	}
	if l, names, err := run(nil); err != nil || names != "abcde" || l.looks != 3 {
		t.Errorf("again: %d looks, games %q, %v", l.looks, names, err)
	}
}

// An interrupted review keeps its games; the next one looks at the positions of the others alone.
func TestReportGoesOn(t *testing.T) {
	dir := t.TempDir()
	addGames(t, dir, "a", "b", "c")
	c := reportOf(dir)
	run := func(last int) (*looker, *report.Report, error) {
		l, journal := &looker{last: last}, openJournal(t, c)
		defer closeJournal(t, journal, nil)
		page, err := runReport(t, c, l, journal)
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
	if got := namesIn(page); got != "abc" {
		t.Errorf("the games are in the order %s", got)
	}
	if l, _, err = run(0); err != nil || l.looks != 0 {
		t.Errorf("%v, looked at %d positions again", err, l.looks)
	}
}

// The games of a finished report stay in its page while new games are reviewed that come first, and after the journal
// has failed.
func TestReportKeepsFinishedGames(t *testing.T) {
	dir := t.TempDir()
	c := reportOf(dir)
	addGames(t, dir, "b", "d")
	journal := openJournal(t, c)
	page, err := runReport(t, c, &looker{}, journal)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.writePage(page); err != nil {
		t.Fatal(err)
	}
	closeJournal(t, journal, page)

	addGames(t, dir, "a", "c")
	journal = openJournal(t, c)
	closeJournal(t, journal, nil) // it can write nothing any more
	if page, err := runReport(t, c, &looker{}, journal); err == nil || namesIn(page) != "abd" {
		t.Errorf("without a journal the page has %s, %v", namesIn(page), err)
	}

	journal = openJournal(t, c)
	c.saveEvery = -1 // after each game
	looked := false
	l := &looker{last: 4} // in game c
	l.cancel = func() {
		looked = true
		if page, err := report.Read(c.HTML); err != nil || namesIn(page) != "abd" {
			t.Errorf("meanwhile the page has %v, %v", page, err)
		}
	}
	if page, err = runReport(t, c, l, journal); !looked {
		t.Errorf("game c was not reached: %s, %v", namesIn(page), err)
	}
	closeJournal(t, journal, nil)
}

// What a page does not show, because it is for another person, is reviewed once all the same.
func TestReportKeepsGamesOfOthers(t *testing.T) {
	dir := t.TempDir()
	addGames(t, dir, "a", "b", "c")
	c := reportOf(dir)
	run := func(person string) (looks int) {
		t.Helper()
		c.Person = person
		l, journal := &looker{}, openJournal(t, c)
		page, err := runReport(t, c, l, journal)
		if err == nil {
			err = c.writePage(page)
		}
		if err != nil {
			t.Fatal(err)
		}
		closeJournal(t, journal, page)
		return l.looks
	}
	kept := c.HTML + ".part"
	for _, step := range []struct {
		person string
		looks  int
		kept   bool
	}{{"", 9, false}, {"b", 0, true}, {"c", 0, true}, {"", 0, false}} {
		if n := run(step.person); n != step.looks {
			t.Errorf("for %q it looked at %d positions, want %d", step.person, n, step.looks)
		}
		if _, err := os.Stat(kept); (err == nil) != step.kept {
			t.Errorf("for %q: %v", step.person, err)
		}
	}
}

// What was reviewed with other weights than the player reads now is reviewed again.
func TestReportOfAnotherModel(t *testing.T) {
	dir := t.TempDir()
	addGames(t, dir, "a")
	c := reportOf(dir)
	model := modeltest.Folder(t, 5, false)
	c.Player = "search:model=" + model
	looks := func() int {
		t.Helper()
		l, journal := &looker{}, openJournal(t, c)
		defer closeJournal(t, journal, nil)
		if _, err := runReport(t, c, l, journal); err != nil {
			t.Fatal(err)
		}
		return l.looks
	}
	if n := looks(); n != 3 {
		t.Fatalf("looked at %d positions", n)
	}
	if n := looks(); n != 0 {
		t.Errorf("looked at %d positions again", n)
	}
	trained := modeltest.Policy(t, 5)
	err := trained.Update(func(params []nets.Param) error {
		params[0].Data[0]++
		return nil
	})
	if err == nil {
		_, err = nets.SavePolicy(model, trained, models.Training{})
	}
	if err != nil {
		t.Fatal(err)
	}
	if n := looks(); n != 3 {
		t.Errorf("with another model looked at %d positions, want 3", n)
	}
}
