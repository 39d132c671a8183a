//go:build web

package page

import (
	"testing"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// A browser has six connections to a server for all its tabs. Tabs that are opened behind the one that
// somebody reads keep none.
func TestTabsInBackground(t *testing.T) {
	address := serve(t)
	ctx := open(t, address)
	begin(t, ctx, address, `{"size": 7, "player": "random"}`)
	game, background := eval[string](t, ctx, `location.href`), true
	for range 8 {
		_, err := chromedp.CallBrowser(ctx, target.CreateTarget,
			target.CreateTargetParams{URL: game, Background: &background})
		if err != nil {
			t.Fatal(err)
		}
	}
	eval[any](t, ctx, `(() => { window.answers = 0; setInterval(() => fetch('/api/v1/about').then(() => window.answers++), 300); })()`)
	until(t, ctx, `window.answers > 20`)
}
