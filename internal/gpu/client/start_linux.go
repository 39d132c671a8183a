package client

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"runtime"

	"golang.org/x/sys/unix"

	"github.com/tengen-go/tengen/internal/carried"
)

// Variable is unused on Linux, see the package's comment.
const Variable = "TENGEN_GPU_PROCESS"

// Main does nothing on Linux: the process that owns the card is another program.
func Main() {}

// errNotBuilt says that the program lacks its second part.
var errNotBuilt = errors.New("this tengen was built without its part for graphics cards: build it with make build")

// start starts the program that tengen carries.
func start() (*process, error) {
	data, err := fs.ReadFile(built, path.Join(carriedDir, "child.gz"))
	if err != nil {
		return nil, errNotBuilt
	}
	program, err := carried.Expand(data)
	if err != nil {
		return nil, fmt.Errorf("the part of tengen for graphics cards: %w", err)
	}
	return startProgram(program)
}

// startProgram starts a program from memory; where the system forbids this, from a file that is removed at once.
func startProgram(program []byte) (*process, error) { return startIn(program, memory, file) }

// startIn starts a program from the first place where the system lets it.
func startIn(program []byte, places ...func([]byte) (*executable, error)) (*process, error) {
	var last error
	for _, place := range places {
		e, err := place(program)
		if err != nil {
			last = fmt.Errorf("the part of tengen for graphics cards: %w", err)
			continue
		}
		p, err := e.start(commands(e.path))
		if err == nil || !errors.Is(err, fs.ErrPermission) { // another place would not help
			return p, err
		}
		last = err
	}
	return nil, last
}

// executable is an open file with a path that can be executed.
type executable struct {
	file   *os.File
	path   string
	remove bool
}

// start starts the program by the first of these commands that starts, and closes the file.
func (e *executable) start(commands [][]string) (*process, error) {
	var errs []error
	for i, c := range commands {
		p, err := begin(exec.Command(c[0], append(c[1:], CacheDir())...), attach)
		if err == nil {
			if i > 0 { // a loader opens the file when it runs
				go func() {
					<-p.done
					e.close()
				}()
			} else {
				e.close()
			}
			return p, nil
		}
		errs = append(errs, err)
		if !noLoader(err) {
			break // the C library is there, and something else is wrong
		}
	}
	e.close()
	if last := errs[len(errs)-1]; !noLoader(last) {
		return nil, fmt.Errorf("the part of tengen for graphics cards does not start: %w", last)
	}
	return nil, fmt.Errorf("this system has no C library, which Vulkan's drivers need (%w)", errs[0])
}

// noLoader says whether a program did not start because the loader that it names does not exist.
func noLoader(err error) bool {
	var path *fs.PathError
	return errors.As(err, &path) && path.Op == "fork/exec" && errors.Is(err, fs.ErrNotExist)
}

func (e *executable) close() {
	if e.remove {
		_ = os.Remove(e.path) // a temporary file
	}
	e.file.Close()
}

// memory is a program in memory.
func memory(program []byte) (*executable, error) {
	// Systems may want it said that a file in memory is to be executed; older ones do not know the word.
	const mfdExec = 0x10
	fd, err := unix.MemfdCreate("tengen-gpu", unix.MFD_CLOEXEC|mfdExec)
	if errors.Is(err, unix.EINVAL) {
		fd, err = unix.MemfdCreate("tengen-gpu", unix.MFD_CLOEXEC)
	}
	if err != nil {
		return nil, fmt.Errorf("memory: %w", err)
	}
	e := &executable{file: os.NewFile(uintptr(fd), "tengen-gpu"), path: fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), fd)}
	_, err = os.Stat(e.path)
	if err == nil {
		_, err = e.file.Write(program)
	}
	if err != nil {
		e.close()
		return nil, err
	}
	return e, nil
}

// file is a program in a temporary file.
func file(program []byte) (*executable, error) {
	f, err := os.CreateTemp("", "tengen-gpu-*")
	if err != nil {
		return nil, err
	}
	e := &executable{file: f, path: f.Name(), remove: true}
	_, err = f.Write(program)
	// A file that is open for writing does not start.
	if err = errors.Join(err, f.Chmod(0o700), f.Close()); err == nil {
		e.file, err = os.Open(e.path)
	}
	if err != nil {
		e.close()
		return nil, err
	}
	return e, nil
}

// commands are ways to start the program at a path: as it is, and by the loader of musl, where the one
// of glibc is missing.
func commands(path string) [][]string {
	out := [][]string{{path}}
	machine := map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[runtime.GOARCH]
	if musl := "/lib/ld-musl-" + machine + ".so.1"; machine != "" {
		if _, err := os.Stat(musl); err == nil {
			out = append(out, []string{musl, path})
		}
	}
	return out
}

// attach gives a command the pipes as files 3 and 4. What the driver prints goes to the log. Nobody reads the standard
// input; without one the command would need /dev/null, which some containers lack.
func attach(cmd *exec.Cmd, requests, answers *os.File) {
	cmd.Stdin = requests
	cmd.ExtraFiles = []*os.File{requests, answers}
	cmd.Stdout = cmd.Stderr
}

// grow makes a pipe hold a batch of positions. A smaller pipe works as well.
func grow(f *os.File) {
	c, err := f.SyscallConn()
	if err != nil {
		return
	}
	_ = c.Control(func(fd uintptr) { _, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, 1<<20) })
}
