package flags

import (
	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/train/sample"
)

// Outcomes say which outcomes count, for every command that reads them.
type Outcomes struct {
	Handicap bool      `help:"Take games with handicap or stones set up, too."`
	Komi     []float64 `help:"Only games with one of these komi, such as 7.5. The network does not see the komi: it learns the mixture." placeholder:"X"`
}

// CheckKomi refuses a komi that no game can have, as a usage error.
func (f *Outcomes) CheckKomi() error {
	for _, komi := range f.Komi {
		rules := board.Chinese()
		rules.Komi = komi
		if err := rules.Validate(); err != nil {
			return usage.Errorf("--%w", err)
		}
	}
	return nil
}

// ValueFilter is the filter that the flags ask for, of these positions of each game.
func (f *Outcomes) ValueFilter(which string) sample.ValueFilter {
	return sample.ValueFilter{Which: which, Handicap: f.Handicap, Komi: f.Komi}
}
