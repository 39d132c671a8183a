//go:build !js

// Command program is the program of an exported bot. In a browser it is WebAssembly (main_js.go). Here
// it plays from lines, so that a test can compare both:
//
//	program MODEL.zip < requests > answers
package main

import (
	"bufio"
	"fmt"
	"os"
	"time"

	"github.com/tengen-go/tengen/web/internal/botgame"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "program:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("want the archive of a model")
	}
	archive, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	bot, err := botgame.New(archive, botgame.Config{
		Post: func(text []byte) { fmt.Printf("%s\n", text) },
		Now:  time.Now,
	})
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		bot.Handle(lines.Bytes())
	}
	return lines.Err()
}
