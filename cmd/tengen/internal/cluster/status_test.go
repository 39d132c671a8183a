package cluster

import (
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
	"github.com/tengen-go/tengen/internal/cluster/trust"
	"github.com/tengen-go/tengen/internal/cluster/worker"
)

// A status is two tables with columns that stand below each other. A note says what people should do something about.
func TestStatusText(t *testing.T) {
	about := worker.About{
		Version: "0.3.0", Protocol: ticket.Protocol, Threads: 4, Games: 1234, PerHour: 5432.1,
		Arithmetic: "avx2/amd64",
	}
	var b strings.Builder
	if err := writeStatus(&b, hub.Status{
		State:   mailbox.State{Waiting: 5, Taken: 2, Redelivered: 1, Bundles: 3, Bytes: 2e6},
		Trouble: "the hub cannot store games: no space left on device",
		Workers: map[string]hub.WorkerStatus{
			"office-2": {About: about, Here: true, Silent: 7, Peers: 1},
			"b":        {About: about, Here: true, Silent: 45, Peers: 1},
			"cheat":    {Conduct: trust.Conduct{Barred: "it cheats", Bad: 1}, Strikes: 3},
		},
		Runs: map[string]hub.RunStatus{
			"3f1c5a": {
				Progress: hub.Progress{
					For: "a:/games", Games: 100, Kept: 40, PerHour: 600, Left: 360, Again: 1,
					Seen: time.Now(),
				},
				UnderWay: true, Tickets: 7, Taken: 2, Bundles: 3,
			},
			"old": {Progress: hub.Progress{For: "a:/old", Games: 9, Kept: 1, Seen: time.Now()}},
		},
	}); err != nil {
		t.Fatal(err)
	}
	want := `tickets that wait: 5; tickets with workers: 2 (1 came again); bundles of games: 3; on the disk: 2.0 MB
the hub cannot store games: no space left on device

RUN     GAMES   GAMES/H  LEFT  TICKETS  WITH WORKERS  CAME AGAIN  BUNDLES  REFUSED  FOR
3f1c5a  40/100  600      6m0s  7        2             1           3        0        a:/games
old     1/9     0        -     0        0             0           0        0        a:/old
run old: interrupted: the same command goes on, tengen hub drop gives it up

WORKER    VERSION  THREADS  GAMES  GAMES/H  SEEN
b         0.3.0    4        1234   5432     45s ago
cheat     -        0        0      0        not here
office-2  0.3.0    4        1234   5432     7s ago
worker b: silent; if it was killed, its tickets go to others a minute after its last word
worker cheat: 3 strikes; samples: 0 good, 1 bad; gets no more tickets: it cheats
`
	if b.String() != want {
		t.Errorf("%s\nwant\n%s", b.String(), want)
	}
}

// Without workers the status says what helps. If workers have tickets it does not ask for another worker.
func TestStatusTextWithoutWorkers(t *testing.T) {
	for taken, want := range map[int]string{
		0: "no worker is here: start one: tengen worker, with a worker's token or its URL of the NATS server\n",
		2: "no worker has said that it is here: those that have tickets say so within some seconds",
	} {
		var b strings.Builder
		if err := writeStatus(&b, hub.Status{State: mailbox.State{Taken: taken}}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), want) || strings.Count(b.String(), "no worker") != 1 {
			t.Errorf("%d tickets with workers: %s", taken, &b)
		}
	}
}
