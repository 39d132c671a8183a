package loaded_test

import (
	"fmt"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/player/loaded"
)

// Two players get the same network.
func Example() {
	var shared loaded.Networks
	first, about, err := loaded.Of(&shared, "shipped:9x9", models.Policy, nets.PolicyOf)
	if err != nil {
		fmt.Println(err)
		return
	}
	second, _, _ := loaded.Of(&shared, "shipped:9x9", models.Policy, nets.PolicyOf)
	fmt.Println(first == second, about.File.Name)
	// Output: true policy.safetensors
}
