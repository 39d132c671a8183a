//go:build web

package page

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// reported is a report of two games, opened as a file. In the first game White's second move takes two stones.
func reported(t *testing.T) context.Context {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	games := "(;SZ[9]KM[0.5]PB[Ada]PW[Ben]DT[2020-01-02]AB[aa][ba]AW[ab]PL[W];W[ca];B[ee];W[bb];B[gg];W[gc];B[cg];W[ia];B[])" +
		"(;SZ[9]KM[7]PB[Ben]PW[Cid];B[ee];W[ai];B[gc];W[aa];B[cg])"
	if err := os.WriteFile(filepath.Join(dir, "two.sgf"), []byte(games), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "analyze", "--quiet", "--player", "rave:playouts=400,threads=1", "--html", "report.html", "two.sgf")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	ctx := open(t, "file://"+filepath.Join(dir, "report.html"))
	until(t, ctx, `document.querySelector('.board .wood')`)
	return ctx
}

const (
	stones    = `document.querySelectorAll('.board circle.black, .board circle.white').length`
	firstHit  = `document.querySelector('.mistakes button')`
	slider    = `document.querySelector('input[type=range]')`
	isPressed = `.getAttribute('aria-pressed') === 'true'`
)

// The report opens from a file, and everything in it leads to the board.
func TestReport(t *testing.T) {
	ctx := reported(t)
	until(t, ctx, firstHit+isPressed) // it opens at the costliest mistake

	// A mistake leads to its move: the board before it, with the move marked and what was better.
	eval[any](t, ctx, `document.querySelectorAll('.mistakes button')[1].click()`)
	until(t, ctx, `document.querySelectorAll('.mistakes button')[1]`+isPressed)
	said := eval[string](t, ctx, `document.querySelectorAll('.mistakes button')[1].innerText`)
	var move int
	var color, vertex string
	if _, err := fmt.Sscanf(said[strings.Index(said, "Move"):], "Move %d: %s %s", &move, &color, &vertex); err != nil {
		t.Fatalf("%q: %v", said, err)
	}
	vertex = strings.TrimSuffix(vertex, ",")
	until(t, ctx, fmt.Sprintf(`document.querySelector('.status').innerText.includes('Move %d: %s %s costs')`, move, color, vertex))
	until(t, ctx, fmt.Sprintf(`%s.value === '%d'`, slider, move-1))
	until(t, ctx, `document.querySelector('.board .mark.warn') && document.querySelector('.board .mark.best')`)
	press(t, ctx, "Show the better line")
	until(t, ctx, `document.querySelector('.board .line')`)

	// Games and moves, by keys. Stones that are taken are gone.
	eval[any](t, ctx, `document.querySelectorAll('.games button')[0].click()`)
	until(t, ctx, slider+`.value === '0' && `+stones+` === 3`)
	do(t, ctx, chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	until(t, ctx, stones+` === 5`)
	do(t, ctx, chromedp.KeyEvent(kb.ArrowRight))
	until(t, ctx, stones+` === 4`)
	do(t, ctx, chromedp.KeyEvent(kb.End))
	until(t, ctx, `document.querySelector('.status').innerText.includes('end of the record') && location.hash === '#1/8'`)
	do(t, ctx, chromedp.KeyEvent(`n`))
	until(t, ctx, firstHit+isPressed)

	// The mistakes of one person.
	eval[any](t, ctx, `(() => { const s = document.querySelector('select'); s.value = 'Cid'; s.dispatchEvent(new Event('change', { bubbles: true })); })()`)
	until(t, ctx, `[...document.querySelectorAll('.mistakes button')].every(b => b.innerText.includes('White') && b.innerText.includes('Cid'))`)
	show(t, ctx, "web-report")
}

// Everybody can use it, on a phone too.
func TestReportForEverybody(t *testing.T) {
	axe, err := os.ReadFile("node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Fatalf("%v: make test-web installs it", err)
	}
	ctx := reported(t)
	eval[any](t, ctx, string(axe)+`; 0`)
	for _, width := range []int64{360, 1280} {
		for _, scheme := range []string{"light", "dark"} {
			do(t, ctx, chromedp.EmulateViewport(width, 800), media(scheme))
			found := eval[[]string](t, ctx, `axe.run().then(r => r.violations.filter(v => v.impact === 'serious' || v.impact === 'critical')
				.map(v => v.id + ': ' + v.nodes[0].html + ' ' + v.nodes[0].failureSummary))`, chromedp.EvalAwaitPromise)
			for _, f := range found {
				t.Errorf("%d pixels, %s: %s", width, scheme, f)
			}
			if wide := eval[int64](t, ctx, `document.documentElement.scrollWidth`); wide > width {
				t.Errorf("%d pixels: the page is %d wide", width, wide)
			}
			if folder := os.Getenv("TENGEN_SHOTS"); folder != "" {
				png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
				if err == nil {
					err = os.WriteFile(filepath.Join(folder, fmt.Sprintf("report-%d-%s.png", width, scheme)), png, 0o644)
				}
				if err != nil {
					t.Error(err)
				}
			}
		}
	}
}
