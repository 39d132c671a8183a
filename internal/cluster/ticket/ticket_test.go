package ticket

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var spec = json.RawMessage(`{"a":1}`)

// Tickets cover each game once.
func TestSplitCoversEachGameOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first, n, each := rapid.IntRange(0, 500).Draw(t, "first"), rapid.IntRange(0, 500).Draw(t, "n"),
			rapid.IntRange(1, 100).Draw(t, "each")
		next, names := first, map[string]bool{}
		for _, c := range Split("r", "k", spec, first, n, each) {
			if c.First != next || c.Count < 1 || c.Count > each {
				t.Fatalf("games %d to %d, where %d is the next", c.First, c.First+c.Count, next)
			}
			next += c.Count
			names[c.Name()] = true
		}
		if next != first+n || len(names) != (n+each-1)/each {
			t.Fatalf("the tickets end at %d, not %d; %d names", next, first+n, len(names))
		}
	})
}

func TestEnvelopes(t *testing.T) {
	a := Ticket{Run: "run7", Kind: "selfplay", First: 3, Count: 3, Attempt: 1, Spec: spec}
	data, err := a.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Decode(data); err != nil || !cmp.Equal(got, a) {
		t.Fatalf("%+v, %v", got, err)
	}
	b := Bundle{
		Ticket: a, Arithmetic: "w", Version: "v", Deliveries: 2, Took: time.Second,
		Games: [][]byte{[]byte("one"), {}, bytes.Repeat([]byte("x"), 300)},
	}
	bundle, err := b.Encode()
	if err != nil {
		t.Fatal(err)
	}
	b.SpecDigest, b.Ticket.Spec = a.SpecDigest(), nil
	if got, err := DecodeBundle(bundle); err != nil || !cmp.Equal(got, b) {
		t.Fatalf("%+v, %v", got, err)
	}
	for _, sent := range [][]byte{data, bundle} { // each flipped bit and each cut shows
		read := func(d []byte) error {
			if bytes.Equal(sent, data) {
				_, err := Decode(d)
				return err
			}
			_, err := DecodeBundle(d)
			return err
		}
		for i := range sent {
			flipped := bytes.Clone(sent)
			flipped[i] ^= 4
			want := ErrDamaged
			if i == len(magic) || i == len(magic)+1 {
				want = ErrProtocol
			}
			if err := read(flipped); !errors.Is(err, want) {
				t.Errorf("byte %d flipped: %v", i, err)
			}
			if err := read(sent[:i]); !errors.Is(err, ErrDamaged) {
				t.Errorf("cut at %d: %v", i, err)
			}
		}
	}
}

// What a forger seals himself does no harm either.
func TestForgedContentsAreRefused(t *testing.T) {
	for _, text := range []string{
		`{"run":"a.b","kind":"k","count":1}`, `{"run":"a","kind":"*","count":1}`, `{"run":"a","kind":"k"}`,
		`{"run":"a","kind":"k","count":4097}`, `{"run":"a","kind":"k","count":1,"first":-1}`, `[]`, ``,
	} {
		if _, err := Decode(seal([]byte(text))); err == nil {
			t.Errorf("%s: no error", text)
		}
		head := fmt.Sprintf(`{"ticket":%s,"worker":"w"}`, text)
		if _, err := DecodeBundle(seal(append([]byte{byte(len(head))}, head+"\x01g"...))); err == nil {
			t.Errorf("%s: no error", head)
		}
	}
	a := Ticket{Run: "r", Kind: "k", Count: 2}
	if _, err := (&Bundle{Ticket: a, Games: make([][]byte, 1)}).Encode(); err == nil {
		t.Error("a bundle of one game for a ticket of two")
	}
	for _, games := range [][]byte{{0}, {0, 0, 0}, {0, 5}, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01}} {
		head := `{"ticket":{"run":"r","kind":"k","first":0,"count":2,"spec":null}}`
		if _, err := DecodeBundle(seal(append(append([]byte{byte(len(head))}, head...), games...))); !errors.Is(err, ErrDamaged) {
			t.Errorf("%v: %v", games, err)
		}
	}
}
