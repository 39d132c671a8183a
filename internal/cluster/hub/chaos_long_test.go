//go:build long

package hub_test

import (
	"bytes"
	"path/filepath"
	"testing"
	"time"
)

// A hundred workers and five hubs are killed at random moments (SIGKILL) while 2,000 games are made. The
// file equals that of an unbroken run on one machine, so no game is lost and none counts twice.
func TestKilledProcessesMakeTheSameFile(t *testing.T) {
	const games = 2000
	c := newCluster(t, games)
	c.pause = time.Second // so that there is time for so many kills
	want := direct(t, filepath.Join(c.dir, "model"), games)
	if !bytes.Equal(c.run(3, 5, 100, 300*time.Millisecond), want) {
		t.Error("another file")
	}
}
