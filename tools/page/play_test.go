//go:build web

package page

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// Clocks run down, and whoever has no time left loses.
func TestClocks(t *testing.T) {
	address := serve(t)
	ctx := open(t, address)
	begin(t, ctx, address, `{"size": 9, "human": "black", "player": "random", "time": "1m+1s"}`)
	until(t, ctx, `document.querySelectorAll('.clock')[0].innerText < '01:00'`)
	at(t, ctx, 9, 2, 2)
	until(t, ctx, moves+` === 2`)
	begin(t, ctx, address, `{"size": 9, "human": "black", "player": "random", "time": "500ms"}`)
	until(t, ctx, `document.querySelector('.status').innerText === 'White wins on time'`)
}

// A game that does not exist is refused in the server's words; only a server that does not answer is lost. What
// a page says of a lost server goes when the server is back.
func TestLostAndMissing(t *testing.T) {
	address := serve(t)
	ctx := open(t, address)
	do(t, ctx, chromedp.Navigate(address+"#/game/"+missing))
	until(t, ctx, `document.querySelector('[role=alert]') && document.body.innerText.includes('no such game')`)
	if eval[bool](t, ctx, `document.body.innerText.includes('No connection')`) {
		t.Error("the page says that there is no connection")
	}

	begin(t, ctx, address, `{"size": 7, "human": "both", "player": "random"}`)
	eval[any](t, ctx, `(() => { window.real = fetch; window.fetch = () => Promise.reject(new TypeError('Failed to fetch')); })()`)
	at(t, ctx, 7, 3, 3)
	until(t, ctx, `document.querySelector('[role=alert]').innerText.includes('No connection to Tengen')`)
	eval[any](t, ctx, `(() => { window.fetch = window.real; })()`)
	at(t, ctx, 7, 3, 3)
	until(t, ctx, moves+` === 1 && !document.querySelector('[role=alert]')`)
}

// A stream that was answered with an error is asked for again, and what the page says of the error goes.
func TestARefusedStream(t *testing.T) {
	address := serve(t)
	ctx := open(t, address)
	begin(t, ctx, address, `{"size": 7, "human": "both", "player": "random"}`)
	eval[any](t, ctx, `(() => {
		window.game = location.hash;
		location.hash = '#/models';
		window.Stream = EventSource;
		window.EventSource = function () { return new Stream('/api/v1/events?game=`+missing+`'); };
		window.EventSource.CLOSED = Stream.CLOSED;
		window.real = fetch;
		window.fetch = (path, options) => (/games.[0-9a-f]+$/.test(path)
			? Promise.resolve(new Response('{"error": "the server ends"}', { status: 503 })) : real(path, options));
	})()`)
	until(t, ctx, `!document.querySelector('.board')`)
	eval[any](t, ctx, `(() => { location.hash = window.game; })()`)
	until(t, ctx, `document.querySelector('[role=alert]') && document.body.innerText.includes('the server ends')`)
	eval[any](t, ctx, `(() => { window.EventSource = Stream; window.fetch = real; })()`)
	until(t, ctx, `document.querySelector('.board') && !document.querySelector('[role=alert]')`)
}

// A button for another variation is there where there is one; a click on a stone is no move.
func TestOtherVariation(t *testing.T) {
	address := serve(t)
	ctx := open(t, address)
	begin(t, ctx, address, `{"size": 7, "human": "both", "player": "random"}`)
	other := `[...document.querySelectorAll('button')].some(b => b.innerText === 'Other variation')`
	at(t, ctx, 7, 3, 3)
	until(t, ctx, moves+` === 1`)
	at(t, ctx, 7, 3, 3)
	at(t, ctx, 7, 3, 4)
	until(t, ctx, moves+` === 2 && !document.querySelector('[role=alert]')`)
	do(t, ctx, chromedp.KeyEvent("["))
	until(t, ctx, moves+` === 1 && document.body.innerText.includes('You look at the record') && !`+other)
	at(t, ctx, 7, 2, 2)
	until(t, ctx, moves+` === 2`)
	do(t, ctx, chromedp.KeyEvent("["))
	until(t, ctx, moves+` === 1`)
	do(t, ctx, chromedp.KeyEvent("]"))
	until(t, ctx, moves+` === 2 && `+other)
}

// Small boards have fewer points for handicap stones.
func TestHandicapOfSmallBoards(t *testing.T) {
	ctx := open(t, serve(t))
	stones := `[...document.querySelectorAll('form select')].find(s => s.parentElement.innerText.startsWith('Handicap')).options.length`
	until(t, ctx, `document.querySelectorAll('form select').length > 4`)
	for size, n := range map[string]int{"7": 4, "8": 4, "9": 9} {
		choose(t, ctx, 0, size)
		until(t, ctx, fmt.Sprintf(`%s === %d`, stones, n)) // none, 2, 3, …
	}
}

// The picture of the Play page: a game of some moves, with hints.
func TestPicturePlay(t *testing.T) {
	address := serve(t)
	ctx := open(t, address)
	begin(t, ctx, address, `{"size": 9, "human": "both", "player": "search:playouts=200,threads=1", "sgf":
		"(;SZ[9]KM[7];B[ee];W[gc];B[gf];W[cf];B[cd];W[hf];B[fc];W[gd];B[fd];W[ge];B[fe];W[gg];B[ff];W[fg];B[eg];W[eh])"}`)
	do(t, ctx, chromedp.Focus(chromedp.CSS(".board")), chromedp.KeyEvent("h"))
	until(t, ctx, `document.querySelectorAll('.mark').length > 1`)
	do(t, ctx, chromedp.KeyEvent("c"))
	until(t, ctx, `document.body.innerText.includes('Estimate by playouts')`)
	show(t, ctx, "web-play")
}
