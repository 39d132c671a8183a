//go:build web

package page

import (
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// A match of random players moves its board and its score, is stopped, goes on to its end, and its games open.
func TestMatch(t *testing.T) {
	address := serve(t)
	ctx := open(t, address)
	do(t, ctx, chromedp.Navigate(address+"#/match"))
	until(t, ctx, `document.querySelectorAll('fieldset').length === 2`)
	usable(t, ctx, "a new match")
	set := func(label, value string) {
		t.Helper()
		field := `[...document.querySelectorAll('label')].find(l => l.firstChild.textContent.trim() === '` + label + `').querySelector('input, select')`
		until(t, ctx, field)
		eval[any](t, ctx, `(() => { const f = `+field+`; f.value = '`+value+`';
			f.dispatchEvent(new Event(f.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true })); })()`)
	}
	for _, side := range []string{"a", "b"} {
		text := map[string]string{"a": "uct:playouts=400,threads=1", "b": "random"}[side]
		eval[any](t, ctx, `(() => { const s = document.querySelector('fieldset.`+side+` select'); s.value = 'string';
			s.dispatchEvent(new Event('change', { bubbles: true })); })()`)
		until(t, ctx, `document.querySelector('fieldset.`+side+` input[type=text]')`)
		do(t, ctx, chromedp.SendKeys(chromedp.CSS(`fieldset.`+side+` input[type=text]`), text))
	}
	set("Board", "7")
	set("Games", "8")
	press(t, ctx, "Start the match")
	until(t, ctx, `location.hash.startsWith('#/match/matches') && document.querySelector('.boards .board .black')`)
	caption := eval[string](t, ctx, `document.querySelector('figcaption').innerText`)
	until(t, ctx, `document.querySelector('figcaption')?.innerText !== '`+caption+`'`)
	until(t, ctx, `/^[1-9]/.test(document.querySelector('.result').innerText)`)
	press(t, ctx, "Stop")
	until(t, ctx, `document.querySelector('.state').innerText === 'stopped'`)
	until(t, ctx, `document.querySelectorAll('tbody tr').length > 0`)
	usable(t, ctx, "a match")
	press(t, ctx, "Go on")
	until(t, ctx, `document.querySelector('.state').innerText === 'finished' && document.body.innerText.includes('8 of 8 games')`)
	until(t, ctx, `document.querySelectorAll('tbody tr').length === 8`)
	if text := eval[string](t, ctx, `document.body.innerText`); !strings.Contains(text, "A is stronger.") || !strings.Contains(text, "Elo") {
		t.Errorf("the page does not say who is stronger:\n%s", text)
	}
	eval[any](t, ctx, `document.querySelector('tbody button').click()`)
	until(t, ctx, `/^#.(game|review)/.test(location.hash) && document.querySelector('.board')`)
	do(t, ctx, chromedp.Navigate(address+"#/match"))
	until(t, ctx, `document.querySelectorAll('.matches li').length === 1`)
}

// Whoever chose ranks reads ranks, in the score and in the list, with the player strings next to them.
func TestMatchOfRanks(t *testing.T) {
	address := serve(t)
	ctx := open(t, address)
	made := eval[string](t, ctx, `fetch('/api/v1/matches', { method: 'POST', headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ a: { level: '12k' }, b: { level: '15k' }, size: 9, games: 2 }) })
		.then(r => r.json()).then(m => m.id)`, chromedp.EvalAwaitPromise)
	do(t, ctx, chromedp.Navigate(address+"#/match/"+url.PathEscape(made)))
	ranks := func(where string) string {
		return `[...document.querySelectorAll('` + where + ` .player')]
			.map(p => p.querySelector('b')?.innerText + !!p.querySelector('code')).join() === '12 kyutrue,15 kyutrue'`
	}
	until(t, ctx, ranks(".score"))
	usable(t, ctx, "a match of ranks")
	do(t, ctx, chromedp.Navigate(address+"#/match"))
	until(t, ctx, ranks(".matches li"))
	usable(t, ctx, "the list of matches")
}

// A match that waits says which job runs.
func TestMatchWaits(t *testing.T) {
	address := serve(t)
	ctx := open(t, address)
	begin := func(player string, games int) string {
		t.Helper()
		return eval[string](t, ctx, fmt.Sprintf(`fetch('/api/v1/matches', { method: 'POST', headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ a: { player: %[1]q }, b: { player: %[1]q }, size: 9, games: %d }) })
			.then(r => r.json()).then(m => m.id)`, player, games), chromedp.EvalAwaitPromise)
	}
	begin("uct:playouts=2000,threads=1", 1000)
	second := begin("random", 2)
	do(t, ctx, chromedp.Navigate(address+"#/match/"+url.PathEscape(second)))
	until(t, ctx, `document.querySelector('.now a')?.innerText.startsWith('uct:playouts=2000')`)
	usable(t, ctx, "a match that waits")
}

// The picture of the Match page: three games at once, with a test.
func TestPictureMatch(t *testing.T) {
	if os.Getenv("TENGEN_PICTURES") == "" {
		t.Skip("it is for the documents only")
	}
	address := serve(t)
	ctx := open(t, address)
	made := eval[string](t, ctx, `fetch('/api/v1/matches', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({
		a: { player: 'uct:playouts=300,threads=1' }, b: { player: 'uct:playouts=150,threads=1' }, size: 9, games: 200, openings: 2, parallel: 4, seed: 3,
		sprt: { elo0: 0, elo1: 100 } }) }).then(r => r.json()).then(m => m.id)`, chromedp.EvalAwaitPromise)
	do(t, ctx, chromedp.Navigate(address+"#/match/"+url.PathEscape(made)))
	until(t, ctx, `document.querySelectorAll('tbody tr').length >= 12 && document.querySelectorAll('figure').length === 4`)
	show(t, ctx, "web-match")
}
