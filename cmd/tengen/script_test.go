package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"tengen":              func() { os.Exit(run(os.Args[1:])) },
		"tengen-on-full-disk": func() { os.Exit(onFullDisk(os.Args[1:])) },
		"passing":             func() { os.Exit(passing(os.Args[1:])) },
	})
}

// onFullDisk is the program where no write to stdout succeeds: a file open for reading stands for a full disk, which
// not every system can imitate.
func onFullDisk(args []string) int {
	name, err := os.Executable()
	if err != nil {
		panic(err)
	}
	self, err := os.Open(name)
	if err != nil {
		panic(err)
	}
	os.Stdout = self
	return run(args)
}

// TestCommandLine runs every script of testdata/script: files in, commands, what
// they must print. They are the command line's contract.
func TestCommandLine(t *testing.T) {
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(scripts) < 15 {
		t.Fatalf("%d scripts, %v", len(scripts), err)
	}
	if testing.Short() {
		scripts = slices.DeleteFunc(scripts, func(path string) bool { return computing[filepath.Base(path)] })
	}
	testscript.Run(t, testscript.Params{Files: scripts, RequireExplicitExec: true, RequireUniqueNames: true})
}

// computing are the scripts that mostly compute, or only begin the program many times. The race detector leaves them
// out: the tests of the packages below run the same code under it.
var computing = map[string]bool{
	"analysis.txtar": true, "analyze.txtar": true, "device.txtar": true, "doctor.txtar": true, "failing.txtar": true,
	"help.txtar": true, "lab.txtar": true, "lab_aoap.txtar": true, "lab_go.txtar": true, "model.txtar": true,
	"moves.txtar": true, "pipeline.txtar": true, "problems.txtar": true, "reinforce.txtar": true,
	"selfplay.txtar": true, "shapes.txtar": true, "smallgames.txtar": true, "tournament.txtar": true,
	"usage.txtar": true, "value.txtar": true,
}

// racedBelow leaves a test out that mostly computes, as above.
func racedBelow(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("under the race detector it takes minutes, and the tests of the packages below run the same code under it")
	}
}

// passing is a GTP program that passes. With "crash" it ends instead of moving, with
// "crash-odd" in games with an odd seed, and with a word that is no move it says that.
func passing(args []string) int {
	how := strings.Join(args, " ")
	odd := false
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		answer := ""
		switch name, rest, _ := strings.Cut(lines.Text(), " "); name {
		case "list_commands":
			answer = "boardsize\nclear_board\nkomi\nplay\ngenmove\nset_random_seed"
		case "name":
			answer = "passing"
		case "version":
			answer = "1"
		case "set_random_seed":
			odd = strings.ContainsAny(rest[len(rest)-1:], "13579")
		case "genmove":
			switch {
			case how == "crash" || how == "crash-odd" && odd:
				return 3
			case how == "" || how == "crash-odd":
				answer = "pass"
			default:
				answer = how
			}
		}
		fmt.Printf("= %s\n\n", answer)
	}
	return 0
}
