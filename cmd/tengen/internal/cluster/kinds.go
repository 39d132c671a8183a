package cluster

import (
	"context"
	"slices"

	"github.com/tengen-go/tengen/internal/cluster/games"
	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/work"
)

// kindsOf are the kinds of work that a machine with these programs can do.
func kindsOf(programs games.Programs) work.Kinds {
	return slices.Concat(work.Plain(), games.Kinds(programs), games.CellKinds(programs))
}

// openKinds makes ready for tickets of the kinds that all workers can do. A worker looks for a kind that is not open
// less and less often, so its first games would begin some seconds later.
func openKinds(ctx context.Context, box *mailbox.Box) error {
	for _, kind := range kindsOf(nil) {
		if err := box.Open(ctx, kind.Name, hub.DefaultSilence); err != nil {
			return err
		}
	}
	return nil
}
