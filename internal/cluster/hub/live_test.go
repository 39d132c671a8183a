package hub

import (
	"testing"
	"time"
)

// A hub with a full disk takes no notes of a run. The run is under way as long as its command answers, and no longer.
func TestARunIsUnderWayWithoutNotes(t *testing.T) {
	ctx, box := t.Context(), openHub(t)
	asked := func(want bool) {
		t.Helper()
		if got := underWay(ctx, box, "r", time.Hour); got != want {
			t.Errorf("under way: %v", got)
		}
	}
	for name, end := range map[string]func(c *collector) error{
		"interrupted": func(c *collector) error { c.stop(ctx); return nil },
		"finished":    func(c *collector) error { return c.forget(ctx) },
	} {
		t.Log(name)
		c := &collector{job: Job{Run: "r", Work: kindOnly{}}, box: box, began: time.Now(), inspector: &inspector{}}
		asked(false)
		must(t, c.note(ctx))
		asked(true)
		must(t, end(c))
		asked(false)
	}
}
