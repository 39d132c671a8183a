package features_test

import (
	"fmt"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
)

// Black can take two stones with one move, in the corner.
func Example() {
	pos, err := board.Parse(`
		. O O X .
		X X X . .
		. . . . .
		. . O . .
		. . . . .`)
	if err != nil {
		fmt.Println(err)
		return
	}
	const stride = int(features.PolicyPlanes)
	size := pos.Size()
	planes := make([]float32, size*size*stride)
	features.NewExtractor().Extract(planes, stride, &pos, features.PolicyPlanes, features.Identity)

	for _, plane := range []int{features.Own, features.CaptureSize + 2, features.LibertiesAfter + 3} {
		fmt.Println(features.Name(plane))
		for y := range size {
			for x := range size {
				fmt.Print(" ", planes[board.XY(x, y).Index(size)*stride+plane])
			}
			fmt.Println()
		}
	}
	// Output:
	// own stone
	//  0 0 0 1 0
	//  1 1 1 0 0
	//  0 0 0 0 0
	//  0 0 0 0 0
	//  0 0 0 0 0
	// captures 2
	//  1 0 0 0 0
	//  0 0 0 0 0
	//  0 0 0 0 0
	//  0 0 0 0 0
	//  0 0 0 0 0
	// liberties after 4
	//  0 0 0 0 0
	//  0 0 0 0 0
	//  0 0 0 1 0
	//  0 0 0 0 0
	//  0 0 0 0 0
}
