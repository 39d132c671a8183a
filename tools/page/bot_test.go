//go:build web

package page

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// exported is the page of a model, by the command that people use, and its address.
func exported(t testing.TB, args ...string) (file, address string) {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(t.TempDir(), "bot.html")
	cmd := exec.Command(path, append([]string{"model", "export", "--html", file}, args...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return file, "file://" + file
}

// plays waits until the engine of an exported page is ready.
const plays = `document.querySelector('form button.first') && !document.querySelector('form button.first').disabled`

// strength chooses what the bot reads.
func strength(t testing.TB, ctx context.Context, player string) {
	t.Helper()
	eval[any](t, ctx, fmt.Sprintf(`(() => { const s = [...document.querySelectorAll('form select')][1];
		s.value = %q; s.dispatchEvent(new Event('change', { bubbles: true })); })()`, player))
}

const yours = `document.querySelector('.status') && document.querySelector('.status').innerText.startsWith('Your turn')`

// An exported page plays from a file: a game by clicks on the board, gone on with after a reload, saved, to
// its count.
func TestBotPlays(t *testing.T) {
	_, address := exported(t, "shipped:9x9")
	ctx := open(t, address)
	until(t, ctx, plays)
	strength(t, ctx, "policy")
	at(t, ctx, 9, 4, 4) // begins the game
	until(t, ctx, moves+` === 2 && `+yours)
	at(t, ctx, 9, 6, 2)
	until(t, ctx, moves+` === 4 && `+yours)
	do(t, ctx, chromedp.Reload())
	until(t, ctx, plays)
	press(t, ctx, "Go on with the last game")
	until(t, ctx, moves+` === 4 && `+yours)
	eval[any](t, ctx, `URL.createObjectURL = (blob) => { blob.text().then((text) => { globalThis.saved = text; }); return 'data:,'; }`)
	press(t, ctx, "Save SGF")
	until(t, ctx, `globalThis.saved && saved.includes(';B[ee]') && saved.includes('SZ[9]')`)
	press(t, ctx, "Hint")
	until(t, ctx, `document.querySelectorAll('.board .hint').length > 0`)
	show(t, ctx, "web-bot")
	for n := 4; ; { // the bot goes on; the person passes
		press(t, ctx, "Pass")
		until(t, ctx, moves+fmt.Sprintf(` > %d && !document.querySelector('.status').innerText.includes('thinking')`, n))
		if n = eval[int](t, ctx, moves); eval[bool](t, ctx, `/ wins /.test(document.querySelector('.status').innerText)`) {
			break
		}
		if n > 200 {
			t.Fatal("the game does not end")
		}
	}
	if eval[bool](t, ctx, `[...document.querySelectorAll('main a, main button')].some((e) => /Review|Look inside/.test(e.innerText))`) {
		t.Error("the page offers what only a server has")
	}
	press(t, ctx, "New game")
	until(t, ctx, plays)
}

// A click on the board of an exported page begins a game. The game before it can still be gone on with.
func TestBotKeepsTheGameBefore(t *testing.T) {
	_, address := exported(t, "shipped:9x9")
	ctx := open(t, address)
	until(t, ctx, plays)
	strength(t, ctx, "policy")
	at(t, ctx, 9, 4, 4)
	until(t, ctx, moves+` === 2 && `+yours)
	at(t, ctx, 9, 6, 2)
	until(t, ctx, moves+` === 4 && `+yours)
	again := func(button string, n int) {
		do(t, ctx, chromedp.Reload())
		until(t, ctx, plays)
		press(t, ctx, button)
		until(t, ctx, fmt.Sprintf(`%s === %d && %s`, moves, n, yours))
	}
	do(t, ctx, chromedp.Reload())
	until(t, ctx, plays)
	at(t, ctx, 9, 2, 2)
	until(t, ctx, moves+` === 2 && `+yours)
	again("Go on with the game before", 4)
	again("Go on with the last game", 4)
	again("Go on with the game before", 2)
	// The same page in another tab keeps its game in the same place.
	const other = "(;GM[1]SZ[9];B[aa])"
	eval[any](t, ctx, `localStorage.setItem(Object.keys(localStorage).find((k) => k.startsWith('bot:')), '`+other+`')`)
	at(t, ctx, 9, 7, 7)
	until(t, ctx, moves+` === 4 && `+yours)
	until(t, ctx, `localStorage.getItem(Object.keys(localStorage).find((k) => k.startsWith('bot-before:'))) === '`+other+`'`)
	again("Go on with the last game", 4)
}

// A page does not freeze while the bot thinks, says how far it is, and lets a move be taken back meanwhile.
func TestBotIsInterrupted(t *testing.T) {
	_, address := exported(t, "shipped:9x9")
	ctx := open(t, address)
	until(t, ctx, plays)
	strength(t, ctx, "search:playouts=800,threads=1")
	press(t, ctx, "Play")
	until(t, ctx, yours)
	do(t, ctx, chromedp.Focus(chromedp.CSS(".board")), chromedp.KeyEvent(kb.Enter))
	until(t, ctx, `document.querySelector('progress')`)
	press(t, ctx, "Take back")
	until(t, ctx, moves+` === 0 && `+yours)
}

// An exported page fits a phone and a wide screen, light and dark, in every language, and keeps nobody out.
func TestEverybodyCanUseTheBot(t *testing.T) {
	axe, err := os.ReadFile("node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Fatalf("%v: make test-web installs it", err)
	}
	_, address := exported(t, "shipped:19x19")
	ctx := open(t, address)
	check := func(what string) {
		t.Helper()
		for _, width := range []int64{360, 1280} {
			for _, scheme := range []string{"light", "dark"} {
				do(t, ctx, chromedp.EmulateViewport(width, 760), media(scheme))
				if eval[bool](t, ctx, `document.documentElement.scrollWidth > window.innerWidth`) {
					t.Errorf("%s does not fit %d pixels", what, width)
				}
				eval[any](t, ctx, string(axe)+`; 0`)
				found := eval[[]string](t, ctx, `axe.run().then(r => r.violations.filter(v => v.impact === 'serious' || v.impact === 'critical')
					.map(v => v.id + ': ' + v.nodes.map(n => n.html.slice(0, 120)).join(' | ')))`, chromedp.EvalAwaitPromise)
				for _, f := range found {
					t.Errorf("%s, %s, %d pixels: %s", what, scheme, width, f)
				}
			}
		}
	}
	until(t, ctx, `document.querySelector('header select')`)
	for _, language := range []string{"ja", "en"} {
		eval[any](t, ctx, `(() => { const s = document.querySelector('header select'); s.value = '`+language+`';
			s.dispatchEvent(new Event('change', { bubbles: true })); })()`)
		until(t, ctx, `document.documentElement.lang === '`+language+`'`)
		check("the first page in " + language)
	}
	until(t, ctx, plays)
	strength(t, ctx, "policy")
	press(t, ctx, "Play")
	until(t, ctx, yours)
	check("a game")
}

// talker has the program of an exported page answer a request: the state of the game when nobody thinks. That
// state is the answer, or what follows it, and it has another number of changes than the game before.
type talker func(n, before int, request string) (game map[string]json.RawMessage)

// inBrowser talks with the program in a worker, as the page does.
func inBrowser(t testing.TB, ctx context.Context) talker {
	t.Helper()
	eval[any](t, ctx, `(() => {
		const bytes = (id) => Uint8Array.from(atob(document.getElementById(id).textContent), (c) => c.charCodeAt(0));
		const source = new Blob([document.getElementById('worker').textContent]);
		const worker = new Worker(URL.createObjectURL(source));
		globalThis.latest = {};
		worker.onmessage = (e) => {
			const m = JSON.parse(e.data);
			if (m.event === 'ready') globalThis.ready = true;
			if (m.n || m.event === 'game' && globalThis.latest.n) globalThis.latest = { ...m, n: globalThis.latest.n || m.n };
		};
		globalThis.talk = (text) => { globalThis.latest = {}; worker.postMessage(text); };
		worker.postMessage({ engine: bytes('engine'), model: bytes('model') });
	})()`)
	until(t, ctx, `globalThis.ready`)
	return func(_, before int, request string) map[string]json.RawMessage {
		t.Helper()
		eval[any](t, ctx, fmt.Sprintf(`talk(%q)`, request))
		until(t, ctx, fmt.Sprintf(
			`latest.error || latest.game && latest.game.at > %d && !latest.game.thinking && latest.game.turn !== 'player'`, before))
		return settled(t, request, eval[string](t, ctx, `JSON.stringify(latest)`))
	}
}

// natively talks with the same program, compiled for this machine: with the build tag noasm, or without.
func natively(t testing.TB, file, tags string) talker {
	t.Helper()
	dir := t.TempDir()
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(page), `id="model">`)
	model, _, _ := strings.Cut(after, "<")
	archive, err := base64.StdEncoding.DecodeString(model)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "model.zip"), archive, 0o644); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-tags", tags, "-o", filepath.Join(dir, "program"), "./web/internal/botgame/program")
	build.Dir = "../.."
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOAMD64=v1") // later ones round once for a product and a sum
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	cmd := exec.Command(filepath.Join(dir, "program"), filepath.Join(dir, "model.zip"))
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("the program: %v", err)
		}
	})
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	return func(n, before int, request string) map[string]json.RawMessage {
		t.Helper()
		answered := false
		if _, err := io.WriteString(in, request+"\n"); err != nil {
			t.Fatal(err)
		}
		for lines.Scan() {
			var m struct {
				N     int
				Event string
				Error string
				Game  *struct {
					At             int
					Thinking, Turn string
				}
			}
			if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
				t.Fatal(err)
			}
			answered = answered || m.N == n
			if g := m.Game; m.Error != "" || answered && g != nil && g.At > before && g.Thinking == "" && g.Turn != "player" {
				return settled(t, request, lines.Text())
			}
		}
		t.Fatalf("the program ends at %s", request)
		return nil
	}
}

// settled takes the game of an answer apart.
func settled(t testing.TB, request, answer string) map[string]json.RawMessage {
	t.Helper()
	var m struct {
		Error string
		Game  map[string]json.RawMessage
	}
	if err := json.Unmarshal([]byte(answer), &m); err != nil || m.Error != "" || m.Game == nil {
		t.Fatalf("%s: %v, %s", request, err, answer)
	}
	return m.Game
}

// The program of an exported page plays, in a browser, the moves that it plays without assembly on this
// machine, and what it expects of every move that it considers is the same to the last bit.
func TestBotIsTheNativeProgram(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skipf("on %s Go rounds once for a product and a sum, in a browser twice", runtime.GOARCH)
	}
	file, address := exported(t, "shipped:9x9")
	ctx := open(t, address)
	until(t, ctx, plays)
	browser, native := inBrowser(t, ctx), natively(t, file, "noasm")
	for _, player := range []string{"search:playouts=60,threads=1", "policy", "policy:temperature=1,seed=7"} {
		n, before := 0, -1
		both := func(format string, args ...any) (game map[string]json.RawMessage) {
			t.Helper()
			n++
			request := fmt.Sprintf(`{"n": %d, `, n) + fmt.Sprintf(format, args...) + `}`
			there, here := browser(n, before, request), native(n, before, request)
			if err := json.Unmarshal(here["at"], &before); err != nil {
				t.Fatal(err)
			}
			for _, part := range []string{"points", "moves", "chances", "hints", "turn"} {
				if string(there[part]) != string(here[part]) {
					t.Fatalf("%s, %s: %s\nin the browser %s\nnatively       %s", player, request, part, there[part], here[part])
				}
			}
			return here
		}
		game := both(`"do": "begin", "wish": {"size": 9, "human": "black", "player": %q}`, player)
		for range 8 {
			game = both(`"do": "command", "command": {"do": "hint", "at": %s}`, game["at"])
			var hints []struct{ Point string }
			if err := json.Unmarshal(game["hints"], &hints); err != nil || len(hints) == 0 {
				t.Fatalf("%s: hints %s, %v", player, game["hints"], err)
			}
			game = both(`"do": "command", "command": {"do": "play", "point": %q, "at": %s}`, hints[len(hints)/2].Point, game["at"])
		}
	}
}
