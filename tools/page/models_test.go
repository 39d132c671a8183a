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

// usable checks that what the browser shows fits a phone and a wide screen, light and dark, and keeps nobody out.
func usable(t *testing.T, ctx context.Context, page string) {
	t.Helper()
	axe, err := os.ReadFile("node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Fatalf("%v: make test-web installs it", err)
	}
	eval[any](t, ctx, string(axe)+`; 0`)
	for _, width := range []int64{360, 1280} {
		for _, scheme := range []string{"light", "dark"} {
			do(t, ctx, chromedp.EmulateViewport(width, 760), media(scheme))
			if eval[bool](t, ctx, `document.documentElement.scrollWidth > window.innerWidth`) {
				t.Errorf("%s does not fit %d pixels", page, width)
			}
			found := eval[[]string](t, ctx, `axe.run().then(r => r.violations.filter(v => v.impact === 'serious' || v.impact === 'critical')
				.map(v => v.id + ': ' + v.nodes.map(n => n.html.slice(0, 120)).join(' | ')))`, chromedp.EvalAwaitPromise)
			for _, f := range found {
				t.Errorf("%s, %s, %d pixels: %s", page, scheme, width, f)
			}
		}
	}
}

// The models say what they are and where they fail, show a taste of their moves, and are played against.
func TestModels(t *testing.T) {
	address := serve(t)
	ctx := open(t, address)
	do(t, ctx, chromedp.Navigate(address+"#/models"))
	const shown = `document.querySelectorAll('article.model').length`
	until(t, ctx, shown+` === 9`)
	for _, want := range []string{"Tengen's 9×9 model", "shipped:19x19-rl", "What it is not good at", "life and death", "AlphaGo 2016 55.4\u00a0%"} {
		if !strings.Contains(eval[string](t, ctx, `document.body.innerText`), want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	press(t, ctx, "9×9")
	until(t, ctx, shown+` === 6`)
	until(t, ctx, `document.querySelector('.taste p').innerText.startsWith('Next it likes for Black')`)
	press(t, ctx, "Play its favourite")
	until(t, ctx, `document.querySelector('.taste p').innerText.startsWith('Next it likes for White') && document.querySelectorAll('.taste .black').length === 1`)
	press(t, ctx, "Empty board")
	until(t, ctx, `document.querySelectorAll('.taste .black').length === 0`)
	eval[any](t, ctx, `document.querySelector('article.model details').open = true`)
	if link := eval[string](t, ctx, `document.querySelector('a[download]').href`); link != address+"api/v1/models/onnx?model=shipped%3A9x9&network=policy" {
		t.Errorf("the file is at %s", link)
	}
	usable(t, ctx, "the models page")
	press(t, ctx, "Look inside")
	until(t, ctx, `/^#.inside.\w+/.test(location.hash) && document.querySelector('.board')`)
	do(t, ctx, chromedp.Navigate(address+"#/models/19"))
	until(t, ctx, shown+` === 2`)
	press(t, ctx, "Play against it")
	until(t, ctx, `location.hash.startsWith('#/game/') && document.querySelector('.status')?.innerText.startsWith('Your turn')`)
}

// The picture of the Models page: after some moves that the network likes.
func TestPictureModels(t *testing.T) {
	if os.Getenv("TENGEN_PICTURES") == "" {
		t.Skip("it is for the documents only")
	}
	address := serve(t)
	ctx := open(t, address)
	do(t, ctx, chromedp.Navigate(address+"#/models/19"))
	for n := range 6 {
		until(t, ctx, fmt.Sprintf(`document.querySelector('article')?.querySelectorAll('.taste circle.black, .taste circle.white').length === %d`, n))
		press(t, ctx, "Play its favourite")
	}
	show(t, ctx, "web-models")
}
