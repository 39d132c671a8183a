package near_test

import (
	"encoding/json"
	"fmt"

	"github.com/tengen-go/tengen/search/near"
	"github.com/tengen-go/tengen/search/stat"
)

// What another machine says is checked before it is used.
func Example() {
	var p near.Position
	text := fmt.Sprintf(`{"moves": [7, 9], "outcomes": [%d, %d]}`, stat.Of(10, 0.5), stat.Of(3, 1))
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Check(near.Kept{}))
	fmt.Println(p.Check(near.Kept{Rave: true}))
	// Output:
	// <nil>
	// 0 RAVE outcomes of 2 moves: want 2
}
