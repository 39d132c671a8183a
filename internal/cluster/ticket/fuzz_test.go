package ticket

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// FuzzRead reads what a stranger may send, with and without a right checksum. What passes as a bundle can be sent on,
// and says the same then.
func FuzzRead(f *testing.F) {
	b := Bundle{
		Ticket:     Ticket{Run: "run", Kind: "kind", Spec: []byte("{}"), First: 3, Count: 2},
		Arithmetic: "avx2", Version: "0.3.0", Games: [][]byte{[]byte("one"), nil},
	}
	sent, err := b.Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(sent)
	f.Add(sent[envelopeHead:])
	f.Add([]byte(`{"parting":"stopped"}`))
	f.Add([]byte(`{"run":"a","kind":"k","count":1000000000}`))
	f.Fuzz(func(t *testing.T, contents []byte) {
		for _, data := range [][]byte{contents, seal(contents)} {
			if p, ok := DecodeParting(data); ok && p != Finished && p != Stopped {
				t.Errorf("%q passes as a parting", p)
			}
			if ticket, err := Decode(data); err == nil {
				if err := ticket.Validate(); err != nil {
					t.Errorf("a ticket passes: %v", err)
				}
			}
			b, err := DecodeBundle(data)
			if err != nil {
				continue
			}
			again, err := b.Encode()
			if err != nil {
				t.Fatalf("%+v cannot be sent on: %v", b, err)
			}
			got, err := DecodeBundle(again)
			if err != nil {
				t.Fatalf("%+v: %v", b, err)
			}
			got.SpecDigest = b.SpecDigest // Encode fills it in
			b.Ticket.Spec = nil           // it does not travel
			if diff := cmp.Diff(b, got, cmp.Comparer(func(x, y []byte) bool { return string(x) == string(y) })); diff != "" {
				t.Error(diff)
			}
		}
	})
}
