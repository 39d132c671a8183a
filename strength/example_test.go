package strength_test

import (
	"fmt"

	"github.com/tengen-go/tengen/strength"
)

// A board of 9×9 has levels from weak kyu players on. A rank that it lacks is refused with the nearest.
func Example() {
	levels := strength.Levels(9)
	fmt.Println(levels[len(levels)-1].Words())
	_, err := strength.Find("level 3", 9)
	fmt.Println(err != nil)
	// Output:
	// strongest
	// true
}
