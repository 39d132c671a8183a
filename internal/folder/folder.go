// Package folder is a folder in which one process at a time does work that may be interrupted and
// go on: a training, a match, the stages of a chain, an experiment.
//
//	f, err := folder.Open(dir) // makes and locks it; ErrBusy if another process has it
//	if err != nil {
//		return err
//	}
//	defer f.Close()
//	if err := folder.Same(was, settings, "choose another folder"); err != nil { // ErrOther
//		return err
//	}
//	if err := f.Clean(); err != nil { // what a kill left half written, now that the folder is known to be ours
//		return err
//	}
//	clock := folder.NewClock(time.Now, before)
//	… work … note clock.Elapsed()
//
// The lock is the operating system's and ends with the process, however that ends; it leaves no
// file behind. On Windows a hidden file is there meanwhile. Where the system or the file system has
// no locks, nothing is locked.
package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/difference"
)

// ErrBusy means that another process works in the folder. Two processes that append to the same
// files would do everything twice.
var ErrBusy = errors.New("another tengen is at work in this folder: wait until it has ended, or choose another folder")

// ErrOther means that the folder holds work of other settings than those given.
var ErrOther = errors.New("the folder holds work of other settings")

// Folder is an open folder.
type Folder struct {
	dir  string
	lock *os.File
	lent bool     // a process shares the lock
	made []string // folders that Open made, the innermost first
}

// Open makes a folder, if it is not there, and locks it. The error wraps ErrBusy if this process
// or another one has it open.
func Open(dir string) (*Folder, error) {
	if err := Writable(dir); err != nil {
		return nil, err
	}
	f := &Folder{dir: dir}
	for at := filepath.Clean(dir); at != filepath.Dir(at); at = filepath.Dir(at) {
		if _, err := os.Stat(at); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		f.made = append(f.made, at)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("%w: choose another folder, where you may make files", err)
	}
	var err error
	if f.lock, err = lock(dir); errors.Is(err, ErrBusy) {
		err = fmt.Errorf("%s: %w", dir, ErrBusy)
	}
	if err != nil {
		return nil, err
	}
	return f, nil
}

// Await is Open for work of a moment, after which Remove removes it. It waits for others, at most so long.
func Await(dir string, most time.Duration) (*Folder, error) {
	for end := time.Now().Add(most); ; time.Sleep(10 * time.Millisecond) {
		f, err := Open(dir)
		goes := errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrExist) || // just now
			runtime.GOOS == "windows" && errors.Is(err, fs.ErrPermission) // which it says instead
		if !goes && !errors.Is(err, ErrBusy) || time.Now().After(end) {
			return f, err
		}
	}
}

// Close ends the lock. Folders that Open made and that are still empty go.
func (f *Folder) Close() error {
	return f.end(f.removeEmpty)
}

// Remove removes the folder with all in it, and ends the lock.
func (f *Folder) Remove() error {
	return f.end(func() error { return os.RemoveAll(f.dir) })
}

// end ends the lock and takes away what shall go: before that, so that nobody comes between. Windows removes no folder
// with an open file.
func (f *Folder) end(take func() error) error {
	if runtime.GOOS == "windows" {
		return errors.Join(f.lock.Close(), take())
	}
	err := take()
	if f.lent {
		return errors.Join(err, f.lock.Close()) // the other process goes on
	}
	return errors.Join(err, CloseFile(f.lock))
}

func (f *Folder) removeEmpty() error {
	for _, dir := range f.made {
		if os.Remove(dir) != nil { // it holds something
			break
		}
	}
	return nil
}

// Lend has the process of a command, before it starts, share the lock: it lasts until both have ended,
// so that work goes on safely if this process is killed. Windows cannot do that.
func (f *Folder) Lend(cmd *exec.Cmd) {
	if runtime.GOOS != "windows" {
		cmd.ExtraFiles = append(cmd.ExtraFiles, f.lock)
		f.lent = true
	}
}

// TakeBack says that the process has ended to which the lock was lent: nobody else keeps it.
func (f *Folder) TakeBack() { f.lent = false }

// Path is the path of a file in the folder.
func (f *Folder) Path(names ...string) string {
	return filepath.Join(append([]string{f.dir}, names...)...)
}

// Clean removes what writes left that were killed, here and in the folders below, which must all be ours: hidden files
// of others may have such names.
func (f *Folder) Clean() error { return atomicfile.Clean(f.dir) }

// Stranger is the name of a file in the folder that is none of ours; "" for none. Folders and
// hidden files do not count.
func (f *Folder) Stranger(ours ...string) (string, error) {
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return "", err
	}
	for _, e := range entries {
		if name := e.Name(); !e.IsDir() && name[0] != '.' && !slices.Contains(ours, name) {
			return name, nil
		}
	}
	return "", nil
}

// Same refuses settings other than those that the folder's work has. The error wraps ErrOther, says
// what differs, and ends in remedy. Settings are structs or maps; of a struct the fields with a name
// in JSON count.
func Same(was, now any, remedy string) error {
	a, err := difference.Object(difference.Settings(was))
	if err != nil {
		return err
	}
	b, err := difference.Object(difference.Settings(now))
	if err != nil {
		return err
	}
	if d := difference.Between(a, b); d != "" {
		return fmt.Errorf("%w: %s; %s", ErrOther, d, remedy)
	}
	return nil
}

// Clock counts the time of work over all its sessions.
type Clock struct {
	now    func() time.Time
	began  time.Time
	before time.Duration
}

// NewClock begins a session at now, after sessions that took before.
func NewClock(now func() time.Time, before time.Duration) Clock {
	return Clock{now: now, began: now(), before: before}
}

// Now is the time of day.
func (c *Clock) Now() time.Time { return c.now() }

// Session is the time of this session.
func (c *Clock) Session() time.Duration { return c.now().Sub(c.began) }

// Elapsed is the time of all sessions.
func (c *Clock) Elapsed() time.Duration { return c.before + c.Session() }
