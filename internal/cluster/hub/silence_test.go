package hub

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/internal/cluster/worker"
)

// People hear once which worker with tickets of a run fell silent, and until when its tickets stay with it.
func TestWhoFallsSilent(t *testing.T) {
	c := &collector{job: Job{Run: "r", Silence: time.Minute}, out: map[int]bool{1: true, 2: true, 3: true}}
	note := func(run string, tickets int, age time.Duration) mailbox.Note {
		data, err := json.Marshal(worker.About{Holding: map[string]int{run: tickets}})
		must(t, err)
		return mailbox.Note{Data: data, Age: age}
	}
	at := func(age time.Duration) map[mailbox.Author]mailbox.Note {
		return map[mailbox.Author]mailbox.Note{
			{Role: mailbox.Named, Name: "killed"}: note("r", 2, age),
			{Role: mailbox.Named, Name: "idle"}:   note("r", 0, age),
			{Role: mailbox.Named, Name: "other"}:  note("s", 2, age),
			{Role: mailbox.Named, Name: "well"}:   note("r", 2, time.Second),
			{Role: mailbox.Named, Name: "noise"}:  {Data: []byte("{"), Age: age},
		}
	}
	heard := func(age time.Duration, want ...string) {
		t.Helper()
		if said := c.fallenSilent(at(age)); !slices.EqualFunc(said, want, strings.Contains) {
			t.Errorf("after %v: %q, want %q", age, said, want)
		}
	}
	heard(20 * time.Second)
	heard(35*time.Second, "worker killed has said nothing for 35s; if it was killed, its tickets go to others by ")
	heard(45 * time.Second)
	heard(time.Second) // it was only slow
	heard(40*time.Second, "(tickets: 2)")
	heard(95 * time.Second) // others have them
}

// A worker that was killed soon after a run began may have tickets of it, although its last words are older.
func TestWhoFellSilentBeforeItSpoke(t *testing.T) {
	c := &collector{
		job: Job{Run: "r", Silence: time.Minute, Work: kindOnly{}}, out: map[int]bool{1: true},
		began: time.Now().Add(-30 * time.Second), inspector: &inspector{},
	}
	data, err := json.Marshal(worker.About{Protocol: ticket.Protocol, Kinds: []string{"kind"}})
	must(t, err)
	other, err := json.Marshal(worker.About{Protocol: ticket.Protocol, Kinds: []string{"other"}})
	must(t, err)
	said := c.fallenSilent(map[mailbox.Author]mailbox.Note{
		{Role: mailbox.Named, Name: "killed"}: {Data: data, Age: 40 * time.Second},
		{Role: mailbox.Named, Name: "other"}:  {Data: other, Age: 40 * time.Second},
		{Role: mailbox.Named, Name: "before"}: {Data: data, Age: 65 * time.Second}, // silent when the run began
	})
	if len(said) != 1 || !strings.Contains(said[0], "worker killed has said nothing for 40s; if it was killed, its tickets "+
		"go to others by ") || strings.Contains(said[0], "(tickets") {
		t.Errorf("%q", said)
	}
	c.began = c.began.Add(-time.Minute) // it has spoken since, and had no ticket
	c.silent = nil
	if said := c.fallenSilent(map[mailbox.Author]mailbox.Note{
		{Role: mailbox.Named, Name: "idle"}: {Data: data, Age: 40 * time.Second},
	}); len(said) > 0 {
		t.Errorf("%q", said)
	}
}

// kindOnly is work that has a kind, and no more.
type kindOnly struct{ work.Work }

func (kindOnly) Kind() string { return "kind" }
