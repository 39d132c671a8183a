// Command compile makes the program that tengen carries on Linux: the process that owns the graphics
// card, compressed.
//
//	go run ./internal/gpu/child/compile -o internal/gpu/client/carried -only amd64
//
// make build calls it, before the program is built that embeds the folder. The same commit gives the
// same bytes with the same Go.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/carried"
)

// program is the package that is compiled, processors those that it is compiled for.
const program = "./internal/gpu/child/program"

var processors = []string{"amd64", "arm64"}

func main() {
	out := flag.String("o", "internal/gpu/client/carried", "folder for the files")
	only := flag.String("only", "", "one processor; a name without such a program is no error")
	flag.Parse()
	for _, p := range processors {
		if *only != "" && *only != p {
			continue
		}
		if err := compile(*out, p); err != nil {
			fmt.Fprintln(os.Stderr, "compile:", err)
			os.Exit(1)
		}
	}
}

func compile(out, processor string) error {
	plain, err := carried.Build(".", program,
		"GOOS=linux", "GOARCH="+processor, "CGO_ENABLED=0", "GOAMD64=v1", "GOARM64=v8.0")
	if err != nil {
		return err
	}
	small, err := carried.Compress(plain)
	if err != nil {
		return err
	}
	dir := filepath.Join(out, "linux-"+processor)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := atomicfile.Write(filepath.Join(dir, "child.gz"), small); err != nil {
		return err
	}
	fmt.Printf("%s: the part for graphics cards, %.1f MB, %.1f MB compressed\n",
		dir, float64(len(plain))/1e6, float64(len(small))/1e6)
	return nil
}
