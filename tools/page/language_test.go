//go:build web

package page

import (
	"regexp"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A game in another language has no English: names, the estimate, the hints, the reason of a refusal.
func TestNoEnglish(t *testing.T) {
	address := serve(t)
	ctx := open(t, address)
	for _, language := range []string{"zh", "ja", "ko"} {
		eval[any](t, ctx, `localStorage.setItem('language', '`+language+`')`)
		do(t, ctx, chromedp.Navigate(address+"?"+language))
		until(t, ctx, `document.querySelector('form') && document.documentElement.lang === '`+language+`'`)
		const words = `((e) => (e.innerText.match(/[A-Za-z]{3,}/g) || []))`
		known := []string{"Tengen", "SGF", "sgf", "AGA", "Tromp", "Taylor", "Elo", "min"}
		look := func(what, where string) {
			for _, w := range eval[[]string](t, ctx, words+`(`+where+`)`) {
				if !slices.Contains(known, w) {
					t.Errorf("%s in %s says %q", what, language, w)
				}
			}
		}
		look("the first page", `document.querySelector('form')`)
		begin(t, ctx, address, `{"size": 9, "level": "15k", "human": "black"}`)
		keysOn(t, ctx, kb.Enter)
		until(t, ctx, moves+` === 2`)
		until(t, ctx, `document.querySelector('.who').classList.contains('turn')`)
		keysOn(t, ctx, "c")
		until(t, ctx, `document.querySelector('.board canvas') && /%/.test(document.querySelector('.panel').innerText)`)
		eval[any](t, ctx, `window.fetch = async () => new Response('{"error": "black E5: occupied", "code": "occupied", "args": {"point": "E5"}}', { status: 400 }); 0`)
		keysOn(t, ctx, "p")
		until(t, ctx, `/E5/.test((document.querySelector('.panel [role=alert]') || {}).innerText)`)
		look("a game", `document.querySelector('.panel')`)
		said := eval[[]string](t, ctx, `(async () => {
			const say = await (await import('/text.js')).words('`+language+`');
			const { lessonText } = await import('/lesson.js');
			const { hintList, resultOf, stateOf } = await import('/speech.js');
			const game = { black: 'You', white: 'You', turn: 'count', result: 'B+3.5', captures: { black: 1, white: 2 },
				moves: [{ color: 'white', point: 'pass' }] };
			return [lessonText({ move: { point: 'pass' }, value: 0.5, better: { point: 'pass', share: 0.6 } }, say),
				hintList([{ point: 'pass', share: 0.5, read: true }, { point: 'D4', share: 0.4, read: true }], say),
				stateOf(game, say), resultOf('W+R', say), resultOf('B+T', say)];
		})()`, chromedp.EvalAwaitPromise)
		for _, text := range said {
			if raw := regexp.MustCompile(`[A-Za-z]{3,}`).FindString(text); raw != "" {
				t.Errorf("in %s: %q in %q", language, raw, text)
			}
			if language != "ko" && regexp.MustCompile(`[.,:] `).MatchString(text) {
				t.Errorf("in %s a list or a sentence has the marks of English: %q", language, text)
			}
		}
		unlike := eval[[]string](t, ctx, `(async () => {
			const say = await (await import('/text.js')).words('`+language+`');
			const { resultOf } = await import('/speech.js');
			return ['Void', '?', 'B+'].filter((r) => resultOf(r, say) !== r);
		})()`, chromedp.EvalAwaitPromise)
		if len(unlike) > 0 {
			t.Errorf("in %s %q are other results", language, unlike)
		}
		if n := eval[int](t, ctx, `document.querySelectorAll('.who strong').length`); n != 2 {
			t.Errorf("%d names", n)
		}
	}
}
