package ticket

import (
	"encoding/json"
	"fmt"
	"regexp"
)

// Ticket asks for games.
type Ticket struct {
	Run     string          `json:"run"`               // letters, digits, - and _
	Kind    string          `json:"kind"`              // of the work
	First   int             `json:"first"`             // number of the first game
	Count   int             `json:"count"`             // how many games
	Attempt int             `json:"attempt,omitempty"` // how often it was issued before
	Check   int             `json:"check,omitempty"`   // number of the check that plays the games again; 0 for none
	Spec    json.RawMessage `json:"spec,omitempty"`    // how the games are played
}

// MaxCount bounds the games of a ticket: what is lost when a worker is killed.
const MaxCount = 4096

// Name is the ticket's name within its run: the same for the same games, the same attempt and the same check.
func (t *Ticket) Name() string {
	if t.Check > 0 {
		return fmt.Sprintf("%09d-%d-%d-check%d", t.First, t.Count, t.Attempt, t.Check)
	}
	return fmt.Sprintf("%09d-%d-%d", t.First, t.Count, t.Attempt)
}

// Split is the tickets of n games from number first on, each games in a ticket.
func Split(run, kind string, spec json.RawMessage, first, n, each int) []Ticket {
	var tickets []Ticket
	for end := first + n; first < end; first += each {
		tickets = append(tickets, Ticket{Run: run, Kind: kind, First: first, Count: min(each, end-first), Spec: spec})
	}
	return tickets
}

// Word says whether a name can be part of a subject: up to 64 letters, digits, - and _. The names of runs, of kinds of
// work and of workers are such words.
func Word(name string) bool { return len(name) <= 64 && word.MatchString(name) }

// word has no count, which would make it a large program for the start of each command.
var word = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// Validate says what is wrong with a ticket.
func (t *Ticket) Validate() error {
	switch {
	case !Word(t.Run):
		return fmt.Errorf("a ticket of run %q: want up to 64 letters, digits, - and _", t.Run)
	case !Word(t.Kind):
		return fmt.Errorf("a ticket for work %q: want up to 64 letters, digits, - and _", t.Kind)
	case t.First < 0 || t.Count < 1 || t.Count > MaxCount || t.Attempt < 0 || t.Check < 0:
		return fmt.Errorf("a ticket of %d games from number %d on, attempt %d: want 1 to %d games",
			t.Count, t.First, t.Attempt, MaxCount)
	}
	return nil
}

// Encode is the ticket as it is sent.
func (t *Ticket) Encode() ([]byte, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	data, err := json.Marshal(t)
	if err != nil {
		return nil, fmt.Errorf("ticket: %w", err)
	}
	return seal(data), nil
}

// Decode reads a ticket that was sent.
func Decode(data []byte) (Ticket, error) {
	contents, err := open(data)
	if err != nil {
		return Ticket{}, fmt.Errorf("ticket: %w", err)
	}
	var t Ticket
	if err := json.Unmarshal(contents, &t); err != nil {
		return Ticket{}, fmt.Errorf("ticket: %w: %w", ErrDamaged, err)
	}
	return t, t.Validate()
}
