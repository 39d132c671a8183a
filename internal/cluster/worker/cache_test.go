package worker

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
)

// A folder that cannot be one is refused with the remedy.
func TestAFolderThatIsNoCache(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	dirs := []string{file, filepath.Join(file, "below")}
	if runtime.GOOS == "linux" {
		dirs = append(dirs, "/proc/self") // nobody can make files there
	}
	for _, dir := range dirs {
		if _, err := OpenCache(dir, 10); err == nil || !strings.Contains(err.Error(), "with --cache DIR") {
			t.Errorf("%s: %v", dir, err)
		}
	}
}

// The cache keeps within its bound, drops what was used longest ago, and trusts no damaged file.
func TestCache(t *testing.T) {
	c, err := OpenCache(t.TempDir(), 10)
	if err != nil {
		t.Fatal(err)
	}
	digest := func(s string) string { return mailbox.Digest([]byte(s)) }
	for i, s := range []string{"aaaa", "bbbb", "cccc", "too large for it"} {
		if err := c.put(digest(s), []byte(s)); err != nil {
			t.Fatal(err)
		}
		old := time.Now().Add(time.Duration(i-100) * time.Minute)
		_ = os.Chtimes(c.path(digest(s)), old, old)
		if s == "bbbb" && string(c.get(digest("aaaa"))) != "aaaa" { // now used later than bbbb
			t.Error("aaaa is gone")
		}
	}
	if entries, _ := os.ReadDir(c.dir); len(entries) != 2 {
		t.Errorf("%d files", len(entries))
	}
	if err := c.put(digest("dddd"), []byte("dddd")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(c.path(digest("dddd")), []byte("dddx"), 0o644); err != nil {
		t.Fatal(err)
	}
	if c.get(digest("dddd")) != nil || c.get(digest("bbbb")) != nil || c.get(digest("too large for it")) != nil {
		t.Error("a damaged or dropped model came out")
	}
}
