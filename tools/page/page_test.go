//go:build web

package page

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// patience is how long the browser may take for anything.
const patience = time.Minute

// program is tengen, built once.
var program = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "tengen-page")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "tengen")
	for _, args := range [][]string{
		{"run", "./web/internal/botgame/compile", "-o", "web/bot/engine"}, // which the program embeds
		{"build", "-o", path, "./cmd/tengen"},
	} {
		cmd := exec.Command("go", args...)
		cmd.Dir = "../.."
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			return "", fmt.Errorf("build: %w\n%s", err, out)
		}
	}
	return path, nil
})

var addressPattern = regexp.MustCompile(`http://[0-9.:]+/`)

// serve starts the program, with more arguments if there are any, and returns its address.
func serve(t testing.TB, more ...string) string {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, append([]string{"serve", "--listen", "127.0.0.1:0"}, more...)...)
	cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+t.TempDir())
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		if err := cmd.Wait(); err != nil {
			t.Errorf("tengen serve, interrupted: %v", err)
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	address := addressPattern.FindString(line)
	if err != nil || address == "" {
		t.Fatalf("tengen serve says %q, %v", line, err)
	}
	return address
}

// missing is what tests ask for though it does not exist.
const missing = "doesnotexist"

// open shows a page in a browser, and sees to it that nothing goes wrong there and no other host is asked.
func open(t testing.TB, address string) context.Context {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath("chromium"), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("disable-quic", true),
		chromedp.WindowSize(1280, 860))
	allocated, stop := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(stop)
	ctx, leave := chromedp.NewContext(allocated)
	t.Cleanup(leave)
	var mu sync.Mutex
	var wrong []string
	add := func(format string, args ...any) {
		mu.Lock()
		defer mu.Unlock()
		wrong = append(wrong, fmt.Sprintf(format, args...))
	}
	exceptions := chromedp.Events(ctx, runtime.ExceptionThrown)
	entries := chromedp.Events(ctx, log.EntryAdded)
	requests := chromedp.Events(ctx, network.RequestWillBeSent)
	go func() {
		for e, err := range exceptions {
			if err != nil {
				return
			}
			add("exception: %v", (&chromedp.ExceptionError{ExceptionDetails: e.ExceptionDetails}).Error())
		}
	}()
	go func() {
		for e, err := range entries {
			if err != nil {
				return
			}
			if !strings.HasSuffix(e.Entry.URL, missing) {
				add("%s %s", e.Entry.Text, e.Entry.URL)
			}
		}
	}()
	go func() {
		for e, err := range requests {
			if err != nil {
				return
			}
			if url := e.Request.URL; !strings.HasPrefix(url, address) && !strings.HasPrefix(url, "data:") && !strings.HasPrefix(url, "blob:") {
				add("asked %s", url)
			}
		}
	}()
	t.Cleanup(func() {
		if t.Failed() {
			picture(t, ctx)
		}
		mu.Lock()
		defer mu.Unlock()
		for _, w := range wrong {
			t.Error("the browser: " + w)
		}
	})
	do(t, ctx, chromedp.Navigate(address))
	return ctx
}

// show writes what the browser shows as a picture for the documents, if TENGEN_PICTURES names a folder
// for them (make pictures).
func show(t testing.TB, ctx context.Context, name string) {
	t.Helper()
	folder := os.Getenv("TENGEN_PICTURES")
	if folder == "" {
		return
	}
	do(t, ctx, chromedp.EmulateViewport(1280, 860), media("light"))
	do(t, ctx, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		shot, err := cdp.Call(ctx, t, page.CaptureScreenshot, page.CaptureScreenshotParams{
			Format: page.CaptureScreenshotFormatWebp, Quality: new(int64(80)),
		})
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(folder, name+".webp"), shot.Data, 0o644)
	}))
}

// picture keeps what the browser shows.
func picture(t testing.TB, ctx context.Context) {
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		t.Log(err)
		return
	}
	path := filepath.Join("failed", strings.ReplaceAll(t.Name(), "/", "-")+".png")
	if err := os.MkdirAll("failed", 0o755); err != nil {
		t.Log(err)
	} else if err := os.WriteFile(path, png, 0o644); err != nil {
		t.Log(err)
	}
	t.Log("what it looked like: tools/page/" + path)
}

// do has the browser do something.
func do(t testing.TB, ctx context.Context, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	soon, stop := context.WithTimeout(ctx, patience)
	defer stop()
	if chromedp.FromContext(ctx).Target == nil { // the first step starts the browser, which lives as long as its context
		soon = ctx
	}
	if err := chromedp.Do(soon, steps...); err != nil {
		survive(t, err)
		t.Fatal(err)
	}
}

// eval is the value of an expression in the page.
func eval[T any](t testing.TB, ctx context.Context, expression string, how ...chromedp.EvaluateOption) T {
	t.Helper()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, how...))
	if err != nil {
		survive(t, err)
		t.Fatalf("%.200s: %v", expression, err)
	}
	return value
}

// until waits for a condition in the page.
func until(t testing.TB, ctx context.Context, condition string) {
	t.Helper()
	for end := time.Now().Add(patience); ; {
		if eval[bool](t, ctx, `Boolean(`+condition+`)`) {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("%s never happened:\n%s", condition, eval[string](t, ctx, `document.body.innerText`))
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// slide moves the slider that a selector finds to a value.
func slide(t testing.TB, ctx context.Context, selector string, value int) {
	t.Helper()
	eval[any](t, ctx, fmt.Sprintf(`(() => {
		const s = document.querySelector(%q)
		s.value = %d
		s.dispatchEvent(new Event('input', { bubbles: true }))
	})()`, selector, value))
}

// press clicks the button of that name.
func press(t testing.TB, ctx context.Context, label string) {
	t.Helper()
	button := fmt.Sprintf(`[...document.querySelectorAll('button')].find(b => b.innerText.trim() === %q && !b.disabled && b.ariaDisabled !== 'true')`, label)
	until(t, ctx, button)
	eval[any](t, ctx, button+`.click()`)
}

// choose sets the n-th selection of the form.
func choose(t testing.TB, ctx context.Context, n int, value string) {
	t.Helper()
	eval[any](t, ctx, fmt.Sprintf(`(() => { const s = document.querySelectorAll('form select')[%d];
		s.value = %q; s.dispatchEvent(new Event('change', { bubbles: true })); })()`, n, value))
}

// at clicks a point of the board: column and row from the top left, from 0. A board that is scrolled out of the window
// gets no click, and one at the end of the page moves when the page becomes shorter.
func at(t testing.TB, ctx context.Context, size, x, y int) {
	t.Helper()
	box := eval[struct{ X, Y, W float64 }](t, ctx, `(() => { const board = document.querySelector('.board');
		board.scrollIntoView({ block: 'center', behavior: 'instant' });
		const r = board.getBoundingClientRect();
		return { X: r.left, Y: r.top, W: r.width }; })()`)
	unit := box.W / (float64(size) + 1.8)
	do(t, ctx, chromedp.MouseClickXY(box.X+unit*(1.4+float64(x)), box.Y+unit*(1.4+float64(y))))
}

// begin makes a game by the interface, and shows it.
func begin(t testing.TB, ctx context.Context, address, wish string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address+"api/v1/games", strings.NewReader(wish))
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var game struct{ ID, Error string }
	if err := json.NewDecoder(response.Body).Decode(&game); err != nil || game.ID == "" {
		t.Fatalf("%v, %+v", err, game)
	}
	do(t, ctx, chromedp.Navigate(address+"#/game/"+game.ID))
	until(t, ctx, `document.querySelector('.board')`)
}

const moves = `document.querySelectorAll('.moves li').length`

// A game on 7×7 against the random player, begun in the page, reloaded in the middle, to the counted end.
func TestAGameToTheEnd(t *testing.T) {
	ctx := open(t, serve(t))
	until(t, ctx, `document.querySelector('form')`)
	choose(t, ctx, 0, "9")
	choose(t, ctx, 1, "string")
	until(t, ctx, `document.querySelector('input[type=text]')`)
	do(t, ctx, chromedp.SendKeys(chromedp.CSS(`input[type=text]`), "random:seed=3"), chromedp.Click(chromedp.CSS(`input[type=checkbox]`)))
	press(t, ctx, "Play")
	until(t, ctx, `document.querySelector('.board')`)
	at(t, ctx, 9, 3, 3)
	until(t, ctx, moves+` === 2 && document.querySelector('.status').innerText.startsWith('Your turn')`)
	do(t, ctx, chromedp.Reload())
	until(t, ctx, moves+` === 2`)
	for n := 2; ; {
		press(t, ctx, "Pass")
		until(t, ctx, moves+fmt.Sprintf(` > %d && !document.querySelector('.status').innerText.includes('thinking')`, n))
		if n = eval[int](t, ctx, moves); eval[bool](t, ctx, `document.querySelector('.status').innerText.includes('The game is over')`) {
			break
		}
		if n > 300 {
			t.Fatal("the game does not end")
		}
	}
	until(t, ctx, `/White wins|Black wins/i.test(document.querySelector('.status').innerText) || / wins by /i.test(document.querySelector('.status').innerText)`)
	press(t, ctx, "Take back")
	until(t, ctx, `document.querySelector('.status').innerText.startsWith('Your turn')`)
}

// The board is played with the keys, and says what happens.
func TestKeys(t *testing.T) {
	address := serve(t)
	ctx := open(t, address)
	begin(t, ctx, address, `{"size": 9, "human": "both", "player": "random"}`)
	said := func(want string) string {
		return fmt.Sprintf(`document.querySelector('[aria-live]').innerText.includes(%q)`, want)
	}
	do(t, ctx, chromedp.Focus(chromedp.CSS(".board")), chromedp.KeyEvent(kb.ArrowLeft))
	until(t, ctx, said("D5, empty"))
	do(t, ctx, chromedp.KeyEvent(kb.Enter))
	until(t, ctx, moves+` === 1 && `+said("Black D5"))
	do(t, ctx, chromedp.KeyEvent("gd6"), chromedp.KeyEvent("r"))
	until(t, ctx, said("below Black"))
	do(t, ctx, chromedp.KeyEvent("u"))
	until(t, ctx, moves+` === 0`)
	do(t, ctx, chromedp.KeyEvent("c"))
	until(t, ctx, `document.body.innerText.includes('Estimate by playouts')`)
}

// Each page fits a phone and a wide screen, light and dark, in every language, and keeps nobody out.
func TestEverybodyCanUseIt(t *testing.T) {
	address := serve(t)
	ctx := open(t, address)
	for _, wish := range []string{`"player": "random", "human": "both"`, `"level": "strongest"`, `"player": "search:playouts=400,threads=1"`} {
		begin(t, ctx, address, `{"size": 19, "rules": "new-zealand", `+wish+`}`)
		at(t, ctx, 19, 3, 3)
		until(t, ctx, moves+` > 0`)
	}
	for _, language := range []string{"en", "zh", "ja", "ko"} {
		eval[any](t, ctx, `localStorage.setItem('language', '`+language+`')`)
		do(t, ctx, chromedp.Navigate(address+"?"+language))
		until(t, ctx, `document.querySelector('form')`)
		until(t, ctx, `document.documentElement.lang === '`+language+`' && document.querySelectorAll('tbody tr').length === 3`)
		do(t, ctx, chromedp.EmulateViewport(360, 760))
		if eval[bool](t, ctx, `document.querySelector('nav').clientHeight > 1.5 * document.querySelector('nav a').clientHeight`) {
			t.Errorf("in %s the way to the pages takes two lines", language)
		}
		check(t, ctx, "the first page in "+language)
	}
	eval[any](t, ctx, `localStorage.setItem('language', 'en')`)
	begin(t, ctx, address, `{"size": 19, "human": "both", "player": "random"}`)
	at(t, ctx, 19, 3, 3)
	until(t, ctx, moves+` === 1`)
	check(t, ctx, "a game")
}

// axe is the program that finds what keeps people out.
var axe = sync.OnceValues(func() ([]byte, error) { return os.ReadFile("node_modules/axe-core/axe.min.js") })

// It would read imported style sheets a second time in a way that the page forbids: hence preload.
//
// check sees to it that what the page shows fits a phone and a wide screen, light and dark, and keeps nobody out.
func check(t testing.TB, ctx context.Context, what string) {
	t.Helper()
	program, err := axe()
	if err != nil {
		t.Fatalf("%v: make test-web installs it", err)
	}
	for _, width := range []int64{360, 1280} {
		for _, scheme := range []string{"light", "dark"} {
			do(t, ctx, chromedp.EmulateViewport(width, 760), media(scheme))
			if wide := eval[int64](t, ctx, `document.documentElement.scrollWidth`); wide > width { // innerWidth grows with it
				t.Errorf("%s does not fit %d pixels: it is %d wide", what, width, wide)
			}
			eval[any](t, ctx, string(program)+`; 0`)
			found := eval[[]string](t, ctx, `axe.run({ preload: false }).then(r => r.violations.filter(v => v.impact === 'serious' || v.impact === 'critical')
				.map(v => v.id + ': ' + v.nodes.map(n => n.html.slice(0, 120)).join(' | ')))`, chromedp.EvalAwaitPromise)
			for _, f := range found {
				t.Errorf("%s, %s, %d pixels: %s", what, scheme, width, f)
			}
		}
	}
}

// media has the page believe in a scheme of colours.
func media(scheme string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})
		return err
	})
}

// A game and a review are deleted from their lists, after a question. A game without names has a link that can
// be read, and one without a move is not listed.
func TestDelete(t *testing.T) {
	address := serve(t)
	ctx := open(t, address)
	begin(t, ctx, address, `{"size": 9, "human": "both", "player": "random"}`)
	begin(t, ctx, address, `{"human": "both", "player": "random", "sgf": "(;SZ[9]PB[]PW[];B[ee])"}`)
	begin(t, ctx, address, `{"size": 9, "human": "both", "player": "random"}`)
	at(t, ctx, 9, 2, 2)
	until(t, ctx, moves+` === 1`)
	review(t, ctx, address, "(;SZ[9]KM[7];B[ee])", "rave:playouts=20,threads=1")
	const rows = `document.querySelectorAll('tbody tr').length`
	remove := func(answer string) {
		t.Helper()
		do(t, ctx, chromedp.Click(chromedp.CSS(".remove")))
		until(t, ctx, `document.activeElement === document.querySelector('[role=alertdialog]')`)
		press(t, ctx, answer)
		until(t, ctx, `document.querySelector('[role=alertdialog]') === null`)
	}
	for page, want := range map[string]int{"": 2, "review": 1} {
		do(t, ctx, chromedp.Navigate(address+"#/"+page))
		until(t, ctx, fmt.Sprintf(`%s === %d`, rows, want))
		if name := eval[string](t, ctx, `[...document.querySelectorAll('tbody a')].pop().innerText`); name != "Black – White" {
			t.Errorf("a game without names on page %q is called %q", page, name)
		}
		remove("No")
		until(t, ctx, fmt.Sprintf(`%s === %d && document.activeElement.className === 'remove'`, rows, want))
		remove("Yes, delete")
		until(t, ctx, fmt.Sprintf(`%s === %d && document.activeElement !== document.body || %d === 1`, rows, want-1, want))
		do(t, ctx, chromedp.Reload())
		until(t, ctx, fmt.Sprintf(`document.querySelector('section') && (%s === %d)`, rows, want-1))
	}
}
