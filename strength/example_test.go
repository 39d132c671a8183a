package strength_test

import (
	"fmt"

	"github.com/tengen-go/tengen/strength"
)

// A board of 9×9 has levels from weak kyu players on. A rank that it lacks means the nearest.
func Example() {
	levels := strength.Levels(9)
	fmt.Println(levels[len(levels)-1].Words())
	nearest, err := strength.Nearest("30k", 9)
	fmt.Println(nearest == levels[0], err)
	// Output:
	// strongest
	// true <nil>
}
