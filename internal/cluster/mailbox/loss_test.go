package mailbox

import (
	"testing"
	"time"
)

// A worker does not wait for ever until a ticket is out of a queue that the server has lost.
func TestDoneOfALostQueue(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	b := connected(t, serve(t, ServerConfig{Dir: t.TempDir()}))
	check(t, b.Open(ctx, "k", time.Second))
	must[bool](t)(b.Issue(ctx, Address{"k", "r", "000-1-0"}, nil))
	task := must[*Task](t)(b.Take(ctx, "k"))
	check(t, b.js.DeleteConsumer(ctx, tickets, "k"))
	check(t, task.Done(ctx))
}

// A result under a number that has passed lies there and does not come. Missed says this of it, and of no other one.
func TestResultsUnderPassedNumbers(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	b := connected(t, serve(t, ServerConfig{Dir: t.TempDir()}))
	r := must[*Results](t)(b.Results(ctx, "k", "r"))
	defer r.Close()
	deliver := func(name string) Address {
		a := Address{"k", "r", name}
		must[bool](t)(b.Deliver(ctx, a, b.Author("w"), []byte(name)))
		return a
	}
	missed := func(a Address, want bool) {
		t.Helper()
		if got := must[bool](t)(r.Missed(ctx, a)); got != want {
			t.Errorf("%s missed: %v", a.Name, got)
		}
	}
	first := deliver("first")
	<-r.C()
	missed(first, false)
	missed(Address{"k", "r", "nobody's"}, false)

	// The server loses its last result, and the next one has its number.
	stream, err := b.js.Stream(ctx, games)
	check(t, err)
	config := stream.CachedInfo().Config
	check(t, b.js.DeleteStream(ctx, games))
	_, err = b.js.CreateStream(ctx, config)
	check(t, err)
	second := deliver("second")
	missed(first, false)
	missed(second, true)
	again := must[*Results](t)(b.Results(ctx, "k", "r"))
	defer again.Close()
	if got := <-again.C(); got.Address != second {
		t.Errorf("%+v", got)
	}
}
