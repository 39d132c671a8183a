package cluster

import (
	"strings"
	"testing"
	"time"
)

// One line says that the hub is away, another that it is back; a short absence has none.
func TestLapse(t *testing.T) {
	a := lapse{after: 10 * time.Second, begun: "the hub does not answer", over: "the hub is back"}
	var said []string
	for s, seen := range "...xxx..xxxxxxxxxxxxxxxxxxx.." {
		if text := a.look(time.Unix(int64(s), 0), seen == 'x'); text != "" {
			said = append(said, text)
			if want := map[int]int{18: 1, 27: 2}[s]; want != len(said) {
				t.Errorf("at %d: %q", s, text)
			}
		}
	}
	if len(said) != 2 || !strings.Contains(said[0], "does not answer") || said[1] != "the hub is back" {
		t.Errorf("%q", said)
	}
}

// People hear some seconds after it began that the hub cannot store, in its own words if it has said why, and when
// it can again.
func TestAHubThatCannotStore(t *testing.T) {
	for _, c := range []struct {
		seen sight
		want string
	}{
		{sight{ill: "the disk is full"}, "the disk is full; nothing is lost, and it goes on when there is room"},
		{sight{ill: "the disk is full", trouble: "no answer"}, "the disk is full; nothing is lost, and"},
		{sight{trouble: "no answer"}, "no answer; nothing is lost, and it goes on when there is room (tengen hub serve"},
	} {
		w, at := newWatcher(), map[int]string{}
		for s := range 30 {
			seen := sight{}
			if s >= 10 && s < 20 {
				seen = c.seen
			}
			for _, text := range w.look(time.Unix(int64(s), 0), seen) {
				at[s] += text
			}
		}
		if len(at) != 2 || !strings.HasPrefix(at[13], c.want) || at[20] != "the hub stores games again" {
			t.Errorf("%+v: %v", c.seen, at)
		}
	}
}

// What a server refuses is said with a remedy, and once.
func TestRefusalsAreSaidOnce(t *testing.T) {
	var o once
	if text := o.look(""); text != "" {
		t.Errorf("nothing was refused: %q", text)
	}
	text := o.look(`nats: permissions violation: Publish to "$KV.workers.shared.w"`)
	if !strings.Contains(text, `ask for: permissions violation: Publish to "$KV.workers.shared.w"; give them`) ||
		!strings.Contains(text, "?worker=NAME") {
		t.Errorf("%q", text)
	}
	if text := o.look("nats: permissions violation"); text != "" {
		t.Errorf("the second time: %q", text)
	}
}
