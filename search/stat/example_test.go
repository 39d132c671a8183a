package stat_test

import (
	"fmt"

	"github.com/tengen-go/tengen/search/stat"
)

// Ten visits, six of them won, in three shares: nothing is lost.
func Example() {
	all := stat.Of(10, 0.6)
	sum := uint64(all & stat.SumMask)
	left := all
	for k := range 3 {
		share := stat.ShareOf(sum, all.N(), k, 3)
		fmt.Printf("%d visits, mean %.2f\n", share.N(), share.Mean())
		left -= share
	}
	fmt.Println("left:", left.N())
	// Output:
	// 3 visits, mean 0.60
	// 3 visits, mean 0.60
	// 4 visits, mean 0.60
	// left: 0
}
