//go:build web

package page

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// mistake is a record on 7×7 where A1 or B1 decides a fight, and any other move loses.
const mistake = `{"player": "random", "teach": true, "sgf":
	"(;SZ[7]KM[9]AB[ba][bb][bc][bd][be][bf][da][db][dc][dd][de][df][dg]AW[aa][ab][ac][ad][ae][af][ca][cb][cc][cd][ce][cf][cg]PL[B])"}`

const lesson = `document.querySelector('[role=alertdialog]')`

// A mistake is said and marked on the board, with a better move and what follows from it. It is taken back
// with the keys: the focus goes to the warning, and back to the board.
func TestTheTeacher(t *testing.T) {
	address := serve(t)
	ctx := open(t, address)
	begin(t, ctx, address, mistake)
	do(t, ctx, chromedp.Focus(chromedp.CSS(".board")), chromedp.KeyEvent("gf4"), chromedp.KeyEvent(kb.Enter))
	until(t, ctx, lesson+` && document.querySelector('.mark.warn') && document.querySelector('.mark.best')`)
	until(t, ctx, `document.activeElement === `+lesson)
	told(t, ctx, "points of win rate. With F4 you win")
	better := eval[string](t, ctx, `/(A1|B1) would win/.exec(`+lesson+`.innerText)[1]`)
	if eval[int](t, ctx, `document.querySelectorAll('circle.line').length`) != 0 {
		t.Error("a line is on the board before somebody asks for it")
	}
	at(t, ctx, 7, int(better[0]-'A'), 6)
	until(t, ctx, `document.querySelectorAll('circle.line').length > 0 && document.querySelector('circle.line.black')`)
	press(t, ctx, "Take it back")
	until(t, ctx, moves+` === 0 && `+lesson+` === null`)
	until(t, ctx, `document.activeElement === document.querySelector('.board')`)
}

// The teacher speaks from the loss on that somebody chooses.
func TestWhatTheTeacherPasses(t *testing.T) {
	address := serve(t)
	ctx := open(t, address)
	begin(t, ctx, address, mistake)
	until(t, ctx, `document.querySelector('.game select').value === '10'`)
	eval[any](t, ctx, `(() => { const s = document.querySelector('.game select'); s.value = '20'; s.dispatchEvent(new Event('change', { bubbles: true })); })()`)
	until(t, ctx, `fetch('/api/v1/games/' + location.hash.split('/')[2]).then(r => r.json()).then(g => { window.share = g.share; }) && window.share === 0.2`)
	if got := eval[string](t, ctx, `document.querySelector('.game select').selectedOptions[0].innerText`); got != "20 points of win rate" {
		t.Errorf("the choice is %q", got)
	}
}
