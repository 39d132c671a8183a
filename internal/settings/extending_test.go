package settings

import (
	"fmt"

	"github.com/pelletier/go-toml/v2"
)

// A setting is one field of the configuration …
type extendedConfig struct {
	Rate    float64
	Dropout float64
}

// … and one of the overrides; its tags are for the file and for the command line.
type extendedOverrides struct {
	Rate    *float64 `toml:"rate" help:"Learning rate." placeholder:"X"`
	Dropout *float64 `toml:"dropout" help:"Share of the activations left out." placeholder:"X"`
}

func Example_setting() {
	config := extendedConfig{Rate: 0.004, Dropout: 0}
	var given extendedOverrides
	if err := toml.Unmarshal([]byte("dropout = 0.1"), &given); err != nil {
		panic(err)
	}
	Over(&config, &given)
	fmt.Printf("%+v\n", config)
	// Output: {Rate:0.004 Dropout:0.1}
}
