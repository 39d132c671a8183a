// Command program is the process that owns the graphics card on Linux. The program tengen carries it
// and starts it from memory; see package client. File 3 has the requests, file 4 takes the answers, the
// first argument is the folder for compiled kernels.
package main

import (
	"fmt"
	"os"

	"github.com/tengen-go/tengen/internal/gpu/child"
	"github.com/tengen-go/tengen/internal/gpu/engine"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "this program is a part of tengen, which starts it")
		os.Exit(2)
	}
	child.OutliveSignals()
	requests, answers := os.NewFile(3, "requests"), os.NewFile(4, "answers")
	err := child.Serve(requests, answers, func() (child.Cards, error) {
		return engine.Open(engine.Options{Cache: os.Args[1]})
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
