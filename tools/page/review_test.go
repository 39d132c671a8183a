//go:build web

package page

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// gameOf is an example game on 9×9 between two levels of GNU Go, up to a move.
func gameOf(t testing.TB, moves int) string {
	t.Helper()
	file, err := os.Open("../../examples/gnugo9.sgfl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	plain, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(plain).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	nodes := strings.Split(strings.TrimSuffix(strings.TrimSpace(line), ")"), ";")
	return strings.Join(nodes[:min(len(nodes), moves+2)], ";") + ")"
}

// review makes a review by the interface, and shows it.
func review(t testing.TB, ctx context.Context, address, record, player string) (id string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost,
		address+"api/v1/reviews?name=example.sgf&player="+url.QueryEscape(player), strings.NewReader(record))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-go-sgf")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var made struct{ ID, Error string }
	if err := json.NewDecoder(response.Body).Decode(&made); err != nil || made.ID == "" {
		t.Fatalf("%v, %+v", err, made)
	}
	do(t, ctx, chromedp.Navigate(address+"#/review/"+made.ID))
	until(t, ctx, `document.querySelector('.board')`)
	return made.ID
}

// drag has the mouse drag what is at a selector by so many pixels.
func drag(t testing.TB, ctx context.Context, selector string, dx, dy float64) {
	t.Helper()
	x, y := middle(t, ctx, selector)
	do(t, ctx, chromedp.MouseEvent(chromedp.MouseMoved, x, y),
		chromedp.MouseEvent(chromedp.MousePressed, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
	for step := range 4 {
		part := float64(step+1) / 4
		do(t, ctx, chromedp.MouseEvent(chromedp.MouseMoved, x+dx*part, y+dy*part, chromedp.ButtonLeft))
	}
	do(t, ctx, chromedp.MouseEvent(chromedp.MouseReleased, x+dx, y+dy, chromedp.ButtonLeft, chromedp.ClickCount(1)))
}

// middle is the middle of what is at a selector, brought into sight.
func middle(t testing.TB, ctx context.Context, selector string) (x, y float64) {
	t.Helper()
	until(t, ctx, fmt.Sprintf(`document.querySelector(%q)`, selector))
	at := eval[struct{ X, Y float64 }](t, ctx, fmt.Sprintf(`(() => { const e = document.querySelector(%q);
		e.scrollIntoView({ block: 'center' }); const r = e.getBoundingClientRect();
		return { X: r.left + r.width / 2, Y: r.top + r.height / 2 }; })()`, selector))
	return at.X, at.Y
}

// number is the move that the page shows.
func number(n int) string {
	return fmt.Sprintf(`document.querySelector('.status').innerText.startsWith('Move %d:')`, n)
}

// The position after the last move of a counted game has no candidates. It is shown, also after the page was
// loaded again.
func TestReviewOfFinishedGame(t *testing.T) {
	address := serve(t)
	ctx := open(t, address)
	path := filepath.Join(t.TempDir(), "passes.sgf")
	if err := os.WriteFile(path, []byte("(;GM[1]FF[4]SZ[7]KM[7];B[dd];W[dc];B[];W[])"), 0o600); err != nil {
		t.Fatal(err)
	}
	do(t, ctx, chromedp.Navigate(address+"#/review"))
	until(t, ctx, `document.querySelector(".zone")`)
	do(t, ctx, chromedp.SetUploadFiles(chromedp.CSS(`input[type=file]`), []string{path}))
	until(t, ctx, `document.body.innerText.includes('5 of 5 positions')`)
	do(t, ctx, chromedp.Focus(chromedp.CSS(".tree")), chromedp.KeyEvent(kb.End))
	until(t, ctx, number(4))
	do(t, ctx, chromedp.Reload())
	until(t, ctx, `document.querySelector('.board')`)
	until(t, ctx, number(4))
	const candidates = `document.querySelector('.columns').innerText`
	const think = `[...document.querySelectorAll('button')].find(b => b.innerText === 'Think about this position')`
	until(t, ctx, candidates+`.includes('The game is over: nothing to play.')`)
	until(t, ctx, `!/visits|Not analysed/.test(`+candidates+`) && !/playouts$/m.test(document.querySelector('.right').innerText)`)
	until(t, ctx, think+`.disabled && `+think+`.ariaPressed === 'false'`)
	do(t, ctx, chromedp.Focus(chromedp.CSS(".tree")), chromedp.KeyEvent(kb.ArrowLeft))
	until(t, ctx, number(3))
	until(t, ctx, `/visits/.test(`+candidates+`) && !`+think+`.disabled && `+think+`.ariaPressed === 'true'`)
	until(t, ctx, `/(Reading|Has read).* playouts$/m.test(document.querySelector('.right').innerText)`)
}

// Somebody who tries a variation still sees the mistakes of the game. A click on a stone is no move, and the
// page does not say whose turn it is to somebody who only looks.
func TestReviewOfVariation(t *testing.T) {
	address := serve(t)
	ctx := open(t, address)
	path := filepath.Join(t.TempDir(), "weak.sgf")
	if err := os.WriteFile(path, []byte("(;GM[1]FF[4]SZ[9]KM[7];B[ee];W[ec];B[aa];W[gf];B[ia];W[cf])"), 0o600); err != nil {
		t.Fatal(err)
	}
	do(t, ctx, chromedp.Navigate(address+"#/review"))
	until(t, ctx, `document.querySelector(".zone")`)
	do(t, ctx, chromedp.SetUploadFiles(chromedp.CSS(`input[type=file]`), []string{path}))
	until(t, ctx, `document.body.innerText.includes('7 of 7 positions')`)
	bad := `[...document.querySelectorAll('.mistakes button')].map(b => b.innerText).filter(x => x.includes('A9') || x.includes('J9')).length`
	until(t, ctx, bad+` === 2`) // moves in the corner

	do(t, ctx, chromedp.Focus(chromedp.CSS(".tree")), chromedp.KeyEvent(kb.Home), chromedp.KeyEvent(kb.ArrowRight))
	until(t, ctx, number(1))
	at(t, ctx, 9, 4, 4) // E5, where a stone is
	at(t, ctx, 9, 0, 8)
	until(t, ctx, `document.querySelector('.tree .here').dataset.point === 'A1'`)
	until(t, ctx, bad+` === 2`)
	if eval[bool](t, ctx, `Boolean(document.querySelector('[role=alert]'))`) {
		t.Error("a click on a stone is an error")
	}
	until(t, ctx, `document.body.innerText.includes('Black to move') && !document.body.innerText.includes('Your turn')`)
	until(t, ctx, `[...document.querySelectorAll('.plot .tick[text-anchor=middle]')].every(x => /^[0-9]+$/.test(x.textContent))`)
	until(t, ctx, `document.querySelectorAll('.mistakes').length === 2`) // the variation's are apart
}

// A file is chosen, and the game is reviewed: curve, mistakes, candidates, variations, and the saved record.
func TestReview(t *testing.T) {
	address := serve(t)
	ctx := open(t, address)
	path := filepath.Join(t.TempDir(), "two.sgf")
	if err := os.WriteFile(path, []byte(gameOf(t, 3)+"\n"+gameOf(t, 16)), 0o600); err != nil {
		t.Fatal(err)
	}
	do(t, ctx, chromedp.Navigate(address+"#/review"))
	until(t, ctx, `document.querySelector(".zone")`)
	do(t, ctx, chromedp.SetUploadFiles(chromedp.CSS(`input[type=file]`), []string{path}))
	press(t, ctx, "2. GNU Go 3.8 level 3 – GNU Go 3.8 level 1")
	until(t, ctx, `location.hash.startsWith('#/review/') && document.querySelector('.board')`)
	until(t, ctx, `document.querySelector('progress').value > 0`)
	until(t, ctx, `document.body.innerText.includes('17 of 17 positions')`)
	until(t, ctx, `document.querySelector('.series path').getAttribute('d').match(/[ML]/g).length === 17`)

	press(t, ctx, "Think about this position") // no longer, so that candidates and mistakes stay as they are
	until(t, ctx, `[...document.querySelectorAll('button')].some(b => b.innerText.startsWith('Think') && b.ariaPressed === 'false')`)

	x, y := middle(t, ctx, ".plot")
	do(t, ctx, chromedp.MouseClickXY(x, y))
	until(t, ctx, `/^Move [78]:/.test(document.querySelector('.status').innerText)`)
	do(t, ctx, chromedp.KeyEvent(kb.End))
	until(t, ctx, number(16))
	until(t, ctx, `document.querySelector('.mistakes button')`) // in a game of weak players there are some
	before := eval[int](t, ctx, `(() => { const b = document.querySelector('.mistakes button'), n = parseInt(b.innerText) - 1; b.click(); return n; })()`)
	until(t, ctx, fmt.Sprintf(`%s || %d === 0`, number(before), before))

	do(t, ctx, chromedp.Focus(chromedp.CSS(".tree")), chromedp.KeyEvent(kb.Home), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	until(t, ctx, number(2))
	until(t, ctx, `document.querySelectorAll('.mark').length > 1`)
	best := eval[string](t, ctx, `document.querySelector('.candidates tbody button').innerText`)
	x, y = point(t, ctx, 9, best)
	do(t, ctx, chromedp.MouseEvent(chromedp.MouseMoved, x, y))
	until(t, ctx, `(document.querySelector('.board .number') || {}).textContent === '1' && document.querySelectorAll('.board .number').length > 1`)
	do(t, ctx, chromedp.MouseEvent(chromedp.MouseMoved, 2, 2))
	until(t, ctx, `!document.querySelector('.board .number')`)

	// Two moves that are tried become variations; dragged up, the second takes the place of the first, then of the main line.
	rows := `[...document.querySelectorAll('.tree .spot')].filter(s => ['G3', 'A9', 'J1'].includes(s.dataset.point)).map(s => s.dataset.point + s.dataset.row).sort().join(' ')`
	for _, v := range []string{"A9", "J1"} {
		x, y = point(t, ctx, 9, v)
		do(t, ctx, chromedp.MouseClickXY(x, y))
		until(t, ctx, `document.querySelector('.tree .here').dataset.point === '`+v+`'`)
		do(t, ctx, chromedp.Focus(chromedp.CSS(".tree")), chromedp.KeyEvent(kb.ArrowLeft))
		until(t, ctx, number(2))
	}
	until(t, ctx, rows+` === 'A91 J12'`)
	drag(t, ctx, `.tree [data-point="J1"]`, 6, -28)
	until(t, ctx, rows+` === 'A92 J11'`)
	drag(t, ctx, `.tree [data-point="A9"]`, 0, -56)
	until(t, ctx, rows+` === 'A90 J12'`)
	eval[any](t, ctx, `document.querySelector('.tree').focus()`)
	x, y = middle(t, ctx, `.tree [data-point="J1"]`)
	do(t, ctx, chromedp.MouseClickXY(x, y))
	until(t, ctx, `document.querySelector('.tree .here').dataset.point === 'J1'`)
	press(t, ctx, "Make main line")
	until(t, ctx, rows+` === 'A91 J10'`)
	x, y = middle(t, ctx, `.tree [data-point="A9"]`)
	do(t, ctx, chromedp.MouseClickXY(x, y))
	until(t, ctx, `document.querySelector('.tree .here').dataset.point === 'A9'`)
	press(t, ctx, "Delete variation")
	until(t, ctx, rows+` === 'J10'`)

	response, err := http.Get(eval[string](t, ctx, `document.querySelector('a[download]').href`))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	saved, err := io.ReadAll(response.Body)
	if err != nil || !strings.Contains(string(saved), "SBKV[") || !strings.Contains(string(saved), "(;B[ii]") {
		t.Errorf("saved, %v:\n%s", err, saved)
	}
}

// point is where a point of the board is on the screen.
func point(t testing.TB, ctx context.Context, size int, vertex string) (x, y float64) {
	t.Helper()
	eval[any](t, ctx, `document.querySelector('.board').scrollIntoView({ block: 'center' })`)
	box := eval[struct{ X, Y, W float64 }](t, ctx, `(() => { const r = document.querySelector('.board').getBoundingClientRect();
		return { X: r.left, Y: r.top, W: r.width }; })()`)
	var row int
	if _, err := fmt.Sscan(vertex[1:], &row); err != nil {
		t.Fatalf("%q: %v", vertex, err)
	}
	unit := box.W / (float64(size) + 1.8)
	return box.X + unit*(1.4+float64(strings.Index("ABCDEFGHJKLMNOPQRST", vertex[:1]))), box.Y + unit*(1.4+float64(size-row))
}

// The page with everything on it, two players compared, keeps nobody out.
func TestEverybodyCanReview(t *testing.T) {
	address := serve(t)
	ctx := open(t, address)
	do(t, ctx, chromedp.Navigate(address+"#/review"))
	until(t, ctx, `document.querySelector('.zone')`)
	check(t, ctx, "the first page of Review")
	review(t, ctx, address, gameOf(t, 12), "search:playouts=40,threads=1")
	until(t, ctx, `document.body.innerText.includes('13 of 13 positions')`)
	eval[any](t, ctx, `(() => { const s = document.querySelectorAll('.players select')[1];
		s.value = s.options[1].value; s.dispatchEvent(new Event('change', { bubbles: true })); })()`)
	until(t, ctx, `document.querySelectorAll('.candidates').length === 2`)
	press(t, ctx, "Policy")
	check(t, ctx, "a review")
}

// The picture of the Review page.
func TestPictureReview(t *testing.T) {
	address := serve(t)
	ctx := open(t, address)
	review(t, ctx, address, gameOf(t, 40), "search:playouts=60,threads=1")
	until(t, ctx, `document.body.innerText.includes('41 of 41 positions') && document.querySelector('.mistakes button')`)
	eval[any](t, ctx, `document.querySelector('.mistakes button').click()`)
	until(t, ctx, `document.querySelectorAll('.mark').length > 1 && document.querySelectorAll('.candidates tbody tr').length > 1`)
	show(t, ctx, "web-review")
}
