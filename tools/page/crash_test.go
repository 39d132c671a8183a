//go:build web

package page

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// Chromium crashes by itself now and then: once in all runs so far. The test that was running ends there, is named on
// stderr and repeated after all others. If the browser crashes again in it, the test fails. So a page that makes Chromium
// crash is found out, and so is a machine with too little memory, which ends the browser by a signal as well.
var crashes struct {
	sync.Mutex
	tests     []string
	repeating bool
}

func TestMain(m *testing.M) {
	code := m.Run()
	if len(crashes.tests) > 0 {
		fmt.Fprintln(os.Stderr, "Chromium crashed; once more:", strings.Join(crashes.tests, ", "))
		crashes.repeating = true
		if err := flag.Set("test.run", "^("+strings.Join(crashes.tests, "|")+")$"); err != nil {
			panic(err)
		}
		code = max(code, m.Run())
	}
	os.Exit(code)
}

// survive ends a test for now if the error means that its browser has crashed.
func survive(t testing.TB, err error) {
	t.Helper()
	if _, test := t.(*testing.T); !test || !crashed(err) { // benchmarks are not repeated
		return
	}
	crashes.Lock()
	defer crashes.Unlock()
	if crashes.repeating {
		return
	}
	name, _, _ := strings.Cut(t.Name(), "/")
	if !slices.Contains(crashes.tests, name) {
		crashes.tests = append(crashes.tests, name)
	}
	t.Skipf("%v: the test is repeated after the others", err)
}

// crashed is whether an error comes from the end of the browser by a signal.
func crashed(err error) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && !exit.Exited()
}

// The end of the browser by a signal is distinguished from an error in the page.
func TestACrashIsNoErrorOfThePage(t *testing.T) {
	ctx := open(t, serve(t))
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[any](`nothing.at.all`)); err == nil || crashed(err) {
		t.Errorf("an error of the page: %v", err)
	}
	if err := chromedp.FromContext(ctx).Browser.Process().Kill(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-ctx.Done():
	case <-time.After(patience):
		t.Fatal("the browser was killed, and nobody noticed")
	}
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[any](`1`)); !crashed(err) || !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the browser: %v", err)
	}
}
