package flags

import "github.com/tengen-go/tengen/train/sample"

// Outcomes say which outcomes count, for every command that reads them.
type Outcomes struct {
	Handicap bool      `help:"Take games with handicap, too."`
	Komi     []float64 `help:"Only games with one of these komi, such as 7.5. The network does not see the komi: it learns the mixture." placeholder:"X"`
}

// ValueFilter is the filter that the flags ask for, of these positions of each game.
func (f *Outcomes) ValueFilter(which string) sample.ValueFilter {
	return sample.ValueFilter{Which: which, Handicap: f.Handicap, Komi: f.Komi}
}
