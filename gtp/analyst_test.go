package gtp

import (
	"bufio"
	"context"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/timing"
)

// oracle is a player that shows what it reads without reading anything: the
// points nearest to the middle, with figures that follow from their order.
type oracle struct {
	anySize
	game *board.Game

	reading   chan context.Context // gets every reading that has begun, unless nil
	finish    chan struct{}        // ends an analysis or a move, unless nil
	fails     error
	quiet     bool // reads nothing before it moves
	pondering chan context.Context
	asked     player.AnalyzeOptions
}

func (o *oracle) NewGame(g game.Game) error {
	o.game = g.Clone().(game.GoGame).Game
	return o.anySize.NewGame(g)
}

func (o *oracle) Play(m board.Move) error {
	if err := o.game.Play(m.Point, m.Color); err != nil {
		return err
	}
	return o.anySize.Play(m)
}

func (o *oracle) String() string { return "oracle" }

// look is what it sees.
func (o *oracle) look(c board.Color, a player.AnalyzeOptions) *player.Analysis {
	size := o.game.Size()
	probs := make([]float32, size*size)
	if err := o.Advise(probs, c); err != nil {
		panic(err)
	}
	order := make([]int, 0, len(probs))
	for i, p := range probs {
		if p > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case probs[i] > probs[j]:
			return -1
		case probs[i] < probs[j]:
			return 1
		}
		return 0
	})
	r := &player.Analysis{ToMove: c, Visits: 1000, Winrate: 0.46562}
	for k, i := range order {
		p := board.FromIndex(i, size)
		m := player.MoveAnalysis{
			Point: p, Visits: 600 >> k, Winrate: 0.4656 - 0.01*float64(k), LCB: 0.464 - 0.2*float64(k), Prior: float64(probs[i]), Variation: []board.Point{p},
		}
		if m.Visits == 0 || k == 3 {
			break
		}
		for _, j := range order[k+1 : min(k+3, len(order))] {
			m.Variation = append(m.Variation, board.FromIndex(j, size))
		}
		r.Moves = append(r.Moves, m)
	}
	if len(order) == 0 {
		r.Moves = []player.MoveAnalysis{{Point: board.Pass, Visits: 1000, Winrate: 1}}
	}
	if a.Ownership {
		for i := range size * size {
			r.Ownership = append(r.Ownership, []float64{1, 0.5, 0, -0.25, -1}[i%5])
		}
	}
	return r
}

// read reports once and then waits if it should.
func (o *oracle) read(ctx context.Context, c board.Color, a player.AnalyzeOptions, report func(*player.Analysis)) error {
	o.asked = a
	if o.quiet {
		return o.fails
	}
	report(o.look(c, a))
	if o.reading != nil {
		o.reading <- ctx
	}
	if o.finish != nil {
		select {
		case <-o.finish:
		case <-ctx.Done():
		}
	}
	return o.fails
}

func (o *oracle) Analyze(ctx context.Context, c board.Color, a player.AnalyzeOptions, report func(*player.Analysis)) error {
	if err := o.read(ctx, c, a, report); err != nil || o.finish != nil {
		return err
	}
	<-ctx.Done()
	return nil
}

func (o *oracle) GenmoveAnalyze(ctx context.Context, c board.Color, clock timing.Clock, a player.AnalyzeOptions, report func(*player.Analysis)) (player.Choice, error) {
	if err := o.read(ctx, c, a, report); err != nil {
		return player.Choice{}, err
	}
	return o.Genmove(ctx, c, clock)
}

func (o *oracle) Ponder(ctx context.Context) error {
	if o.pondering == nil {
		return nil
	}
	select {
	case o.pondering <- ctx:
		<-ctx.Done()
	case <-ctx.Done():
	}
	return o.fails
}

func newAnalyst(t testing.TB, size int) (*Engine, *oracle) {
	t.Helper()
	o := &oracle{}
	e, err := New(o, Config{Name: "Test", Version: "1.2", Size: size, Rules: board.Chinese(), Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return e, o
}

// session is a conversation that goes on: lines go in one by one, and what comes
// out is read as far as the test likes.
type session struct {
	t    *testing.T
	in   *io.PipeWriter
	out  *bufio.Reader
	done chan error
}

func start(t *testing.T, e *Engine) *session {
	t.Helper()
	in, w := io.Pipe()
	r, out := io.Pipe()
	s := &session{t: t, in: w, out: bufio.NewReader(r), done: make(chan error, 1)}
	go func() {
		err := e.Run(t.Context(), in, out)
		out.Close()
		in.Close()
		s.done <- err
	}()
	t.Cleanup(func() { w.Close(); r.Close() })
	return s
}

// send passes one line, or several, on.
func (s *session) send(line string) {
	s.t.Helper()
	if _, err := io.WriteString(s.in, line+"\n"); err != nil {
		s.t.Fatalf("send %q: %v", line, err)
	}
}

// settle waits until the engine has taken notice of all that was sent before: the
// reader takes a line only when the one before is handed over.
func (s *session) settle() {
	for range 3 {
		s.send("# nothing")
	}
}

func (s *session) line() string {
	s.t.Helper()
	line, err := s.out.ReadString('\n')
	if err != nil {
		s.t.Fatalf("after %q: %v", line, err)
	}
	return line
}

// answer reads up to the end of a response.
func (s *session) answer() string {
	s.t.Helper()
	var b strings.Builder
	for {
		line := s.line()
		b.WriteString(line)
		if line == "\n" {
			return b.String()
		}
	}
}

// ask is send and answer.
func (s *session) ask(line string) string {
	s.t.Helper()
	s.send(line)
	return s.answer()
}

// expect compares.
func (s *session) expect(got, want string) {
	s.t.Helper()
	if got != want {
		s.t.Errorf("got %q, want %q", got, want)
	}
}
