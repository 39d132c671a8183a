package terminal

import (
	"fmt"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/play"
)

// smallView is how a small game looks.
type smallView struct {
	*play.GameSession
	path string
}

// OfSmall shows a person's small game. path is where the s key writes it.
func OfSmall(s *play.GameSession, path string) GameView { return smallView{s, path} }

func (v smallView) savePath() string { return v.path }

func (v smallView) marks([]float64) []mark {
	size := v.Size()
	list := make([]mark, size*size)
	for i := range list {
		list[i] = mark{kind: markGrid, letter: '.'}
	}
	if size >= 9 {
		for _, p := range board.StarPoints(size) {
			list[p.Index(size)] = mark{kind: markStar, letter: '+', glyph: '╋'}
		}
	}
	for _, m := range v.Moves() {
		kind := markBlack
		if m.Color == board.White {
			kind = markWhite
		}
		list[m.Point.Index(size)] = mark{kind: kind, letter: rune(v.Rules().Side(m.Color)[0])}
	}
	return list
}

// gameHelp are the commands of a small game in lines.
const gameHelp = `moves such as C3, and the commands
  undo         back to your previous turn
  hint         the player's favourite move
  resign       give the game up
  board        draw the board
  save FILE    write the game as text
  quit
`

func (v smallView) words() words {
	r := v.Rules()
	x, o := v.Names()
	heading := fmt.Sprintf("%s %d×%d", r.Title(), r.Size(), r.Size())
	sides := [3]string{board.Black: r.Side(board.Black), board.White: r.Side(board.White)}
	return words{
		heading: heading,
		begin: fmt.Sprintf("%s: %s, %s: %s, %s, %s; type help for help",
			sides[board.Black], x, sides[board.White], o, heading, r.Goal()),
		note:   r.Goal(),
		sides:  sides,
		prompt: sides,
		panel:  [3]string{board.Black: x, board.White: o},
		help:   gameHelp,
	}
}
