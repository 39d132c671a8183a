package stages_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/tengen-go/tengen/pipeline/stages"
)

// A changed setting is refused until Redo allows the work. Then the stages that depend on it are done again, and no
// others.
func Example() {
	dir, err := os.MkdirTemp("", "chain")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()

	fmt.Println(run(dir, "black", false))
	err = run(dir, "white", false)
	fmt.Println(errors.Is(err, stages.ErrChanged), strings.Contains(err.Error(), "shout: it takes from word"))
	fmt.Println(run(dir, "white", true))
	// Output:
	// word
	// shout WHICH IS BLACK
	// number
	// <nil>
	// true true
	// word
	// shout WHICH IS WHITE
	// <nil>
}

// run does a chain of three stages. Two depend on the colour.
func run(dir, colour string, redo bool) error {
	chain := stages.Chain{Dir: dir, Program: "example", Redo: redo, Stages: []stages.Stage{
		{
			Name: "word", Settings: map[string]any{"colour": colour}, Results: []string{"out"},
			Run: func(_ context.Context, own string) (any, error) {
				fmt.Println("word")
				return nil, os.WriteFile(filepath.Join(own, "out"), []byte("which is "+colour), 0o644)
			},
		},
		{
			Name: "shout", Needs: []string{"word"}, Settings: map[string]any{},
			Run: func(context.Context, string) (any, error) {
				text, err := os.ReadFile(filepath.Join(dir, "word", "out"))
				fmt.Println("shout", strings.ToUpper(string(text)))
				return nil, err
			},
		},
		{
			Name: "number", Settings: map[string]any{"number": 1},
			Run: func(context.Context, string) (any, error) {
				fmt.Println("number")
				return nil, nil
			},
		},
	}}
	return chain.Run(context.Background())
}
