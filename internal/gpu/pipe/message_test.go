package pipe

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/internal/gpu"
)

func TestMessagesTravel(t *testing.T) {
	var there, back bytes.Buffer
	program, child := New(&back, &there), New(&there, &back)
	got := make([]byte, 8)
	for i := range 3 { // buffers of a connection are used again
		out := []gpu.Transfer{{Buffer: 7, Offset: 4, Data: got}, {Buffer: 8, Data: nil}}
		request := Message{
			Kind: Run, Numbers: []uint32{3, uint32(i)}, Text: []byte("train"),
			In: []gpu.Transfer{{Buffer: 1, Offset: 16, Data: []byte("four")}, {Buffer: 2, Data: []byte("and eight")}}, Out: out,
		}
		if err := program.Send(request); err != nil {
			t.Fatal(err)
		}
		m, err := child.Receive()
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Out) != 2 || len(m.Out[0].Data) != 8 {
			t.Fatalf("room for the answer: %v", m.Out)
		}
		copy(m.Out[0].Data, fmt.Sprintf("answer %d", i))
		want := request
		want.Out = m.Out
		if d := cmp.Diff(want, m, cmp.Comparer(bytes.Equal)); d != "" {
			t.Error(d)
		}
		if err := child.Send(Message{Kind: Done, Numbers: []uint32{9}, In: m.Out}); err != nil {
			t.Fatal(err)
		}
		a, err := program.Answer(out)
		if err != nil || a.Err() != nil || len(a.Numbers) != 1 || a.Numbers[0] != 9 || string(got) != fmt.Sprintf("answer %d", i) {
			t.Errorf("answer %v with %q, %v", a, got, err)
		}
	}
	for _, kind := range []error{gpu.ErrNone, gpu.ErrMemory, gpu.ErrLost} {
		if err := child.Send(Failure(fmt.Errorf("here: %w", kind))); err != nil {
			t.Fatal(err)
		}
		a, err := program.Answer([]gpu.Transfer{{Data: got}})
		if err != nil || !errors.Is(a.Err(), kind) || a.Err().Error() != "here: "+kind.Error() {
			t.Errorf("%v came back as %v, %v", kind, a.Err(), err)
		}
	}
	if err := child.Send(Failure(io.ErrNoProgress)); err != nil {
		t.Fatal(err)
	}
	if a, err := program.Answer(nil); err != nil || a.Err() == nil || errors.Is(a.Err(), gpu.ErrLost) {
		t.Errorf("another error: %v, %v", a.Err(), err)
	}
	if _, err := child.Receive(); !errors.Is(err, io.EOF) {
		t.Errorf("the end: %v", err)
	}
}

// What is cut off or damaged is an error on both sides, and takes no memory that it does not bring.
func TestDamagedMessages(t *testing.T) {
	var whole bytes.Buffer
	m := Message{Kind: Run, Numbers: []uint32{3}, Text: []byte("train"), In: []gpu.Transfer{{Buffer: 1, Data: []byte("four")}}}
	if err := New(nil, &whole).Send(m); err != nil {
		t.Fatal(err)
	}
	for n := range whole.Len() {
		if _, err := New(bytes.NewReader(whole.Bytes()[:n]), nil).Receive(); err == nil || n > 0 && errors.Is(err, io.EOF) && n < 24 {
			t.Errorf("%d bytes of %d: %v", n, whole.Len(), err)
		}
	}
	for i := range 6 {
		damaged := bytes.Clone(whole.Bytes())
		damaged[4*i+3] ^= 0x80
		if _, err := New(bytes.NewReader(damaged), nil).Receive(); err == nil && i != 1 {
			t.Errorf("word %d is damaged, and nobody says so", i)
		}
	}
	if _, err := New(bytes.NewReader(whole.Bytes()), nil).Answer(nil); err == nil {
		t.Error("a request passes for an answer")
	}
}

// A step sends and receives without allocation.
func TestStepsDoNotAllocate(t *testing.T) {
	var there, back bytes.Buffer
	program, child := New(&back, &there), New(&there, &back)
	got := make([]byte, 1000)
	in, out := []gpu.Transfer{{Data: make([]byte, 100_000)}}, []gpu.Transfer{{Data: got}}
	numbers, name := []uint32{1}, []byte("train")
	step := func() {
		if err := program.Send(Message{Kind: Run, Numbers: numbers, Text: name, In: in, Out: out}); err != nil {
			t.Fatal(err)
		}
		m, err := child.Receive()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Send(Message{Kind: Done, In: m.Out}); err != nil {
			t.Fatal(err)
		}
		if _, err := program.Answer(out); err != nil {
			t.Fatal(err)
		}
	}
	step()
	if n := testing.AllocsPerRun(10, step); n > 4 {
		t.Errorf("%v allocations a step", n)
	}
}
