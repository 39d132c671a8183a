package ticket

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
)

// Bundle brings the games of a ticket.
type Bundle struct {
	Ticket Ticket // the ticket; its Spec does not travel
	// Arithmetic names how the worker computes. Games of the same ticket are the same where it is the same.
	Arithmetic string
	// Version is the version of the worker's program; empty if it is not known.
	Version string
	// SpecDigest is the SHA-256 of the specification that the games were played by. Encode fills it in.
	SpecDigest string
	// Deliveries is how many workers had got the ticket when the games were played; 0 if that is not known.
	Deliveries int
	// Took is how long the worker had the ticket, as it says; 0 if that is not known.
	Took  time.Duration
	Games [][]byte // in order of their numbers
}

// SpecDigest names the specification of a ticket.
func (t *Ticket) SpecDigest() string {
	sum := sha256.Sum256(t.Spec)
	return hex.EncodeToString(sum[:])
}

// bundleHead is what a bundle says in front of its games.
type bundleHead struct {
	Ticket     Ticket        `json:"ticket"`
	Arithmetic string        `json:"arithmetic"`
	Version    string        `json:"version,omitempty"`
	Spec       string        `json:"spec"`
	Deliveries int           `json:"deliveries,omitempty"`
	Took       time.Duration `json:"took,omitempty"`
}

// Encode is the bundle as it is sent: the head as JSON, then the games, each behind its length.
func (b *Bundle) Encode() ([]byte, error) {
	head := bundleHead{b.Ticket, b.Arithmetic, b.Version, b.Ticket.SpecDigest(), b.Deliveries, b.Took}
	head.Ticket.Spec = nil
	text, err := json.Marshal(head)
	if err != nil {
		return nil, fmt.Errorf("bundle: %w", err)
	}
	if len(b.Games) != b.Ticket.Count {
		return nil, fmt.Errorf("bundle: %d games for a ticket of %d", len(b.Games), b.Ticket.Count)
	}
	out := binary.AppendUvarint(nil, uint64(len(text)))
	out = append(out, text...)
	for _, g := range b.Games {
		out = binary.AppendUvarint(out, uint64(len(g)))
		out = append(out, g...)
	}
	return seal(out), nil
}

// DecodeBundle reads a bundle that was sent. The games are parts of data.
func DecodeBundle(data []byte) (Bundle, error) {
	rest, err := open(data)
	if err != nil {
		return Bundle{}, fmt.Errorf("bundle: %w", err)
	}
	var head bundleHead
	text, rest, ok := part(rest)
	if !ok || json.Unmarshal(text, &head) != nil {
		return Bundle{}, fmt.Errorf("bundle: %w", ErrDamaged)
	}
	if err := head.Ticket.Validate(); err != nil {
		return Bundle{}, fmt.Errorf("bundle: %w", err)
	}
	b := Bundle{
		Ticket: head.Ticket, Arithmetic: head.Arithmetic, Version: head.Version, SpecDigest: head.Spec,
		Deliveries: head.Deliveries, Took: head.Took,
	}
	for range head.Ticket.Count {
		var game []byte
		if game, rest, ok = part(rest); !ok {
			return Bundle{}, fmt.Errorf("bundle of ticket %s: %w: %d games of %d",
				head.Ticket.Name(), ErrDamaged, len(b.Games), head.Ticket.Count)
		}
		b.Games = append(b.Games, game)
	}
	if len(rest) > 0 {
		return Bundle{}, fmt.Errorf("bundle of ticket %s: %w: more than its games", head.Ticket.Name(), ErrDamaged)
	}
	return b, nil
}

// part takes what stands behind its length off data.
func part(data []byte) (got, rest []byte, ok bool) {
	n, used := binary.Uvarint(data)
	if used <= 0 || n > uint64(len(data)-used) {
		return nil, nil, false
	}
	data = data[used:]
	return data[:n:n], data[n:], true
}
