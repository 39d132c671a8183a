//go:build web

package page

import (
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// Chromium crashes by itself now and then, about once in a thousand tests. The test that was running ends there and is
// repeated after all others. If the browser crashes again in it, the test fails.
var crashes struct {
	sync.Mutex
	tests     []string
	repeating bool
}

func TestMain(m *testing.M) {
	code := m.Run()
	if len(crashes.tests) > 0 {
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
	if !crashed(err) {
		return
	}
	crashes.Lock()
	defer crashes.Unlock()
	if crashes.repeating {
		return
	}
	name, _, _ := strings.Cut(t.Name(), "/")
	if name = regexp.QuoteMeta(name); !slices.Contains(crashes.tests, name) {
		crashes.tests = append(crashes.tests, name)
	}
	t.Skipf("%v: the test is repeated after the others", err)
}

// crashed is whether an error comes from the end of the browser by a signal.
func crashed(err error) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && !exit.Exited()
}

// The end of the browser by a signal is told from an error in the page.
func TestACrashIsNoErrorOfThePage(t *testing.T) {
	ctx := open(t, serve(t))
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[any](`nothing.at.all`)); err == nil || crashed(err) {
		t.Errorf("an error of the page: %v", err)
	}
	if err := chromedp.FromContext(ctx).Browser.Process().Kill(); err != nil {
		t.Fatal(err)
	}
	<-ctx.Done()
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[any](`1`)); !crashed(err) || !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the browser: %v", err)
	}
}
