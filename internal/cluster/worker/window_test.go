package worker

import (
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A window shows what has changed once a second, few games, those that go on now and then, and in the end none.
func TestTheWindow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var sent []string
		w := newWindow(func(looks []byte) {
			mu.Lock()
			defer mu.Unlock()
			sent = append(sent, string(looks))
		})
		looks := 0
		play := func(game, move int) {
			w.show(game, func() []byte {
				looks++
				return fmt.Appendf(nil, "%d", 1000*game+move)
			})
		}
		want := func(what ...string) {
			t.Helper()
			synctest.Wait()
			mu.Lock()
			defer mu.Unlock()
			if fmt.Sprint(sent) != fmt.Sprint(what) {
				t.Errorf("%v, want %v", sent, what)
			}
			sent = nil
		}
		for move := range 1000 { // a second
			play(1, move)
			time.Sleep(time.Millisecond)
		}
		if looks > 11 {
			t.Errorf("%d looks at a game in a second", looks)
		}
		time.Sleep(time.Millisecond)
		want("[1900]")
		time.Sleep(5 * time.Second)
		want()
		time.Sleep(5 * time.Second) // for those who come later
		want("[1900]")
		for game := range 10 {
			play(game+2, 0)
		}
		w.over(2)
		time.Sleep(time.Second)
		want("[1900,3000,4000]")
		w.close()
		want("[]")
		newWindow(func(looks []byte) { t.Errorf("%s, where there was nothing to see", looks) }).close()
	})
}
