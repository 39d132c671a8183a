package terminal

import (
	"fmt"
	"slices"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/play"
)

// goView is how a game of Go looks.
type goView struct {
	*play.Session
	path string
}

// OfGo shows a person's game of Go. path is where the s key writes the record.
func OfGo(s *play.Session, path string) GameView { return goView{s, path} }

func (v goView) savePath() string { return v.path }

// territoryAt is the mean owner, of either sign, from which the screen shows a point as
// territory.
const territoryAt = 0.3

func (v goView) marks(owner []float64) []mark {
	size, pos := v.Size(), v.Session.Game().Position()
	var owners []board.Color
	switch {
	case v.Scoring():
		owners = v.Owners()
	case owner != nil:
		owners = make([]board.Color, size*size)
		for i, o := range owner {
			if o >= territoryAt {
				owners[i] = board.Black
			} else if o <= -territoryAt {
				owners[i] = board.White
			}
		}
	}
	dead, stars := v.Dead(), board.StarPoints(size)
	list := make([]mark, size*size)
	for i := range list {
		p := board.FromIndex(i, size)
		c, of := pos.At(p), board.Empty
		if owners != nil {
			of = owners[i]
		}
		gone := slices.Contains(dead, p) || !v.Scoring() && of == c.Opponent() && c != board.Empty
		list[i] = pointMark(c, gone, of, slices.Contains(stars, p))
	}
	return list
}

func (v goView) words() words {
	black, white := v.Names()
	g := v.Session.Game()
	pos, size, komi := g.Position(), g.Size(), g.Rules().Komi
	captures := fmt.Sprintf("B %d, W %d", pos.Prisoners(board.White), pos.Prisoners(board.Black))
	return words{
		heading: fmt.Sprintf("Tengen %d×%d", size, size),
		begin: fmt.Sprintf("Black (X): %s, White (O): %s, %d×%d, komi %g; type help for help",
			black, white, size, size, komi),
		note:    fmt.Sprintf("Komi %g, captures %s", komi, captures),
		short:   "; took " + captures,
		sides:   [3]string{board.Black: "Black", board.White: "White"},
		prompt:  [3]string{board.Black: "black", board.White: "white"},
		panel:   [3]string{board.Black: "Black: " + black, board.White: "White: " + white},
		help:    plainHelp,
		passing: true,
	}
}
