//go:build web

package page

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// insideOf shows the page Inside.
func insideOf(t *testing.T) (address string, ctx context.Context) {
	t.Helper()
	address = serve(t)
	ctx = open(t, address)
	do(t, ctx, chromedp.Navigate(address+"#/inside"))
	until(t, ctx, `document.querySelector('.six')`)
	return address, ctx
}

// painted says how many pixels of the n-th map of the six boards have a colour.
func painted(n int) string {
	return fmt.Sprintf(`(() => { const c = document.querySelectorAll('.six canvas')[%d]; if (!c.width) return 0;
		const copy = document.createElement('canvas'); copy.width = copy.height = c.width;
		const g = copy.getContext('2d', { willReadFrequently: true }); g.drawImage(c, 0, 0);
		const d = g.getImageData(0, 0, c.width, c.height).data; let k = 0;
		for (let i = 3; i < d.length; i += 4) if (d[i]) k++; return k; })()`, n)
}

const ended = `![...document.querySelectorAll('button')].some(b => b.innerText === 'Stop')`

// Figure 5 grows while the search runs, and a point is shown on all six boards.
func TestInsideFigure5(t *testing.T) {
	_, ctx := insideOf(t)
	until(t, ctx, painted(0)+` > 0 && `+painted(3)+` > 0`) // the networks, before any search
	if n := eval[int](t, ctx, painted(4)); n != 0 {
		t.Errorf("%d pixels of playouts before the search", n)
	}
	slide(t, ctx, `.part input[type=range]`, 3)
	press(t, ctx, "Search")
	until(t, ctx, painted(1)+` > 0 && `+painted(2)+` > 0 && `+painted(4)+` > 0`)
	until(t, ctx, `document.querySelectorAll('.six figure:last-child .line').length > 2`)
	until(t, ctx, `document.querySelector('.part .status').innerText.startsWith('500 playouts') && `+ended)
	eval[any](t, ctx, `document.querySelector('.six').scrollIntoView()`)
	show(t, ctx, "web-inside")
	if n := eval[int](t, ctx, `document.querySelectorAll('.six .mark.top').length`); n != 5 {
		t.Errorf("%d moves are ringed, want one on each of five boards", n)
	}
	do(t, ctx, chromedp.Focus(chromedp.CSS(".six .board")), chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.Enter))
	until(t, ctx, `document.querySelectorAll('.six .mark.picked').length === 6 && document.querySelector('.point').innerText.startsWith('D5:')`)
	before := eval[string](t, ctx, `document.querySelector('.point').innerText`)
	press(t, ctx, "Start over")
	until(t, ctx, `document.querySelector('.part .status').innerText.startsWith('No playout')`)
	if after := eval[string](t, ctx, `document.querySelector('.point').innerText`); after == before {
		t.Errorf("an empty tree still says %s", after)
	}
}

// The planes are pictures; the one that is looked at is large.
func TestInsidePlanes(t *testing.T) {
	_, ctx := insideOf(t)
	press(t, ctx, "The planes")
	until(t, ctx, `document.querySelectorAll('.plane').length === 49`)
	until(t, ctx, `document.querySelector('.large code').innerText === 'own stone'`)
	eval[any](t, ctx, `[...document.querySelectorAll('.plane')].find(p => p.dataset.plane === 'liberties 4').click()`)
	until(t, ctx, `document.querySelector('.large').innerText.includes('1 on 6 points')`)
	if n := eval[int](t, ctx, `document.querySelectorAll('.plane.empty').length`); n < 20 {
		t.Errorf("%d planes are empty", n)
	}
	// Another position has other planes.
	eval[any](t, ctx, `[...document.querySelectorAll('button')].find(b => b.innerText.startsWith('Stones in danger')).click()`)
	until(t, ctx, `[...document.querySelectorAll('.plane:not(.empty)')].some(p => p.dataset.plane === 'captures 2')`)
}

// A rollout is played to its end, by rules and by the policy.
func TestInsideRollout(t *testing.T) {
	_, ctx := insideOf(t)
	press(t, ctx, "A rollout")
	until(t, ctx, `document.querySelectorAll('.likely > li').length > 2`)
	stones := `document.querySelectorAll('.sides .board circle.black, .sides .board circle.white').length`
	first := eval[int](t, ctx, stones)
	press(t, ctx, "Play")
	until(t, ctx, fmt.Sprintf(`%s > %d`, stones, first))
	press(t, ctx, "Pause")
	eval[any](t, ctx, `document.querySelector('.sides [aria-label=End]').click()`)
	until(t, ctx, `/(Black|White) wins by [0-9.]+ points with komi/.test(document.querySelector('#part').innerText)`)
	end := eval[string](t, ctx, `document.querySelector('.sides .status').innerText`)
	press(t, ctx, "Another rollout")
	until(t, ctx, `document.querySelector('#part').innerText.includes('Seed 2') && document.querySelectorAll('.likely > li').length > 2`)
	eval[any](t, ctx, `document.querySelector('.sides [aria-label=End]').click()`)
	until(t, ctx, `document.querySelector('.sides .status') !== null && document.querySelector('.sides .status').innerText !== `+fmt.Sprintf("%q", end))
	eval[any](t, ctx, `(() => { const s = [...document.querySelectorAll('select')].find(s => [...s.options].some(o => o.value === 'softmax'));
		s.value = 'softmax'; s.dispatchEvent(new Event('change', { bubbles: true })); })()`)
	until(t, ctx, `/chance × [0-9.]+/.test(document.querySelector('#part').innerText)`)
}

// The numbers along the way of a playout change in the backup.
func TestInsidePath(t *testing.T) {
	_, ctx := insideOf(t)
	press(t, ctx, "A playout in the tree")
	press(t, ctx, "100 playouts")
	until(t, ctx, `document.querySelector('.tree line') && document.querySelector('.step.active') && !document.querySelector('.changed')`)
	until(t, ctx, `document.querySelectorAll('.step').length > 2 && document.querySelectorAll('.changed').length > 2`)
	visits := `Number(document.querySelector('.step .picked .changed b').innerText) - Number(document.querySelector('.step .picked .changed s').innerText)`
	if n := eval[int](t, ctx, visits); n != 1 {
		t.Errorf("the root's move has %d visits more", n)
	}
	eval[any](t, ctx, `document.querySelector('.tabs').scrollIntoView()`)
	show(t, ctx, "web-inside-path")
	press(t, ctx, "One playout")
	until(t, ctx, `document.querySelector('.part .status').innerText.startsWith('Playout 101:')`)
}

// A position comes from a game, is walked, and is set up; a board without a model of its own has another one's policy.
func TestInsidePositions(t *testing.T) {
	address, ctx := insideOf(t)
	eval[any](t, ctx, `document.querySelector('.top [aria-label=Back]').click()`)
	until(t, ctx, `document.querySelector('.top').innerText.includes('Move 5 of 6')`)
	at(t, ctx, 9, 0, 0)
	until(t, ctx, `document.querySelector('.top').innerText.includes('Move 6 of 6') && document.querySelectorAll('.top circle.white').length === 3`)
	eval[any](t, ctx, `(() => { const s = [...document.querySelectorAll('select')].find(s => [...s.options].some(o => o.value === 'remove'));
		s.value = 'remove'; s.dispatchEvent(new Event('change', { bubbles: true })); })()`)
	at(t, ctx, 9, 0, 0)
	press(t, ctx, "Look at this position")
	until(t, ctx, `document.querySelector('.top').innerText.includes('Move 0 of 0') && document.querySelectorAll('.top circle.white').length === 2`)
	eval[any](t, ctx, `(() => { const s = document.querySelector('.choose select'); s.value = '11'; s.dispatchEvent(new Event('change', { bubbles: true })); })()`)
	until(t, ctx, `document.querySelector('.top').innerText.includes('Move 0 of 0') && document.querySelector('.six') &&
		[...document.querySelectorAll('.top option')].some(o => o.selected && o.innerText === 'shipped:13x13 (13×13)')`)
	begin(t, ctx, address, `{"size": 9, "human": "both", "player": "random"}`)
	at(t, ctx, 9, 4, 4)
	until(t, ctx, moves+` === 1`)
	eval[any](t, ctx, `[...document.querySelectorAll('a')].find(a => a.innerText === 'Look inside').click()`)
	until(t, ctx, `document.querySelector('.six') && document.querySelector('.top').innerText.includes('Move 1 of 1')`)
}

// Everybody can use it: phones and wide screens, light and dark, in each language.
func TestInsideForEverybody(t *testing.T) {
	axe, err := os.ReadFile("node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Fatalf("%v: make test-web installs it", err)
	}
	address, ctx := insideOf(t)
	press(t, ctx, "Search")
	until(t, ctx, painted(4)+` > 0 && `+ended)
	press(t, ctx, "A playout in the tree")
	press(t, ctx, "10 playouts")
	until(t, ctx, `document.querySelector('.changed')`)
	eval[any](t, ctx, string(axe)+`; 0`)
	for _, part := range []string{"figure", "planes", "rollout", "path"} {
		eval[any](t, ctx, `document.getElementById('tab-`+part+`').click()`)
		until(t, ctx, `document.querySelector('#part .board')`)
		for _, width := range []int64{360, 1280} {
			for _, scheme := range []string{"light", "dark"} {
				do(t, ctx, chromedp.EmulateViewport(width, 760), media(scheme))
				if eval[bool](t, ctx, `document.documentElement.scrollWidth > window.innerWidth`) {
					t.Errorf("%s does not fit %d pixels", part, width)
				}
				if width == 360 && scheme == "dark" || width == 1280 && scheme == "light" {
					continue // the same elements in the same colours
				}
				for _, f := range eval[[]string](t, ctx, `axe.run().then(r => r.violations.filter(v => v.impact === 'serious' || v.impact === 'critical')
					.map(v => v.id + ': ' + v.nodes.map(n => n.html.slice(0, 120)).join(' | ')))`, chromedp.EvalAwaitPromise) {
					t.Errorf("%s, %s, %d pixels: %s", part, scheme, width, f)
				}
			}
		}
	}
	do(t, ctx, chromedp.EmulateViewport(360, 760))
	for _, language := range []string{"zh", "ja", "ko"} {
		eval[any](t, ctx, `localStorage.setItem('language', '`+language+`')`)
		do(t, ctx, chromedp.Navigate(address+"?"+language+"#/inside"))
		until(t, ctx, `document.documentElement.lang === '`+language+`' && document.querySelector('[role=tab]')`)
		for _, part := range []string{"figure", "planes", "rollout", "path"} {
			eval[any](t, ctx, `document.getElementById('tab-`+part+`').click()`)
			until(t, ctx, `document.querySelector('#part .card')`)
			if eval[bool](t, ctx, `document.documentElement.scrollWidth > window.innerWidth || document.body.innerText.includes('inside_')`) {
				t.Errorf("%s in %s does not fit, or lacks words", part, language)
			}
		}
	}
}

// How long a full map of 19×19 takes, and the page with the model of 19×19. It reports, and judges only what
// nobody would wait for.
func TestInsideIsFast(t *testing.T) {
	_, ctx := insideOf(t)
	eval[any](t, ctx, `[...document.querySelectorAll('button')].find(b => b.innerText.startsWith('A large opening')).click()`)
	until(t, ctx, `document.querySelectorAll('.six .label').length === 6 * 76 && `+painted(0)+` > 0`)
	paint := eval[float64](t, ctx, `import('/board.js').then(({ paint }) => {
		const canvas = document.querySelector('.six canvas');
		const values = Array.from({ length: 361 }, (_, i) => (i % 19 + 1) / 19);
		const copy = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
		const times = [];
		for (let k = 0; k < 20; k++) {
			const begin = performance.now();
			paint(canvas, 19, { values, kind: 'heat' });
			copy.drawImage(canvas, 0, 0); // has it painted now
			copy.getImageData(0, 0, 1, 1);
			times.push(performance.now() - begin);
		}
		return times.sort((a, b) => a - b)[10]; })`, chromedp.EvalAwaitPromise)
	t.Logf("a full map of 19×19: %.1f ms", paint)
	opened := eval[float64](t, ctx, `(async () => { const begin = performance.now(), was = location.hash;
		[...document.querySelectorAll('button')].find(b => b.innerText.startsWith('A ladder')).click();
		while (!location.hash.startsWith('#/inside/') || location.hash === was) await new Promise(requestAnimationFrame);
		while (`+painted(0)+` === 0) await new Promise(requestAnimationFrame);
		return performance.now() - begin; })()`, chromedp.EvalAwaitPromise)
	t.Logf("a position of 19×19 with the networks' maps: %.0f ms", opened)
	if paint > 400 || opened > 30_000 {
		t.Errorf("a map takes %.0f ms, a position %.0f ms", paint, opened)
	}
}

// A board of the six can be enlarged, so that the numbers of a large one can be read, also on a phone.
func TestInsideLarger(t *testing.T) {
	_, ctx := insideOf(t)
	const wide = `document.querySelector('.six .board').clientWidth`
	before := eval[int](t, ctx, wide)
	press(t, ctx, "Larger")
	until(t, ctx, fmt.Sprintf(`%s > 1.5 * %d`, wide, before))
	check(t, ctx, "an enlarged board")
	press(t, ctx, "Larger")
	until(t, ctx, fmt.Sprintf(`%s === %d`, wide, before))
}
