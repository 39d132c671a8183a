package models_test

import (
	"fmt"
	"log"

	"github.com/tengen-go/tengen/models"
)

// A model that ships has a name that stands for its folder.
func ExampleOpen() {
	m, err := models.Open("shipped:9x9")
	if err != nil {
		log.Fatal(err)
	}
	for _, kind := range []string{models.Policy, models.Value} {
		n, err := m.Network(kind)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s: %s\n", kind, n.Architecture.Describe(m.Manifest.Board))
	}
	// Output:
	// policy: board 9, 48 planes, 8 layers, 64 filters
	// value: board 9, 49 planes, 8 layers, 64 filters, 256 hidden units
}
