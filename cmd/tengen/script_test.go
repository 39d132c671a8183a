package main

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"tengen": func() { os.Exit(run(os.Args[1:])) },
	})
}

// TestCommandLine runs every script of testdata/script: files in, commands, what
// they must print. They are the command line's contract.
func TestCommandLine(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", RequireExplicitExec: true, RequireUniqueNames: true})
}
