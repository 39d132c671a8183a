//go:build web

package page

import (
	"fmt"
	"strings"
	"testing"
)

// The opponent is chosen by rank, each board has its own ranks, and the page says that they are estimated.
func TestLevels(t *testing.T) {
	ctx := open(t, serve(t))
	until(t, ctx, `document.querySelector('form')`)
	const level = `document.querySelectorAll('form select')[2]`
	shown := level + `.selectedOptions[0].innerText`
	note := func(words string) string {
		return fmt.Sprintf(`document.querySelector('form').innerText.includes(%q)`, words)
	}
	until(t, ctx, `/^1\d kyu$/.test(`+shown+`)`) // a friendly one
	until(t, ctx, note("The ranks are estimated, from games between programs."))
	until(t, ctx, level+`.options[0].innerText.endsWith('kyu – weakest')`)
	until(t, ctx, level+`.options[`+level+`.options.length - 1].innerText === 'strongest'`)

	choose(t, ctx, 2, "strongest")
	choose(t, ctx, 0, "13")
	until(t, ctx, note("On this board nobody measured them."))
	until(t, ctx, shown+` === 'strongest'`)
	choose(t, ctx, 0, "19")
	weakest := eval[string](t, ctx, level+`.options[0].value`)
	choose(t, ctx, 2, weakest)
	until(t, ctx, shown+`.endsWith('weakest')`)
	name := strings.TrimSuffix(eval[string](t, ctx, shown), " – weakest")
	press(t, ctx, "Play")
	until(t, ctx, `document.querySelector('.board')`)
	until(t, ctx, fmt.Sprintf(`document.body.innerText.includes('Tengen, %s')`, name))
}
