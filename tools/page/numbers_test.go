//go:build web

package page

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The numbers of a game say what they are: the bar and the curve of win rates, hints that were read and hints
// that are only a network's first idea.
func TestNumbersHaveMeanings(t *testing.T) {
	address := serve(t)
	ctx := open(t, address)
	const panel = `document.querySelector('.panel').innerText`
	begin(t, ctx, address, `{"size": 9, "player": "search:playouts=20,threads=1"}`)
	keysOn(t, ctx, kb.Enter)
	until(t, ctx, moves+` === 2 && /Black wins \d+\s%/.test(`+panel+`)`)
	keysOn(t, ctx, "gc3", kb.Enter)
	until(t, ctx, moves+` === 4 && /100 %\s+50 %\s+0 %\s+move 1\s+move 4/.test(`+panel+`)`)
	keysOn(t, ctx, "h")
	until(t, ctx, `/Good moves, with their win rates: [A-J][1-9] \d+\s%/.test(`+panel+`) && /are win rates in percent/.test(`+panel+`)`)
	until(t, ctx, `document.querySelectorAll('.mark.best').length === 1 && document.querySelectorAll('.mark.faint').length === 0`)
	check(t, ctx, "a game with hints")
	unread := eval[string](t, ctx, `import('/speech.js').then(m => m.hintList([{ point: 'D3', share: 0.42, read: false }], (key, v = {}) => (v.list ? key + ' ' + v.list : key)))`,
		chromedp.EvalAwaitPromise)
	if unread != "hint_list_prior D3 42\u00a0%" {
		t.Errorf("a hint that nobody read: %q", unread)
	}
}
