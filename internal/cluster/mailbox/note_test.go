package mailbox

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/tengen-go/tengen/internal/cluster/natstest"
)

// writeAndRemove writes a note so often and removes it. Others stay.
func writeAndRemove(t *testing.T, b *Box, times int) {
	t.Helper()
	for i := range times {
		for _, key := range []string{"run.gone", "run.stays"} {
			check(t, b.SetNote(t.Context(), key, []byte{'0' + byte(i)}))
		}
	}
	check(t, b.RemoveNote(t.Context(), "run.gone"))
}

// staysRemoved says that a removed note is gone, and that the other one has its last words.
func staysRemoved(t *testing.T, b *Box, last string) {
	t.Helper()
	if data := must[[]byte](t)(b.Note(t.Context(), "run.gone")); data != nil {
		t.Errorf("the removed note says %q", data)
	}
	if data := must[[]byte](t)(b.Note(t.Context(), "run.stays")); string(data) != last {
		t.Errorf("the other note says %q, not %q", data, last)
	}
	if all := must[map[string]Note](t)(b.Notes(t.Context(), "run")); len(all) != 1 {
		t.Errorf("there are the notes %v", all)
	}
}

// A note that was written several times and then removed does not come back when the hub is killed. What a killed hub
// finds is what lies in its folder at that moment.
func TestARemovedNoteStaysRemoved(t *testing.T) {
	t.Parallel()
	dir, killed := t.TempDir(), t.TempDir()
	b := connected(t, serve(t, ServerConfig{Dir: dir}))
	writeAndRemove(t, b, 4)
	staysRemoved(t, b, "3")
	check(t, os.CopyFS(filepath.Join(killed, "hub"), os.DirFS(dir)))
	staysRemoved(t, connected(t, serve(t, ServerConfig{Dir: filepath.Join(killed, "hub")})), "3")
}

// The same at a NATS server that is killed. Its bucket may be of an older version, with one revision of each note.
func TestARemovedNoteStaysRemovedOutside(t *testing.T) {
	t.Parallel()
	s := natstest.Start(t, natstest.JetStream)
	old := outsideBox(t, s, "")
	check(t, old.js.DeleteKeyValue(t.Context(), notes))
	must[jetstream.KeyValue](t)(old.js.CreateKeyValue(t.Context(), jetstream.KeyValueConfig{Bucket: notes}))
	b := outsideBox(t, s, "")
	writeAndRemove(t, b, 4)
	s.Restart(t)
	staysRemoved(t, b, "3")
}

// Two who change a note at the same time both have their change in it, in a cluster too.
func TestNotesInACluster(t *testing.T) {
	t.Parallel()
	servers := natstest.StartCluster(t, 3, natstest.JetStream)
	a, b := outsideBox(t, servers[0], "&replicas=3"), outsideBox(t, servers[1], "&replicas=3")
	check(t, a.SetNote(t.Context(), "n", []byte("0")))
	between := true
	check(t, a.ChangeNote(t.Context(), "n", func(old []byte) ([]byte, error) {
		if between {
			between = false
			check(t, b.SetNote(t.Context(), "n", append(old, '1')))
		}
		return append(old, '2'), nil
	}))
	if data := must[[]byte](t)(b.Note(t.Context(), "n")); string(data) != "012" {
		t.Errorf("the note is %q", data)
	}
}
