package game

import (
	"fmt"
	"strconv"

	"github.com/tengen-go/tengen/games/gomoku"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/smallstate"
)

var gomokuKind = Kind{
	Name: "gomoku", About: "five in a row, or another number, on a board of any size from 3×3 to 19×19",
	New: func() ([]options.Option, func() (Rules, error)) {
		r := new(gomokuRules)
		*r = defaultGomoku
		return r.options(), r.rules
	},
}

// gomokuRules are the options of Gomoku.
type gomokuRules struct {
	size, length int
	exact        bool // rows of more than length do not win
	chosen       bool // somebody chose the length
}

// defaultGomoku is Gomoku on the board of Zhang, Peng and Xu (§4, experiment 2), but five or
// more win; with them exactly five do.
var defaultGomoku = gomokuRules{size: 8, length: 5}

func (r *gomokuRules) options() []options.Option {
	return []options.Option{
		options.New("size", "N", strconv.Itoa(r.size), "side of the board", "",
			func(o *options.Values, n string) { r.size = o.Int(n, r.size, gomoku.MinSize, gomoku.MaxSize) }),
		options.New("length", "N", strconv.Itoa(r.length), "stones in a row that win", "",
			func(o *options.Values, n string) {
				r.chosen = o.Given(n)
				r.length = o.Int(n, r.length, gomoku.MinLength, gomoku.MaxSize)
			}),
		options.New("exact", "on, off", "off", "longer rows do not win", "",
			func(o *options.Values, n string) { r.exact = o.Bool(n, r.exact) }),
	}
}

func (r *gomokuRules) rules() (Rules, error) {
	if !r.chosen && r.length > r.size {
		return nil, fmt.Errorf("game gomoku: length=%d, the default, does not fit size=%d: give length=%d to %d, too",
			r.length, r.size, gomoku.MinLength, r.size)
	}
	start, err := gomoku.New(gomoku.Rules{Size: r.size, Length: r.length, Exact: r.exact})
	if err != nil {
		return nil, err
	}
	exact, goal := "off", fmt.Sprintf("at least %d in a row win", r.length)
	if r.exact {
		exact, goal = "on", fmt.Sprintf("exactly %d in a row win", r.length)
	}
	return Small{
		Name: "gomoku", Text: fmt.Sprintf("gomoku:size=%d,length=%d,exact=%s", r.size, r.length, exact),
		Title: "Gomoku", Goal: goal, Size: r.size, Won: EndRow,
		Start: func() search.State { return &smallstate.Gomoku{Position: start} },
	}.Rules(), nil
}
