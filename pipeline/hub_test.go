package pipeline

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	clusterwork "github.com/tengen-go/tengen/internal/cluster/work"
)

// Games of a stage that was interrupted, and then done without the hub, leave the hub when the chain finds that the
// stage is done. Games of other stages and of other folders stay.
func TestGamesOfStagesThatAreDoneLeaveTheHub(t *testing.T) {
	w := matchWork(t, 1)
	w.opt.Hub = Hub{Listen: "127.0.0.1:0", Alone: true}
	if err := w.openHub(t.Context()); err != nil {
		t.Fatal(err)
	}
	box := w.host.Box()
	for run, of := range map[string]string{
		"a": w.path(ValueDataStage), "b": w.path(TournamentStage, "a-b"), "c": w.path(ValueDataStage) + "2",
		"d": w.path(ReinforceStage),
	} {
		note, err := json.Marshal(hub.Progress{Kind: clusterwork.KindSelfplay, For: of, Games: 64, Models: run})
		if err != nil {
			t.Fatal(err)
		}
		if err := box.SetNote(t.Context(), "run."+run, note); err != nil {
			t.Fatal(err)
		}
		at := mailbox.Address{Kind: clusterwork.KindSelfplay, Run: run, Name: "1"}
		if _, err := box.Issue(t.Context(), at, []byte("t")); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		stage string
		want  []string
	}{
		{TuningStage, []string{"a", "b", "c", "d"}},
		{ValueDataStage, []string{"b", "c", "d"}},
		{TournamentStage, []string{"c", "d"}},
	} {
		w.abandon(t.Context(), step.stage)
		s, err := hub.ReadStatus(t.Context(), box)
		if err != nil {
			t.Fatal(err)
		}
		if got := sortedKeys(s.Runs); !slices.Equal(got, step.want) || s.Waiting != len(step.want) {
			t.Errorf("%s is done: runs %v and %d tickets, want %v", step.stage, got, s.Waiting, step.want)
		}
	}
}
