//go:build unix && !aix && !solaris

package folder

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// A program that starts has all that is open here until it runs. The lock ends all the same.
func TestAProgramThatStartsKeepsNoLock(t *testing.T) {
	dir := t.TempDir()
	f, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	shared, err := unix.Dup(int(f.lock.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(shared)
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := Open(dir)
	if err != nil {
		t.Fatalf("after it was closed: %v", err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

func TestAProgramThatStartsKeepsNoFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	for name, end := range map[string]func(*os.File) error{"closed": CloseFile, "removed": RemoveFile} {
		f, err := LockFile(path)
		if err != nil {
			t.Fatalf("before one is %s: %v", name, err)
		}
		shared, err := unix.Dup(int(f.Fd()))
		if err != nil {
			t.Fatal(err)
		}
		defer unix.Close(shared)
		if _, err := LockFile(path); !errors.Is(err, ErrBusyFile) {
			t.Errorf("locked twice: %v", err)
		}
		if err := end(f); err != nil {
			t.Fatal(err)
		}
	}
}

// A process to which the lock was lent keeps it.
func TestALentLockStays(t *testing.T) {
	dir := t.TempDir()
	f, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("cat")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	f.Lend(cmd)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if _, err := Open(dir); !errors.Is(err, ErrBusy) {
		t.Errorf("while the process runs: %v", err)
	}
	if err := errors.Join(in.Close(), cmd.Wait()); err != nil {
		t.Error(err)
	}
	if f, err = Open(dir); err != nil {
		t.Fatalf("after its end: %v", err)
	}
	f.Lend(exec.Command("cat"))
	shared, err := unix.Dup(int(f.lock.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(shared)
	f.TakeBack()
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if f, err = Open(dir); err != nil {
		t.Fatalf("after it was taken back: %v", err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}
