package folder

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestOneAtATime(t *testing.T) {
	dir := t.TempDir()
	first, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir); !errors.Is(err, ErrBusy) {
		t.Errorf("opened twice: %v", err)
	}
	if other, err := Open(t.TempDir()); err != nil {
		t.Errorf("another folder: %v", err)
	} else if err := other.Close(); err != nil {
		t.Error(err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := Open(dir)
	if err != nil {
		t.Fatalf("after it was closed: %v", err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

// Many that wait for a folder have it one after the other, though each removes it at the end.
func TestAwait(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "work")
	first, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Await(dir, 0); !errors.Is(err, ErrBusy) {
		t.Errorf("without patience: %v", err)
	}
	var inside atomic.Int32
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 20 {
				f, err := Await(dir, time.Minute)
				if err != nil {
					t.Error(err)
					return
				}
				if n := inside.Add(1); n != 1 {
					t.Errorf("%d at work", n)
				}
				runtime.Gosched()
				inside.Add(-1)
				_ = f.Remove() // on Windows the next one may be in it
			}
		})
	}
	if err := first.Close(); err != nil {
		t.Error(err)
	}
	all.Wait()
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("left behind: %v", err)
	}
}

// Work that comes to nothing leaves no folders; work that leaves something keeps them.
func TestFoldersWithoutWorkGo(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "a", "b")
	f, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(root, "a")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("empty folders are left: %v", err)
	}
	if f, err = Open(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(f.Path("result"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "result")); err != nil {
		t.Error(err)
	}
}

func TestStrangersAndLeftovers(t *testing.T) {
	f, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, name := range []string{"ours", "theirs", ".ours123456"} {
		if err := os.WriteFile(f.Path(name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Clean(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(f.Path(".ours123456")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a leftover stays: %v", err)
	}
	for _, c := range []struct{ ours, want string }{{"ours", "theirs"}, {"theirs", "ours"}, {"ours theirs", ""}} {
		if got, err := f.Stranger(strings.Fields(c.ours)...); got != c.want || err != nil {
			t.Errorf("besides %s: %q, %v", c.ours, got, err)
		}
	}
}

func TestOtherSettingsAreNamed(t *testing.T) {
	type settings struct {
		Rate    float64       `json:"rate"`
		Every   time.Duration `json:"eval_every"`
		Threads int           `json:"-"`
	}
	was := settings{0.5, time.Minute, 1}
	if err := Same(was, settings{0.5, time.Minute, 2}, ""); err != nil {
		t.Error(err)
	}
	err := Same(was, settings{0.25, time.Hour, 1}, "choose another folder")
	if !errors.Is(err, ErrOther) || !strings.HasSuffix(err.Error(), `: eval-every "1m0s", now "1h0m0s"; rate 0.5, now 0.25; choose another folder`) {
		t.Error(err)
	}
}

func TestClockLeavesPausesOut(t *testing.T) {
	now := time.Unix(100, 0)
	c := NewClock(func() time.Time { return now }, time.Minute)
	now = now.Add(time.Second)
	if c.Session() != time.Second || c.Elapsed() != time.Minute+time.Second {
		t.Errorf("session %v, all %v", c.Session(), c.Elapsed())
	}
}

func TestRemoveTakesAllAndEndsTheLock(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "parts")
	f, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(f.Path("part"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := f.Remove(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it is still there: %v", err)
	}
	again, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}
