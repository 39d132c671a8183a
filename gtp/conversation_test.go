package gtp

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/timing"
)

// Of blank lines and comments that come at once only the first arrives: the others could end nothing
// more. What follows a pause for reading may arrive again.
func TestSilentLinesArriveOnce(t *testing.T) {
	silence := strings.Repeat("\n# comment\n \r\n", 1000)
	c := listen(strings.NewReader(silence + "1 name\n" + silence + "# interrupt\n# interrupt\n" + silence))
	defer c.close()
	var got []string
	for in := range c.arriving {
		switch {
		case in.ends():
			got = append(got, "end")
		case in.interrupt:
			got = append(got, "interrupt")
		default:
			got = append(got, in.command.name)
		}
	}
	if most := 4*len(silence)/4096 + 10; len(got) > most {
		t.Errorf("%d lines arrive, want %d at most", len(got), most)
	}
	silent := func(s string) bool { return s == "" }
	if got, want := slices.DeleteFunc(got, silent), []string{"name", "interrupt", "interrupt", "end"}; !slices.Equal(got, want) {
		t.Errorf("%q arrive, want %q", got, want)
	}
}

// TestAnalysisEnds sends all that can end an analysis while it runs.
func TestAnalysisEnds(t *testing.T) {
	for name, c := range map[string]struct{ send, after string }{
		"bare newline":  {"", ""},
		"CRLF":          {"\r", ""},
		"comment":       {"# interrupt", ""},
		"command":       {"7 name", "=7 Test\n\n"},
		"unknown":       {"nonsense", "? unknown command\n\n"},
		"stop":          {"stop", "=\n\n"},
		"quit":          {"quit", "=\n\n"},
		"long line":     {strings.Repeat("x", maxLine+1), "? line too long\n\n"},
		"two at once":   {"1 name\n2 version", "=1 Test\n\n=2 1.2\n\n"},
		"other reading": {"lz-analyze 1\n\n", "=\ninfo move E5 visits 600 winrate 4656 prior 970 lcb 4640 order 0 pv E5 E6 D5"},
	} {
		t.Run(name, func(t *testing.T) {
			e, _ := newAnalyst(t, 9)
			s := start(t, e)
			s.send("3 lz-analyze b 10")
			s.expect(s.line(), "=3\n")
			if got := s.line(); !strings.HasPrefix(got, "info move E5 visits 600") {
				t.Fatalf("got %q", got)
			}
			s.send(c.send)
			s.expect(s.line(), "\n")
			if c.after != "" {
				got := make([]byte, len(c.after))
				if _, err := io.ReadFull(s.out, got); err != nil {
					t.Fatal(err)
				}
				s.expect(string(got), c.after)
			}
			if name == "quit" {
				if err := <-s.done; err != nil {
					t.Error(err)
				}
			}
		})
	}
	t.Run("end of input", func(t *testing.T) {
		e, _ := newAnalyst(t, 9)
		if got := converse(t, e, "lz-analyze b maxmoves 1"); got != "=\ninfo move E5 visits 600 winrate 4656 prior 970 lcb 4640 order 0 pv E5 E6 D5\n\n" {
			t.Errorf("got %q", got)
		}
	})
	t.Run("context", func(t *testing.T) {
		e, o := newAnalyst(t, 9)
		o.reading = make(chan context.Context, 1)
		ctx, cancel := context.WithCancel(t.Context())
		in, w := io.Pipe()
		defer w.Close()
		done := make(chan error, 1)
		var out bytes.Buffer
		go func() { done <- e.Run(ctx, in, &out) }()
		if _, err := io.WriteString(w, "analyze\n"); err != nil {
			t.Fatal(err)
		}
		<-o.reading
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		if got := out.String(); !strings.HasPrefix(got, "=\ninfo ") || !strings.HasSuffix(got, "\n\n") {
			t.Errorf("got %q", got)
		}
	})
}

// TestAnalysisThatEndsItself: a player that has seen enough keeps the response
// open until the next input; one that fails ends it.
func TestAnalysisThatEndsItself(t *testing.T) {
	e, o := newAnalyst(t, 9)
	o.finish, o.reading = make(chan struct{}), make(chan context.Context, 1)
	s := start(t, e)
	s.send("analyze")
	s.line()
	s.line()
	ctx := <-o.reading
	o.finish <- struct{}{}
	if ctx.Err() != nil {
		t.Error("the reading was ended")
	}
	s.send("name")
	s.expect(s.answer(), "\n")
	s.expect(s.answer(), "= Test\n\n")
	o.fails = errors.New("out of order")
	s.send("analyze")
	s.line()
	s.line()
	o.finish <- struct{}{}
	s.expect(s.answer(), "\n")
	s.expect(s.ask("genmove_analyze x"), "? syntax error: \"x\" is no option, or its value is missing\n\n")
	o.quiet = true
	s.expect(s.ask("genmove b"), "? the player failed: out of order\n\n")
	s.expect(s.ask("lz-genmove_analyze b 10"), "? the player failed: out of order\n\n")
}

// TestMovesAreNotCutShort: input does not end a genmove, however it is asked for;
// the comment that interrupts does.
func TestMovesAreNotCutShort(t *testing.T) {
	for _, command := range []string{"genmove b", "lz-genmove_analyze b 5", "kata-genmove_analyze b", "genmove_analyze b 5", "cgos-genmove_analyze b", "kata-search b", "kgs-genmove_cleanup b"} {
		t.Run(command, func(t *testing.T) {
			e, o := newAnalyst(t, 9)
			o.finish, o.reading = make(chan struct{}), make(chan context.Context)
			s := start(t, e)
			s.send("1 " + command)
			reading := o.reading
			if strings.Contains(command, "_analyze") && !strings.HasPrefix(command, "cgos") {
				s.expect(s.line(), "=1\n")
				s.line()
			}
			ctx := <-reading
			s.send("\n2 name\n# interrupt")
			s.settle()
			if ctx.Err() != nil {
				t.Fatal("the player was interrupted")
			}
			o.finish <- struct{}{}
			if got := s.answer(); !strings.HasSuffix(got, "E5\n\n") {
				t.Errorf("got %q", got)
			}
			s.expect(s.answer(), "=2 Test\n\n")
			s.expect(s.ask("boardsize 9"), "=\n\n")

			// Alone, the comment ends the command with the best move so far.
			s.send("3 " + command)
			if strings.Contains(command, "_analyze") && !strings.HasPrefix(command, "cgos") {
				s.expect(s.line(), "=3\n")
				s.line()
			}
			ctx = <-reading
			s.send("# interrupt")
			<-ctx.Done()
			if got := s.answer(); !strings.HasSuffix(got, "E5\n\n") {
				t.Errorf("interrupted: %q", got)
			}
		})
	}
}

// waiter thinks until it is interrupted, and shows nothing.
type waiter struct {
	*player.Random
	thinking chan struct{}
}

func (w *waiter) Genmove(ctx context.Context, _ board.Color, _ timing.Clock) (player.Choice, error) {
	w.thinking <- struct{}{}
	<-ctx.Done()
	return player.Choice{}, ctx.Err()
}

func TestInterruptWithoutAMove(t *testing.T) {
	w := &waiter{player.NewRandom(1), make(chan struct{})}
	e, err := New(w, Config{Name: "Test", Size: 9, Rules: board.Chinese()})
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, e)
	s.expect(s.ask("# interrupt\nname"), "= Test\n\n")
	s.send("genmove b")
	<-w.thinking
	s.send("  #   interrupt\r")
	s.expect(s.answer(), "? interrupted\n\n")
	s.send("4 kata-search_cancellable b")
	<-w.thinking
	s.send("")
	s.expect(s.answer(), "=4 cancelled\n\n")
	s.expect(s.ask("move_history"), "=\n\n")
}

func TestCancelledSearch(t *testing.T) {
	e, o := newAnalyst(t, 9)
	o.finish, o.reading = make(chan struct{}), make(chan context.Context)
	s := start(t, e)
	s.send("kata-search_analyze_cancellable b 10")
	s.line()
	s.line()
	<-o.reading
	s.send("5 name")
	s.expect(s.answer(), "play cancelled\n\n")
	s.expect(s.answer(), "=5 Test\n\n")
	s.send("kata-search_cancellable")
	<-o.reading
	o.finish <- struct{}{}
	s.expect(s.answer(), "= E5\n\n")
	s.expect(s.ask("last_move"), "? no previous move known\n\n")
}

// TestPondering: after the engine's own move its player reads on, until any input,
// and again after a command that changes nothing.
func TestPondering(t *testing.T) {
	e, o := newAnalyst(t, 9)
	o.pondering = make(chan context.Context)
	s := start(t, e)
	s.expect(s.ask("play b C3"), "=\n\n")
	s.expect(s.ask("genmove w"), "= E5\n\n")
	for _, c := range []struct {
		line    string
		answers int
	}{{"", 0}, {"# a comment", 0}, {"time_left b 10 0\ntime_left w 10 0", 2}, {"kata-get-rules", 1}, {"\nreg_genmove b\n", 1}} {
		ctx := <-o.pondering
		s.send(c.line)
		<-ctx.Done()
		for range c.answers {
			s.answer()
		}
	}
	ctx := <-o.pondering
	s.expect(s.ask("play b D4"), "=\n\n")
	<-ctx.Done()
	for _, line := range []string{"play b C4", "undo", "clear_board", "boardsize 9", "komi 5", "stop", "kgs-game_over", "cgos-gameover B+R", "clear_cache", "loadsgf testdata/example.sgf"} {
		s.expect(s.ask("clear_board"), "=\n\n")
		s.expect(s.ask("genmove w"), "= E5\n\n")
		ctx := <-o.pondering
		s.expect(s.ask(line), "=\n\n")
		<-ctx.Done()
		s.expect(s.ask("name"), "= Test\n\n")
	}
	// The end of the input ends it, too.
	s.ask("boardsize 9")
	s.ask("genmove b")
	ctx = <-o.pondering
	s.in.Close()
	<-ctx.Done()
	if err := <-s.done; err != nil {
		t.Error(err)
	}
}

// TestBrokenOutputEndsAnalysis: with nobody to tell, there is nothing to read for.
func TestBrokenOutputEndsAnalysis(t *testing.T) {
	e, _ := newAnalyst(t, 9)
	in, w := io.Pipe()
	defer w.Close()
	broken := errors.New("broken pipe")
	done := make(chan error, 1)
	go func() { done <- e.Run(t.Context(), in, &breaking{after: 1, err: broken}) }()
	if _, err := io.WriteString(w, "analyze\n"); err != nil {
		t.Fatal(err)
	}
	if err := <-done; !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

type breaking struct {
	after int
	err   error
}

func (b *breaking) Write(p []byte) (int, error) {
	if b.after == 0 {
		return 0, b.err
	}
	b.after--
	return len(p), nil
}
