package analysis

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player"
)

// ProtocolVersion is the release of KataGo that has the protocol as it is here. Programs ask for it and
// leave out what an older one would not understand.
const ProtocolVersion = "1.15.0"

// Analyst reads positions, one at a time. Every player.Analyst is one.
type Analyst interface {
	NewGame(g game.Game) error
	Analyze(ctx context.Context, c board.Color, o player.AnalyzeOptions, report func(*player.Analysis)) error
	String() string
}

// Config is what a server is told.
type Config struct {
	Version  string   // of the program
	Settings Settings // of queries that do not say; see Defaults
	Models   []string // the names of what reads
	Seed     uint64   // of the random games
	// Hasty drops what waits when the input ends; otherwise all of it is answered first.
	Hasty bool
	Log   *slog.Logger // nil for none
}

// Server answers queries. It is used once.
type Server struct {
	config   Config
	analysts []Analyst
	queue    *queue
	out      *output
}

// New makes a server that reads as many positions at a time as there are analysts.
func New(analysts []Analyst, config Config) (*Server, error) {
	if len(analysts) == 0 {
		return nil, errors.New("analysis: no analyst")
	}
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	config.Settings.Visits = cmp.Or(config.Settings.Visits, Defaults().Visits)
	config.Settings.PVLength = cmp.Or(config.Settings.PVLength, Defaults().PVLength)
	return &Server{config: config, analysts: analysts, queue: newQueue()}, nil
}

// Run answers the lines of in on out until in ends and all is answered, or ctx ends. The error is
// that of in or out, or ctx's.
func (s *Server) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	working, stop := context.WithCancel(ctx)
	defer stop()
	s.out = newOutput(out, stop)
	var workers sync.WaitGroup
	for _, a := range s.analysts {
		workers.Go(func() { s.work(working, a) })
	}
	err := s.read(working, in)
	if s.config.Hasty {
		stop()
	}
	s.queue.close()
	workers.Wait()
	return errors.Join(s.out.close(), err, ctx.Err())
}

// mostLine is the length of the longest line that is read.
const mostLine = 16 << 20

// errTooLong says that a line was longer.
var errTooLong = errors.New("line too long")

// read answers lines until the input or ctx ends. The input is read by a goroutine that is left behind
// if nothing comes any more: a file cannot be told to stop.
func (s *Server) read(ctx context.Context, in io.Reader) error {
	lines := make(chan []byte)
	failed := make(chan error, 1)
	go func() {
		defer close(lines)
		r := bufio.NewReaderSize(in, 1<<16)
		for {
			line, err := readLine(r)
			if errors.Is(err, errTooLong) {
				line, err = nil, nil
			}
			select {
			case lines <- line:
			case <-ctx.Done():
				return
			}
			if err != nil {
				if !errors.Is(err, io.EOF) {
					failed <- err
				}
				return
			}
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return nil
		case line, open := <-lines:
			switch {
			case open && line == nil:
				s.refuse("Request line is longer than 16 MiB, ignoring it")
			case open:
				if line = bytes.TrimSpace(line); len(line) > 0 {
					s.request(line)
				}
			case len(failed) > 0:
				return <-failed
			default:
				return nil
			}
		}
	}
}

// readLine reads a line without keeping more of it than may be.
func readLine(r *bufio.Reader) (line []byte, err error) {
	line, long := []byte{}, false
	for {
		part, err := r.ReadSlice('\n')
		if long = long || len(line)+len(part) > mostLine; !long {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case long && err == nil:
			return nil, errTooLong
		}
		return line, err
	}
}

// request answers a line: an action, or a query that goes to the queue.
func (s *Server) request(line []byte) {
	f := newFields(line)
	if f == nil {
		what := "Request line was valid json but was not an object, ignoring: "
		if !json.Valid(line) {
			what = "could not parse input line as json request: "
		}
		s.refuse(what + string(line[:min(len(line), 200)]))
		return
	}
	id, ok := f.text("id")
	if !ok {
		s.refuse(`Request must have a string "id" field`)
		return
	}
	if action, ok := f.text("action"); ok {
		s.act(id, action, f)
		return
	}
	q, warnings, err := parseQuery(id, f, s.config.Settings)
	if err != nil {
		s.complain("error", id, err)
		return
	}
	for i := range warnings {
		s.complain("warning", id, &warnings[i])
	}
	q.text = len(line)
	if !s.queue.add(q) {
		s.complain("error", id, &fault{"analyzeTurns", "Too many positions wait to be analyzed"})
	}
}

// refuse reports an error of a line that is no request.
func (s *Server) refuse(text string) {
	s.config.Log.Warn(text)
	s.write(struct {
		Error string `json:"error"`
	}{text}, replyLimit)
}

// complain reports an error or a warning about a field.
func (s *Server) complain(kind, id string, f *fault) {
	s.config.Log.Warn(f.text, "kind", kind, "field", f.field, "query", id)
	s.write(map[string]string{kind: f.text, "field": f.field, "id": id}, replyLimit)
}

// write writes an object as a line.
func (s *Server) write(object any, limit int) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(object); err != nil { // no answer has a value that JSON lacks
		s.config.Log.Error("an answer could not be written", "error", err)
		return
	}
	s.out.put(slices.Clip(bytes.TrimSuffix(text.Bytes(), []byte("\n"))), limit)
}

// work has an analyst read position after position.
func (s *Server) work(ctx context.Context, a Analyst) {
	for {
		r, reading := s.queue.take(ctx)
		if r == nil {
			return
		}
		if err := s.analyze(reading, a, r); err != nil {
			s.complain("error", r.query.id, &fault{"boardXSize", err.Error()})
		}
		s.queue.done(r)
	}
}

// analyze answers one request.
func (s *Server) analyze(ctx context.Context, a Analyst, r *request) error {
	q := r.query
	g, c, _, err := q.at(r.turn)
	if err != nil {
		return err
	}
	v := newView(q, r.turn, g, c, s.config.Seed)
	if g.Over() {
		s.write(v.finished(), answerLimit)
		return nil
	}
	if err := a.NewGame(game.Of(g)); err != nil {
		return err
	}
	forget(a)
	if q.settings.Time > 0 {
		timed, cancel := context.WithTimeout(ctx, q.settings.Time)
		defer cancel()
		ctx = timed
	}
	all := g.Size()*g.Size() + 1
	if len(q.avoid)+len(q.allow) > 0 { // they are for the search alone: what comes before it is of all moves
		o := player.AnalyzeOptions{Playouts: 1, MinMoves: all}
		if err := a.Analyze(ctx, c, o, func(a *player.Analysis) { v.before = slices.Clone(a.Moves) }); err != nil {
			return err
		}
		forget(a)
	}
	o := player.AnalyzeOptions{
		Playouts: int(q.settings.limit()), Interval: q.every, Avoid: q.avoid, Allow: q.allow,
		Ownership: true, // the lead is made of it
	}
	if q.policy {
		o.MinMoves = all
	}
	due := newSchedule(q.after, q.every)
	if o.Interval = due.interval; due.interval > 0 && due.interval < time.Millisecond {
		o.Interval = time.Millisecond
	}
	var last *answer
	err = a.Analyze(ctx, c, o, func(a *player.Analysis) {
		switch {
		case a.Ended && a.Visits > 0:
			last = v.report(a)
		case !a.Ended && a.Visits > 0 && due.now():
			s.write(v.report(a), reportLimit)
		}
	})
	switch {
	case err != nil:
		return err
	case last != nil:
	case s.queue.wasEnded(r) || ctx.Err() != nil:
		last = none(r)
	default: // there is nothing to read
		last = v.finished()
	}
	s.write(last, answerLimit)
	return nil
}

// forget makes a player read anew: what it read for the turn before would count as visits.
func forget(a Analyst) {
	if f, ok := a.(player.Forgetter); ok {
		f.Forget()
	}
}

// none is the answer for a position that was not read.
func none(r *request) *answer {
	return &answer{ID: r.query.id, TurnNumber: r.turn, NoResults: true}
}

// schedule says which of the looks at a search are reported, where the first report may come at
// another time than the others.
type schedule struct {
	interval time.Duration // between looks
	every    time.Duration // 0: only the first is reported
	next     time.Duration
	passed   time.Duration
}

func newSchedule(after, every time.Duration) schedule {
	s := schedule{interval: after, every: every, next: after}
	if every > 0 && every < after {
		s.interval = every
	}
	return s
}

// now is called at each look.
func (s *schedule) now() bool {
	s.passed += s.interval
	if s.next == 0 || s.passed < s.next {
		return false
	}
	if s.next += s.every; s.every == 0 {
		s.next = 0
	}
	return true
}
