//go:build unix

package job

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"testing"
)

// The test binary is the program of the jobs, and a server that is killed.
const modeVariable = "TENGEN_JOB_TEST"

func TestMain(m *testing.M) {
	switch os.Getenv(modeVariable) {
	case "work":
		work(os.Args[len(os.Args)-1])
	case "server":
		serveJobs(os.Args[len(os.Args)-1])
	}
	os.Exit(m.Run())
}

// work saves when it is interrupted, and is done when it goes on.
func work(dir string) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt)
	saved := filepath.Join(dir, "saved")
	if _, err := os.Stat(saved); err == nil {
		fmt.Println("went on")
		os.Exit(0)
	}
	if err := os.WriteFile(filepath.Join(dir, "began"), nil, 0o644); err != nil {
		os.Exit(1)
	}
	<-signals
	fmt.Println("interrupted")
	if err := os.WriteFile(saved, nil, 0o644); err != nil {
		os.Exit(1)
	}
	os.Exit(exitInterrupted)
}

// real is a runner of the test binary in a mode.
func real(t *testing.T) Runner {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Program{Path: self, Env: append(os.Environ(), modeVariable+"=work")}
}

// began waits until the process in a folder has begun to listen.
func began(t *testing.T, dir string) {
	t.Helper()
	for {
		if _, err := os.Stat(filepath.Join(dir, "began")); err == nil {
			return
		}
		if t.Context().Err() != nil {
			t.Fatal("it never began")
		}
	}
}

// A real process is interrupted, saves, and goes on.
func TestProcess(t *testing.T) {
	dir := t.TempDir()
	q, until := opened(t, filepath.Join(dir, "jobs"), real(t), 1)
	j, err := q.Start(Work{Kind: "match", Name: "real", Args: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	began(t, dir)
	if _, err := q.Stop(j.ID); err != nil {
		t.Fatal(err)
	}
	until(j.ID, Stopped)
	if _, err := q.Resume(j.ID); err != nil {
		t.Fatal(err)
	}
	until(j.ID, Done)
	if log, err := q.Log(j.ID, 100); log != "interrupted\nwent on\n" || err != nil {
		t.Errorf("log %q, %v", log, err)
	}
	if err := q.Close(); err != nil {
		t.Error(err)
	}
}

// serveJobs begins a job and says so, and never ends.
func serveJobs(dir string) {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	q, err := Open(Config{
		Dir: filepath.Join(dir, "jobs"), Kinds: map[string][]string{"match": {"match"}},
		Run: Program{Path: self, Env: append(os.Environ(), modeVariable+"=work")},
	})
	if err != nil {
		panic(err)
	}
	j, err := q.Start(Work{Kind: "match", Name: "orphan", Args: []string{dir}})
	fmt.Println(j.ID, err)
	select {}
}

// After a server that was killed the next one finds its process at work, does not start a second one, and can
// stop it; a job of which the process is gone as well is begun again.
func TestOrphan(t *testing.T) {
	dir := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	server := exec.Command(self, dir)
	server.Env = append(os.Environ(), modeVariable+"=server")
	out, err := server.StdoutPipe()
	if err == nil {
		err = server.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	id, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	if err != nil || rest != "<nil>" {
		t.Fatalf("%q, %v", line, err)
	}
	began(t, dir)
	if err := server.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = server.Wait()
	q, until := opened(t, filepath.Join(dir, "jobs"), real(t), 1)
	until(id, Running)
	if log, err := q.Log(id, 100); log != "" || err != nil {
		t.Errorf("a second process began, or the first one is gone: %q, %v", log, err)
	}
	if _, err := q.Stop(id); err != nil {
		t.Fatal(err)
	}
	until(id, Stopped)
	if log, _ := q.Log(id, 100); log != "interrupted\n" {
		t.Errorf("the log of the orphan: %q", log)
	}
	j := q.jobs[id]
	j.State = Running // as a machine leaves it that has lost its power
	if err := q.write(j); err != nil {
		t.Fatal(err)
	}
	if err := q.Close(); err != nil {
		t.Error(err)
	}
	q, until = opened(t, filepath.Join(dir, "jobs"), real(t), 1)
	until(id, Done)
	if err := q.Close(); err != nil {
		t.Error(err)
	}
}
