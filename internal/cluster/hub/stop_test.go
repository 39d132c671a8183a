package hub_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/modeltest"
)

// A run is under way while its command is. When the command has stopped, the run can be dropped at once.
func TestAStoppedRunIsDroppedAtOnce(t *testing.T) {
	box := open(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan error, 1)
	path, model := filepath.Join(t.TempDir(), "games.tengen"), modeltest.Folder(t, 5, false)
	go func() { ended <- collect(ctx, box, path, model, 100, nil) }()
	run := func() hub.RunStatus {
		t.Helper()
		s, err := hub.ReadStatus(t.Context(), box)
		if err != nil {
			t.Fatal(err)
		}
		return s.Runs["test"]
	}
	for run().Tickets == 0 {
		time.Sleep(10 * time.Millisecond)
	}
	if err := hub.Drop(t.Context(), box, "test"); err == nil || !strings.Contains(err.Error(), "under way") ||
		!run().UnderWay {
		t.Errorf("%v, %+v", err, run())
	}
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if r := run(); r.UnderWay || !r.Stopped || r.Tickets == 0 {
		t.Errorf("%+v", r)
	}
	if err := hub.Drop(t.Context(), box, "test"); err != nil || run().Games != 0 || run().Tickets != 0 {
		t.Errorf("%v, %+v", err, run())
	}
}
