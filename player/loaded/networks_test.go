package loaded

import (
	"runtime"
	"testing"
	"weak"

	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/search/alphago"
)

// A folder is read again when another model is in it, and only then. Who has the networks from before keeps them.
func TestAnotherModelInTheFolderIsRead(t *testing.T) {
	dir := modeltest.Folder(t, 5, true)
	var n Networks
	ask := func() (*nets.Policy, Queue) {
		t.Helper()
		p, _, err := Of(&n, dir, models.Policy, nets.PolicyOf)
		if err != nil {
			t.Fatal(err)
		}
		q, err := n.Queue("owner", dir, 0, alphago.DefaultQueueConfig())
		if err != nil {
			t.Fatal(err)
		}
		return p, q
	}
	policy, queue := ask()
	if again, q := ask(); again != policy || q.Queue != queue.Queue {
		t.Error("the same model was read twice")
	}
	trained := modeltest.Policy(t, 5)
	if err := trained.Update(func(params []nets.Param) error {
		params[0].Data[0]++
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := nets.SavePolicy(dir, trained, models.Training{}); err != nil {
		t.Fatal(err)
	}
	now, q := ask()
	if now == policy || q.Queue == queue.Queue {
		t.Error("the model from before is still in use")
	}
	m, err := n.Manifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	if saved, err := models.ReadManifest(dir); err != nil || m.Networks[models.Policy].File != saved.Networks[models.Policy].File {
		t.Errorf("%v; the manifest is that of the model from before", err)
	}
}

// Queues that no player has any more leave the memory, except the last few. One that a player has stays shared.
func TestQueuesWithoutPlayersLeave(t *testing.T) {
	dir := modeltest.Folder(t, 5, false)
	config := alphago.DefaultQueueConfig()
	config.Cache = 1 << 20
	var n Networks
	ask := func(owner int) *alphago.Queue {
		t.Helper()
		q, err := n.Queue(owner, dir, 0, config)
		if err != nil {
			t.Fatal(err)
		}
		return q.Queue
	}
	had := ask(0)
	var asked []weak.Pointer[alphago.Queue]
	for owner := range 5 * spareQueues {
		asked = append(asked, weak.Make(ask(1+owner)))
	}
	runtime.GC()
	for i, q := range asked {
		if spare := i >= len(asked)-spareQueues; spare != (q.Value() != nil) {
			t.Errorf("queue %d of %d: in memory is %v", i+1, len(asked), !spare)
		}
	}
	oldest := len(asked) - spareQueues + 1
	for range 2 {
		if ask(oldest) != asked[oldest-1].Value() {
			t.Error("a queue that stayed is not found again")
		}
	}
	if ask(0) != had {
		t.Error("a queue in use is not shared any more")
	}
	ask(-1)
	if most := 2 + spareQueues; len(n.queues) > most {
		t.Errorf("%d queues are remembered, want %d at most", len(n.queues), most)
	}
}
