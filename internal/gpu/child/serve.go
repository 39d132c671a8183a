package child

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/pipe"
)

// Cards are the cards of a machine, as package engine has them.
type Cards interface {
	List() []gpu.Info
	Device(number int) (gpu.Device, error)
}

// server answers requests.
type server struct {
	open    func() (Cards, error)
	cards   Cards
	device  gpu.Device
	runners []*loaded // by their numbers; nil: freed
	names   map[string]string
}

// loaded is a plan on the card.
type loaded struct {
	gpu.Runner
	under, spare []flight // runs under way, the first one first; memory of those that are over
}

// flight is a run under way, with memory of its own for what it reads.
type flight struct {
	out  []gpu.Transfer
	data []byte
}

// Serve answers requests until there are no more. The cards are opened at the first one. They are not closed: the
// process ends next, and with it all that they hold. To close a card that hangs may take for ever.
func Serve(r io.Reader, w io.Writer, open func() (Cards, error)) error {
	s := &server{open: open, names: map[string]string{}}
	conn := pipe.New(r, w)
	for {
		m, err := conn.Receive()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("request: %w", err)
		}
		answer, err := s.answer(m)
		if err != nil {
			answer = pipe.Failure(err)
		}
		if err := conn.Send(answer); err != nil {
			return fmt.Errorf("answer: %w", err)
		}
	}
}

func (s *server) answer(m pipe.Message) (pipe.Message, error) {
	done := pipe.Message{Kind: pipe.Done}
	if s.cards == nil {
		cards, err := s.open()
		if err != nil {
			return done, err
		}
		s.cards = cards
	}
	switch m.Kind {
	case pipe.List:
		var err error
		done.Text, err = json.Marshal(s.cards.List())
		return done, err
	case pipe.Open:
		return s.openDevice(m)
	case pipe.Load:
		return s.load(m)
	}
	r, err := s.runner(m)
	if err != nil {
		return done, err
	}
	switch m.Kind {
	case pipe.Run:
		done.In = m.Out
		return done, r.Run(s.name(m.Text), m.In, m.Out)
	case pipe.Start:
		return done, r.start(s.name(m.Text), m.In, m.Out)
	case pipe.Wait:
		var err error
		done.In, err = r.wait()
		return done, err
	case pipe.Times:
		clock, ok := r.Runner.(gpu.Clock)
		if !ok {
			return done, errors.New("the device has no clock")
		}
		times, err := clock.Times(string(m.Text))
		for _, t := range times {
			done.Numbers = append(done.Numbers, uint32(t), uint32(t>>32)) // a slow device takes more than 2³² ns
		}
		return done, err
	case pipe.Free:
		s.runners[m.Numbers[0]] = nil
		return done, r.Close()
	}
	return done, fmt.Errorf("request %d is unknown", m.Kind)
}

// start begins a run. The message brings no memory that lasts until its end.
func (l *loaded) start(program string, in, out []gpu.Transfer) error {
	var f flight
	if n := len(l.spare); n > 0 {
		f, l.spare = l.spare[n-1], l.spare[:n-1]
	}
	size := 0
	for _, t := range out {
		size += len(t.Data)
	}
	f.out, f.data = append(f.out[:0], out...), slices.Grow(f.data[:0], size)[:size]
	rest := f.data
	for i := range f.out {
		n := len(f.out[i].Data)
		f.out[i].Data, rest = rest[:n:n], rest[n:]
	}
	if err := l.Start(program, in, f.out); err != nil {
		l.spare = append(l.spare, f)
		return err
	}
	l.under = append(l.under, f)
	return nil
}

// wait waits for the first run under way. What it reads is valid until the next start.
func (l *loaded) wait() ([]gpu.Transfer, error) {
	if len(l.under) == 0 {
		return nil, errors.New("no run is under way")
	}
	f := l.under[0]
	l.under, l.spare = slices.Delete(l.under, 0, 1), append(l.spare, f)
	return f.out, l.Wait()
}

// name is a string of a program's name, without a copy if it is known.
func (s *server) name(b []byte) string {
	n, ok := s.names[string(b)]
	if !ok {
		n = string(b)
		s.names[n] = n
	}
	return n
}

func (s *server) openDevice(m pipe.Message) (pipe.Message, error) {
	done := pipe.Message{Kind: pipe.Done}
	if len(m.Numbers) != 1 || s.device != nil {
		return done, errors.New("a process opens one card, once")
	}
	d, err := s.cards.Device(int(int32(m.Numbers[0])))
	if err != nil {
		return done, err
	}
	s.device = d
	done.Text, err = json.Marshal(d.Info())
	return done, err
}

func (s *server) load(m pipe.Message) (pipe.Message, error) {
	done := pipe.Message{Kind: pipe.Done}
	if s.device == nil {
		return done, errors.New("no card is open")
	}
	p, err := gpu.Decode(m.Text)
	if err != nil {
		return done, err
	}
	r, err := s.device.Load(p)
	if err != nil {
		return done, err
	}
	s.runners = append(s.runners, &loaded{Runner: r})
	done.Numbers = []uint32{uint32(len(s.runners) - 1)}
	return done, nil
}

func (s *server) runner(m pipe.Message) (*loaded, error) {
	if len(m.Numbers) != 1 || int64(m.Numbers[0]) >= int64(len(s.runners)) || s.runners[m.Numbers[0]] == nil {
		return nil, fmt.Errorf("no plan %v is loaded", m.Numbers)
	}
	return s.runners[m.Numbers[0]], nil
}
