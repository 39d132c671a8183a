//go:build long

package hub_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/natstest"
	"github.com/tengen-go/tengen/internal/modeltest"
)

// Each of three servers with three replicas is killed (SIGKILL) while games are made, and begins anew. Games go on
// with the other two, and the file equals that of one machine.
func TestThreeReplicas(t *testing.T) {
	const games, meanwhile = 1200, 40
	servers := natstest.StartCluster(t, 3, natstest.JetStream)
	var urls []string
	for _, s := range servers {
		urls = append(urls, s.URL)
	}
	o, err := mailbox.ParseOutside(strings.Join(urls, ",") + "?replicas=3&monitor=" + servers[0].Monitor)
	if err != nil {
		t.Fatal(err)
	}
	connect := func(owner bool) *mailbox.Box {
		return reached(t)(o.Connect(t.Context(), owner, func(text string) { t.Error(text) }))
	}
	model := modeltest.Folder(t, 5, false)
	owner := connect(true)
	for range 3 {
		defer working(t, connect(false), 1)()
	}
	var kept atomic.Int64
	more := func(n int64) bool { // waits for so many games
		for end := kept.Load() + n; kept.Load() < end; time.Sleep(time.Millisecond) {
			if kept.Load() == games || t.Context().Err() != nil {
				return false
			}
		}
		return true
	}
	killed := make(chan int, 1)
	var beginning sync.Mutex // a server does: it may take longer than the games would
	go func() {
		n := 0
		for _, s := range servers {
			if !more(meanwhile) {
				break
			}
			s.Kill()
			n++
			going := more(meanwhile)
			func() {
				beginning.Lock()
				defer beginning.Unlock()
				s.Begin(t)
				s.Healthy(t)
			}()
			if !going {
				break
			}
		}
		killed <- n
	}()
	path := filepath.Join(t.TempDir(), "hub.tengen")
	err = collect(t.Context(), owner, path, model, games, func(j *hub.Job) {
		j.Each = 2
		keep := j.Keep
		j.Keep = func(game int, data []byte) error {
			beginning.Lock()
			kept.Add(1)
			beginning.Unlock()
			return keep(game, data)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := <-killed; n < len(servers) {
		t.Errorf("the games were over when %d servers had been killed", n)
	}
	if !bytes.Equal(read(t, path), direct(t, model, games)) {
		t.Error("another file")
	}
}
