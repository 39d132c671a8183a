package extending_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/tengen-go/tengen/pipeline/stages"
)

// wordCount is two stages: words writes a file, count reads it. Each runs once, until its settings or its input change.
func wordCount(dir, text string) []stages.Stage {
	words := stages.Stage{
		Name: "words", Title: "the words",
		Settings: map[string]any{"text": text},
		Results:  []string{"words.txt"},
		Run: func(_ context.Context, own string) (any, error) {
			return nil, os.WriteFile(filepath.Join(own, "words.txt"), []byte(text), 0o644)
		},
	}
	count := stages.Stage{
		Name: "count", Title: "how many there are",
		Needs:    []string{"words"},
		Settings: map[string]any{},
		Run: func(context.Context, string) (any, error) {
			text, err := os.ReadFile(filepath.Join(dir, "words", "words.txt"))
			if err != nil {
				return nil, err
			}
			return map[string]int{"words": len(strings.Fields(string(text)))}, nil
		},
	}
	return []stages.Stage{words, count}
}

func Example_stage() {
	dir, err := os.MkdirTemp("", "chain")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	for range 2 { // the second time everything is done
		chain := stages.Chain{
			Dir: dir, Stages: wordCount(dir, "black white black"), Program: "example",
			Begin: func(number int, s *stages.Stage, done bool) { fmt.Println(number, s.Name, "done before:", done) },
		}
		if err := chain.Run(context.Background()); err != nil {
			panic(err)
		}
		records, err := chain.Records()
		if err != nil {
			panic(err)
		}
		fmt.Println(strings.Join(strings.Fields(string(records["count"].Figures)), ""))
	}
	// Output:
	// 1 words done before: false
	// 2 count done before: false
	// {"words":3}
	// 1 words done before: true
	// 2 count done before: true
	// {"words":3}
}
