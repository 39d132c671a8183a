//go:build web

package page

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// told waits until the live region says something.
func told(t *testing.T, ctx context.Context, want string) {
	t.Helper()
	until(t, ctx, fmt.Sprintf(`document.querySelector('[aria-live]').innerText.includes(%q)`, want))
}

// keysOn presses keys on the board, one after the other.
func keysOn(t *testing.T, ctx context.Context, keys ...string) {
	t.Helper()
	do(t, ctx, chromedp.Focus(chromedp.CSS(".board")))
	for _, k := range keys {
		do(t, ctx, chromedp.KeyEvent(k))
	}
}

// What happens in a game is said: captures, moves taken back, the record, the estimate, owners, the state. What
// is said twice is another text the second time.
func TestAGameIsSpoken(t *testing.T) {
	address := serve(t)
	ctx := open(t, address)
	begin(t, ctx, address, `{"human": "both", "player": "random", "time": "5m+3s",
		"sgf": "(;SZ[7]KM[9]AB[ba][da][ab][bb][cb][db]PL[B];B[dd];W[gg])"}`)
	keysOn(t, ctx, "[")
	told(t, ctx, "Move 1: Black D4")
	keysOn(t, ctx, "]")
	told(t, ctx, "White G1. Your turn: Black")
	keysOn(t, ctx, "u")
	told(t, ctx, "Move 1: Black D4. Your turn: White")
	keysOn(t, ctx, "]")
	told(t, ctx, "White G1. Your turn: Black")
	keysOn(t, ctx, "p")
	told(t, ctx, "Black passes")
	keysOn(t, ctx, "u")
	told(t, ctx, "Move 2: White G1. Your turn: Black")
	keysOn(t, ctx, "s")
	told(t, ctx, "Your turn: Black. Move 2: White G1. Black: captured 0. White: captured 0. Black: 05:0")
	const live = `document.querySelector('[aria-live]').textContent`
	before := eval[string](t, ctx, live)
	keysOn(t, ctx, "gd4", "r")
	told(t, ctx, "D4, Black. ")
	keysOn(t, ctx, "r")
	if again := eval[string](t, ctx, live); again == before || again[len(again)-2:] != "\u00a0" {
		t.Errorf("said again: %q", again)
	}
	keysOn(t, ctx, "c")
	told(t, ctx, "Estimate by playouts:")
	keysOn(t, ctx, "gb6")
	told(t, ctx, "B6, Black, belongs to Black")
	begin(t, ctx, address, `{"human": "both", "player": "random", "sgf": "(;SZ[7]KM[9]AB[ba][aa]AW[ca][bb]PL[W])"}`)
	keysOn(t, ctx, "ga6", kb.Enter)
	told(t, ctx, "White A6. White captures 2. Your turn: Black")
	keysOn(t, ctx, kb.Enter)
	told(t, ctx, "There is a stone at A6 already.")
}

// A button that can no longer be pressed keeps the focus.
func TestTheFocusStays(t *testing.T) {
	address := serve(t)
	ctx := open(t, address)
	begin(t, ctx, address, `{"size": 9, "human": "both", "player": "random"}`)
	keysOn(t, ctx, kb.Enter)
	until(t, ctx, moves+` === 1`)
	const undo = `[...document.querySelectorAll('button')].find(b => b.innerText === 'Take back')`
	eval[any](t, ctx, undo+`.focus()`)
	do(t, ctx, chromedp.KeyEvent(kb.Enter))
	until(t, ctx, moves+` === 0 && `+undo+`.ariaDisabled === 'true'`)
	if at := eval[string](t, ctx, `document.activeElement.innerText`); at != "Take back" {
		t.Errorf("the focus is at %q", at)
	}
	press(t, ctx, "Resign")
	until(t, ctx, `document.activeElement === document.querySelector('[role=alertdialog]')`)
}

// Inside says what a search found, and where a playout and a rollout are.
func TestInsideIsSpoken(t *testing.T) {
	_, ctx := insideOf(t)
	slide(t, ctx, `.part input[type=range]`, 3) // 500: after 50 the tree may be one move deep
	press(t, ctx, "Search")
	told(t, ctx, "500 playouts so far.")
	press(t, ctx, "A playout in the tree")
	press(t, ctx, "One playout")
	told(t, ctx, "Playout ")
	eval[any](t, ctx, `document.querySelector('.part [aria-label=Start]').click()`)
	told(t, ctx, "The root: ")
	eval[any](t, ctx, `document.querySelector('.part [aria-label=Forward]').click()`)
	told(t, ctx, "Depth 1: ")
	eval[any](t, ctx, `document.querySelector('.part [aria-label=End]').click()`)
	told(t, ctx, "Backup.")
	press(t, ctx, "A rollout")
	until(t, ctx, `document.querySelectorAll('.likely > li').length > 2`)
	eval[any](t, ctx, `document.querySelector('.part [aria-label=Forward]').click()`)
	told(t, ctx, "Move 1 of ")
}
