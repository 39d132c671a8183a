//go:build web

package page

import (
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
