//go:build web

package page

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/chromedp/chromedp"
)

var portPattern = regexp.MustCompile(`on port (\d+)`)

// running starts the program, which the end of the test interrupts.
func running(t *testing.T, args ...string) io.Reader {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait() // an interrupted worker says so with its status
	})
	return out
}

// The page of trainings shows the workers of a hub and the games that were ordered. Without a hub it has no such part.
func TestHub(t *testing.T) {
	dir := t.TempDir()
	line, err := bufio.NewReader(running(t, "hub", "serve", filepath.Join(dir, "hub"), "--listen", "127.0.0.1:0")).ReadString('\n')
	port := portPattern.FindStringSubmatch(line)
	if port == nil {
		t.Fatalf("tengen hub serve says %q, %v", line, err)
	}
	owner, worker := filepath.Join(dir, "owner.token"), filepath.Join(dir, "worker.token")
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"-o", worker}, {"-o", owner, "--owner"}} {
		args = append([]string{"hub", "token", filepath.Join(dir, "hub"), "--host", "127.0.0.1:" + port[1]}, args...)
		if out, err := exec.Command(path, args...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	plain := serve(t, "--runs", t.TempDir())
	ctx := open(t, plain)
	do(t, ctx, chromedp.Navigate(plain+"#/train"))
	until(t, ctx, `document.querySelector('.train .head')`)
	if eval[bool](t, ctx, `document.querySelector('.hub') !== null`) {
		t.Error("a server without a hub shows one")
	}
	address := serve(t, "--runs", t.TempDir(), "--hub", owner)
	ctx = open(t, address)
	do(t, ctx, chromedp.Navigate(address+"#/train"))
	until(t, ctx, `document.querySelector('.hub')?.innerText.includes('No worker is there')`)
	running(t, "worker", worker, "--name", "office", "--threads", "1")
	running(t, "selfplay", "--hub", owner, "-o", filepath.Join(dir, "games.tengen"),
		"--black", "policy:model=shipped:9x9", "--games", "100000")
	until(t, ctx, `/office .shared token.\s+here/.test(document.querySelector('.hub').innerText) && /of 100,000 games/.test(document.querySelector('.hub').innerText)`)
	check(t, ctx, "the hub")
}
