package options_test

import (
	"fmt"

	"github.com/tengen-go/tengen/options"
)

// A string is read strictly: a wrong name or value is refused, with the nearest right name.
func ExampleParse() {
	for _, text := range []string{"rave:playouts=3000", "rave:playuots=3000", "rave:playouts=many"} {
		spec, err := options.Parse("player", text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		values, err := spec.Options()
		if err != nil {
			fmt.Println(err)
			continue
		}
		playouts := values.Int("playouts", 1000, 1, 1_000_000)
		if err := values.Finish(); err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(spec.Kind, playouts)
	}
	// Output:
	// rave 3000
	// player rave has no option playuots; did you mean playouts? (it has playouts)
	// player rave: playouts=many is not a whole number from 1 to 1000000
}

// A path with a comma is for no option.
func ExampleHolds() {
	fmt.Println(options.Holds("runs/my model"), options.Holds("runs/a,b"))
	// Output: true false
}
