package machines_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/gtp/machines"
	"github.com/tengen-go/tengen/player"
)

// A machine that cannot be reached is an error before the first game.
func Example() {
	dir, err := os.MkdirTemp("", "machines")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	list := filepath.Join(dir, "boxes.txt")
	if err := os.WriteFile(list, []byte("no-such-program gtp\n"), 0o644); err != nil {
		log.Fatal(err)
	}
	kinds := append(player.AllKinds(), machines.Kind(func(words string) { log.Print(words) }))
	_, err = kinds.Players().Parse("machines:"+list+",rave:time=5s", player.Env{Rules: game.Go{Board: 9}})
	for part := range strings.SplitSeq(strings.ReplaceAll(err.Error(), dir, "."), ": ") {
		fmt.Println(part)
	}
	// Output:
	// player machines
	// ./boxes.txt
	// machine "no-such-program gtp"
	// gtp
	// start no-such-program
	// exec
	// "no-such-program"
	// executable file not found in $PATH
	// install it, or give its path
}
