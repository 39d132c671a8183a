//go:build web

package page

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// fill writes into the field of that label.
func fill(t *testing.T, ctx context.Context, label, value string) {
	t.Helper()
	field := fmt.Sprintf(`[...document.querySelectorAll('label')].find(l => l.querySelector('.name')?.innerText.trim() === %q)?.querySelector('input, select')`, label)
	until(t, ctx, field)
	eval[any](t, ctx, fmt.Sprintf(`(() => { const f = %s; f.value = %q;
		f.dispatchEvent(new Event(f.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true })); })()`, field, value))
}

// A training that failed says where, and leads to another one with its settings; it is removed once somebody is
// sure.
func TestFailedTraining(t *testing.T) {
	address := serve(t, "--games", "../../examples", "--runs", t.TempDir(), "--threads", "1")
	ctx := open(t, address)
	do(t, ctx, chromedp.Navigate(address+"#/train/new"))
	fill(t, ctx, "Name", "wrong")
	fill(t, ctx, "Board", "13")
	fill(t, ctx, "Folder of games", eval[string](t, ctx, `[...document.querySelectorAll('option')].find(o => o.innerText.endsWith('tiny7.tengen')).value`))
	for refusal, words := range map[string]string{ // as the server refuses them: a value, and one that does not fit
		"policy.filters: want a whole number": "Width of the network: want a whole number",
		"policy: filters 0: want 1 or more":   "Width of the network: 0: want 1 or more",
		"komi 7.3: want halves":               "Komi: 7.3: want halves",
	} {
		eval[any](t, ctx, fmt.Sprintf(`(() => { const real = window.fetch; window.fetch = (...asked) => {
			if (asked[1]?.method !== 'POST') return real(...asked);
			window.fetch = real; return Promise.resolve(new Response(JSON.stringify({ error: %q }), { status: 400 })); }; })()`, refusal))
		press(t, ctx, "Start the training")
		until(t, ctx, fmt.Sprintf(`document.querySelector('[role=alert]')?.innerText === %q`, words))
	}
	fill(t, ctx, "Width of the network", "16")
	fill(t, ctx, "Steps, in place of the time", "300")
	if text := eval[string](t, ctx, `document.querySelector('.sections').innerText`); strings.Contains(text, "Tree") || !strings.Contains(text, "Policy network") {
		t.Errorf("a policy network needs no tree policy:\n%s", text)
	}
	press(t, ctx, "Start the training")
	until(t, ctx, `document.querySelector('.state')?.innerText === 'failed' && document.body.innerText.includes('stage 1 of 2')`)
	if text := eval[string](t, ctx, `document.querySelector('.stages').innerText`); strings.Contains(text, "now") {
		t.Errorf("nothing runs:\n%s", text)
	}
	check(t, ctx, "a failed training")
	eval[any](t, ctx, `[...document.querySelectorAll('a')].find(a => a.innerText === 'New training with these settings').click()`)
	field := func(label string) string {
		return fmt.Sprintf(`[...document.querySelectorAll('label')].find(l => l.querySelector('.name')?.innerText === %q)?.querySelector('input, select').value`, label)
	}
	until(t, ctx, field("Board")+` === '13' && `+field("Steps, in place of the time")+` === '300' && `+field("Folder of games")+`.endsWith('tiny7.tengen')`)
	fill(t, ctx, "Board", "7")
	press(t, ctx, "Start the training")
	until(t, ctx, `location.hash === '#/train/run/run-1' && document.querySelector('.state')?.innerText === 'done'`)
	if eval[bool](t, ctx, `document.querySelector('.compare') !== null`) {
		t.Error("a run without curves is offered to compare with")
	}
	do(t, ctx, chromedp.Navigate(address+"#/train/run/wrong"))
	press(t, ctx, "Delete")
	press(t, ctx, "No")
	press(t, ctx, "Delete")
	check(t, ctx, "the question")
	press(t, ctx, "Yes, delete")
	until(t, ctx, `location.hash === '#/train' && document.querySelectorAll('.runs li').length === 1`)
}

// A training begins in the page, its curves grow, it is stopped, goes on to its end, and plays.
func TestTraining(t *testing.T) {
	axe, err := os.ReadFile("node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Fatalf("%v: make test-web installs it", err)
	}
	address := serve(t, "--games", "../../examples", "--runs", t.TempDir(), "--threads", "2")
	ctx := open(t, address)
	check := func(what string) {
		t.Helper()
		for _, width := range []int64{360, 1280} {
			for _, scheme := range []string{"light", "dark"} {
				do(t, ctx, chromedp.EmulateViewport(width, 800), media(scheme))
				if eval[bool](t, ctx, `document.documentElement.scrollWidth > window.innerWidth`) {
					t.Errorf("%s does not fit %d pixels", what, width)
				}
				eval[any](t, ctx, string(axe)+`; 0`)
				for _, f := range eval[[]string](t, ctx, `axe.run({ preload: false }).then(r => r.violations
					.filter(v => v.impact === 'serious' || v.impact === 'critical')
					.map(v => v.id + ': ' + v.nodes.map(n => n.html.slice(0, 160)).join(' | ')))`, chromedp.EvalAwaitPromise) {
					t.Errorf("%s, %s, %d pixels: %s", what, scheme, width, f)
				}
			}
		}
		do(t, ctx, chromedp.EmulateViewport(1280, 860), media("light"))
	}
	start := func(name, steps string) {
		t.Helper()
		do(t, ctx, chromedp.Navigate(address+"#/train/new"))
		fill(t, ctx, "Name", name)
		fill(t, ctx, "Board", "7")
		until(t, ctx, `document.querySelector('input[type=number]').value === '9'`) // komi follows the board
		games := eval[string](t, ctx, `[...document.querySelectorAll('option')].find(o => o.innerText.endsWith('tiny7.tengen')).value`)
		fill(t, ctx, "Folder of games", games)
		fill(t, ctx, "Steps, in place of the time", steps)
		fill(t, ctx, "Width of the network", "16")
		fill(t, ctx, "Depth of the network", "4")
		for _, every := range []string{"policy.log-every 10", "policy.eval-every 40"} {
			key, value, _ := strings.Cut(every, " ")
			eval[any](t, ctx, fmt.Sprintf(`(() => { const f = document.querySelector('[aria-describedby="about-%s"]'); f.value = %q;
				f.dispatchEvent(new Event('input', { bubbles: true })); })()`, key, value))
		}
	}
	do(t, ctx, chromedp.Navigate(address+"#/train"))
	until(t, ctx, `document.body.innerText.includes('No trainings yet')`)
	start("first", "1000000")
	check("the form")
	press(t, ctx, "Start the training")
	state := func(want string) string {
		return fmt.Sprintf(`location.hash === '#/train/run/first' && document.querySelector('.state')?.innerText === %q`, want)
	}
	until(t, ctx, state("running"))
	length := func() int {
		t.Helper()
		return eval[int](t, ctx, `document.querySelector('.chart path')?.getAttribute('d').length || 0`)
	}
	until(t, ctx, `(document.querySelector('.chart path')?.getAttribute('d').length || 0) > 20`)
	before := length()
	until(t, ctx, fmt.Sprintf(`document.querySelector('.chart path').getAttribute('d').length > %d`, before))
	until(t, ctx, `document.querySelector('[role=status]').innerText.includes('positions a second')`)
	until(t, ctx, `document.querySelectorAll('.positions .board').length === 3`)
	until(t, ctx, `Number(document.querySelector('input[type=range]').max) >= 5`)
	check("a training")
	press(t, ctx, "Stop")
	until(t, ctx, state("stopped"))
	press(t, ctx, "Go on")
	until(t, ctx, state("running"))
	press(t, ctx, "Stop")
	until(t, ctx, state("stopped"))

	start("second", "300")
	press(t, ctx, "Start the training")
	until(t, ctx, `location.hash === '#/train/run/second' && document.querySelector('.state')?.innerText === 'done'`)
	until(t, ctx, `[...document.querySelectorAll('a')].some(a => a.innerText === 'Report')`)
	until(t, ctx, `document.querySelectorAll('.stages .done').length === 2 && document.querySelectorAll('.stages li').length === 2`)
	lines := eval[int](t, ctx, `document.querySelectorAll('.charts path').length`)
	eval[any](t, ctx, `document.querySelector('.compare input').click()`)
	until(t, ctx, fmt.Sprintf(`document.querySelectorAll('.charts path').length > %d`, lines))
	show(t, ctx, "web-train")
	slide(t, ctx, `input[type=range]`, 0)
	until(t, ctx, `document.querySelector('output').innerText === 'step 0'`)
	do(t, ctx, chromedp.Navigate(address+"#/train"))
	until(t, ctx, `document.querySelectorAll('.runs li').length === 2`)
	until(t, ctx, `/7×7 · Moves foreseen: [\d.]+\s% · 2 of 2 stages · \d+ s/.test(document.querySelector('.runs').innerText)`)
	check("the list")
	do(t, ctx, chromedp.Navigate(address+"#/train/run/second"))
	press(t, ctx, "Play against it")
	until(t, ctx, `location.hash.startsWith('#/game/') && document.querySelector('.board')`)
	at(t, ctx, 7, 3, 3)
	until(t, ctx, moves+` === 2`)
}
