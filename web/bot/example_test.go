package bot_test

import (
	"errors"
	"fmt"
	"io"
	"testing/fstest"

	"github.com/tengen-go/tengen/web/bot"
)

// A program that was built without the engine of pages says so.
func ExampleWrite() {
	_, err := bot.Write(io.Discard, bot.Config{Model: "shipped:9x9", Engine: fstest.MapFS{}})
	fmt.Println(errors.Is(err, bot.ErrNoEngine))
	// Output: true
}
