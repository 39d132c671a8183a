package match

import "github.com/tengen-go/tengen/rating"

// colors are the players of a game, by their names among all matches.
type colors struct{ black, white string }

// colorsOf are the players of a game of a match.
func colorsOf(r *rating.PairResult, g *Game) colors {
	if g.Black == "a" {
		return colors{r.A, r.B}
	}
	return colors{r.B, r.A}
}

// noteRepeated notes anew which games repeat an earlier one, see Counter, and now looks at all matches: two folders
// may hold the same game. results are those of the matches, with the players' names. A result of which only the number
// of games is known stays as it is.
func noteRepeated(matches []Result, results []rating.PairResult) {
	seen := map[colors]map[[2]string]bool{} // moves and result
	differ := map[colors]bool{}             // small games in which chance plays a part
	for i := range matches {
		m, r := &matches[i], &results[i]
		again := rating.PairResult{}
		for j := range m.games {
			g := &m.games[j]
			if g.Hash == "" {
				continue
			}
			c, what := colorsOf(r, g), [2]string{g.Hash, g.Result}
			if seen[c] == nil {
				seen[c] = map[[2]string]bool{}
			}
			switch {
			case !seen[c][what]:
				seen[c][what] = true
				if m.Game != "" && len(seen[c]) > 1 {
					differ[c], differ[colors{c.white, c.black}] = true, true
				}
			case g.Black == "a":
				again.Repeated.Black.Add(g.Winner())
			default:
				again.Repeated.White.Add(g.Winner())
			}
		}
		if m.games != nil && r.A != r.B { // games of a player with itself are not rated
			r.Repeated = withHandicap(again, m.Handicap).Repeated
		}
	}
	for i := range results {
		if differ[colors{results[i].A, results[i].B}] {
			results[i].Repeated = rating.Colors{}
		}
	}
}
