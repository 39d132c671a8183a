package loaded

import (
	"testing"

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
