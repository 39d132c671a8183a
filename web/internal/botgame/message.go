package botgame

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/tengen-go/tengen/play"
	"github.com/tengen-go/tengen/web/internal/live"
	"github.com/tengen-go/tengen/web/internal/refusal"
)

// request is what the page asks.
type request struct {
	N       int          `json:"n"`
	Do      string       `json:"do"`
	Wish    live.Wish    `json:"wish"`    // for begin
	Command live.Command `json:"command"` // for command
	Kept    string       `json:"kept"`    // for resume
	Name    string       `json:"name"`    // what the opponent is called, for begin
}

// message is what the page gets.
type message struct {
	N     int            `json:"n,omitempty"`
	Event string         `json:"event,omitempty"`
	Game  *live.Snapshot `json:"game,omitempty"`
	Error string         `json:"error,omitempty"`
	Code  string         `json:"code,omitempty"`
	Args  map[string]any `json:"args,omitempty"`
	SGF   string         `json:"sgf,omitempty"`
	About *about         `json:"about,omitempty"`
	Text  string         `json:"text,omitempty"`
	Done  int            `json:"done,omitempty"`
	Of    int            `json:"of,omitempty"`
}

// post sends a message to the page.
func (b *Bot) post(m message) {
	text, err := json.Marshal(m)
	if err != nil {
		text, _ = json.Marshal(message{N: m.N, Error: err.Error()})
	}
	b.posting.Lock()
	defer b.posting.Unlock()
	b.config.Post(text)
}

// Handle answers a request. It may be called by several goroutines, and waits for a thought that the
// request interrupts.
func (b *Bot) Handle(text []byte) {
	var r request
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		b.post(message{N: r.N, Error: fmt.Sprintf("the request cannot be read: %v", err)})
		return
	}
	m, err := b.answer(r)
	m.N = r.N
	if err != nil {
		m.Error = err.Error()
		var r *refusal.Refusal
		if errors.As(err, &r) {
			m.Code, m.Args = r.Code, r.Args
		}
		if !errors.Is(err, live.ErrStale) { // the page knows the game
			m.Game = nil
		}
	}
	b.post(m)
}

func (b *Bot) answer(r request) (message, error) {
	switch r.Do {
	case "about":
		a, err := b.about(b.room.Context)
		return message{About: a}, err
	case "begin":
		g, err := live.Begin(r.Wish, b.room, gameID, b.opponent(r.Wish.Player, r.Name))
		if err == nil {
			err = b.show(g)
		}
		return snapshotOf(g, err)
	case "resume":
		u, err := play.ReadKept("the kept game", []byte(r.Kept))
		if err != nil {
			return message{}, err
		}
		g, err := live.Resume(u, b.room, gameID, b.opponent(u.Player, u.Opponent()))
		if err == nil {
			err = b.show(g)
		}
		return snapshotOf(g, err)
	case "command":
		g, err := b.current()
		if err != nil {
			return message{}, err
		}
		shot, err := g.Do(r.Command)
		return message{Game: shot}, err
	case "record":
		g, err := b.current()
		if err != nil {
			return message{}, err
		}
		sgf, err := g.Record()
		return message{SGF: string(sgf)}, err
	}
	return message{}, refusal.Of("no request is called %.40q", r.Do)
}

// gameID is the name of every game: there is one at a time.
const gameID = "1"

func snapshotOf(g *live.Game, err error) (message, error) {
	if err != nil {
		return message{}, err
	}
	return message{Game: g.Snapshot()}, nil
}
