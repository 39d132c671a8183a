//go:build web

package page

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// BenchmarkFirstPaint is how long it takes from asking for the page until something is painted, with
// nothing in the browser's cache, while a search keeps all processors busy.
func BenchmarkFirstPaint(b *testing.B) {
	address := serve(b)
	search(b, address)
	total := 0.0
	for b.Loop() {
		ctx := open(b, address)
		until(b, ctx, `document.querySelector('form') && performance.getEntriesByName('first-contentful-paint').length`)
		total += eval[float64](b, ctx, `performance.getEntriesByName('first-contentful-paint')[0].startTime`)
	}
	b.ReportMetric(total/float64(b.N), "ms/paint")
}

// BenchmarkClick is how long it takes from a click on a 19×19 board until the stone is there, while a
// search keeps all processors busy.
func BenchmarkClick(b *testing.B) {
	address := serve(b)
	search(b, address)
	ctx := open(b, address)
	begin(b, ctx, address, `{"size": 19, "human": "both", "player": "random"}`)
	do(b, ctx, chromedp.EmulateViewport(1280, 860))
	n, total := 0, 0.0
	for b.Loop() {
		total += eval[float64](b, ctx, `(async () => {
			const board = document.querySelector('.board'), r = board.getBoundingClientRect(), unit = r.width / 20.8;
			const stones = () => document.querySelectorAll('.moves li').length, before = stones(), start = performance.now();
			const where = { bubbles: true, clientX: r.left + unit * (1.4 + `+strconv.Itoa(n%19)+`), clientY: r.top + unit * (1.4 + `+strconv.Itoa(n/19)+`) };
			board.dispatchEvent(new MouseEvent('click', where));
			while (stones() === before) await new Promise(requestAnimationFrame);
			return performance.now() - start;
		})()`, chromedp.EvalAwaitPromise)
		if n++; n == 361 {
			b.Fatal("the board is full: -benchtime 200x")
		}
	}
	b.ReportMetric(total/float64(n), "ms/click")
}

// search begins a game in which the program thinks until the end of the benchmark.
func search(b *testing.B, address string) {
	b.Helper()
	response, err := http.Post(address+"api/v1/games", "application/json",
		strings.NewReader(`{"size": 19, "human": "white", "player": "search:time=20m"}`))
	if err != nil {
		b.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusCreated {
		b.Fatal(response.Status)
	}
}

// BenchmarkBotReady is how long an exported page takes from its opening until a game can begin.
func BenchmarkBotReady(b *testing.B) {
	for _, model := range []string{"9x9", "19x19"} {
		b.Run(model, func(b *testing.B) {
			_, address := exported(b, "shipped:"+model)
			ctx := open(b, address)
			total := 0.0
			for b.Loop() {
				do(b, ctx, chromedp.Reload())
				total += eval[float64](b, ctx, `(async () => {
					while (!(`+plays+`)) await new Promise((done) => setTimeout(done, 5));
					return performance.now();
				})()`, chromedp.EvalAwaitPromise)
			}
			b.ReportMetric(total/float64(b.N), "ms/ready")
		})
	}
}

// BenchmarkBotPlayouts is how many playouts the search of an exported page makes in a second: in the
// browser, and the same program on this machine without assembly and with it.
func BenchmarkBotPlayouts(b *testing.B) {
	const playouts = 400
	for _, model := range []string{"9x9", "19x19"} {
		file, address := exported(b, "shipped:"+model)
		size, _, _ := strings.Cut(model, "x")
		for name, talk := range map[string]func(*testing.B) talker{
			"browser": func(b *testing.B) talker {
				ctx := open(b, address)
				until(b, ctx, plays)
				return inBrowser(b, ctx)
			},
			"noasm":    func(b *testing.B) talker { return natively(b, file, "noasm") },
			"assembly": func(b *testing.B) talker { return natively(b, file, "") },
		} {
			b.Run(model+"/"+name, func(b *testing.B) {
				program := talk(b)
				n := 0
				begin := func() {
					n++
					program(n, -1, fmt.Sprintf(`{"n": %d, "do": "begin", "wish": {"size": %s, "human": "black", `+
						`"player": "search:threads=1,reuse=off,playouts=%d,seed=%[1]d"}}`, n, size, playouts))
				}
				move := func() {
					n++
					program(n, 0, fmt.Sprintf(`{"n": %d, "do": "command", "command": {"do": "play", "point": "E5"}}`, n))
				}
				begin()
				move() // once to warm up
				for b.Loop() {
					b.StopTimer()
					begin()
					b.StartTimer()
					move()
				}
				b.ReportMetric(playouts*float64(b.N)/b.Elapsed().Seconds(), "playouts/s")
			})
		}
	}
}
