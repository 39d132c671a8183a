package hub

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
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
