package main

import (
	"syscall/js"
	"time"

	"github.com/tengen-go/tengen/web/internal/botgame"
)

// main plays in a Web Worker. Its page has put two things into the global object tengen: model, the
// archive, and post, which takes messages. This puts handle there, which takes requests, and calls
// ready with "", or with what is wrong.
func main() {
	tengen := js.Global().Get("tengen")
	archive := make([]byte, tengen.Get("model").Get("length").Int())
	js.CopyBytesToGo(archive, tengen.Get("model"))
	bot, err := botgame.New(archive, botgame.Config{
		Post:  func(text []byte) { tengen.Call("post", string(text)) },
		Yield: yielder(),
		Now:   time.Now,
	})
	if err != nil {
		tengen.Call("ready", err.Error())
		return
	}
	tengen.Set("handle", js.FuncOf(func(_ js.Value, args []js.Value) any {
		text := []byte(args[0].String())
		go bot.Handle(text) // which may wait: the browser must not
		return nil
	}))
	tengen.Call("ready", "")
	select {}
}

// yielder is a function that has the browser do what waits, such as requests, and then goes on. A
// message to oneself comes after all others; a timer would wait four milliseconds.
func yielder() func() {
	channel := js.Global().Get("MessageChannel").New()
	back := make(chan struct{}, 1)
	channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		select {
		case back <- struct{}{}:
		default:
		}
		return nil
	}))
	port := channel.Get("port2")
	return func() {
		port.Call("postMessage", 0)
		<-back
	}
}
