package record

import "github.com/tengen-go/tengen/board"

// Stats counts what games are in a collection.
type Stats struct {
	Games      int            `json:"games"`
	Moves      int            `json:"moves"`
	Passes     int            `json:"passes"`
	Shortest   int            `json:"shortest"` // moves
	Longest    int            `json:"longest"`
	Boards     map[int]int    `json:"boards"`     // games by size
	Handicaps  map[int]int    `json:"handicaps"`  // by stones, 0 for even games
	SetUp      int            `json:"set_up"`     // of the even ones, those that begin with stones on the board
	Endings    map[string]int `json:"endings"`    // by Ending
	BlackWins  int            `json:"black_wins"` // of the games with a winner
	WhiteWins  int            `json:"white_wins"`
	Weaker     map[string]int `json:"weaker"` // by rank of the weaker player; "rated" for Elo, "" if a rank is unknown
	Years      map[int]int    `json:"years"`  // 0 if unknown
	Rules      map[string]int `json:"rules"`
	Parts      map[string]int `json:"parts"`      // train, validation, test
	Duplicates int            `json:"duplicates"` // games that are another under symmetry, beyond the first

	seen map[uint64]struct{}
}

// NewStats has counted nothing yet.
func NewStats() *Stats {
	return &Stats{
		Boards: map[int]int{}, Handicaps: map[int]int{}, Endings: map[string]int{}, Weaker: map[string]int{},
		Years: map[int]int{}, Rules: map[string]int{}, Parts: map[string]int{}, seen: map[uint64]struct{}{},
	}
}

// Add counts a game.
func (s *Stats) Add(g *Game) {
	n := len(g.Moves)
	if s.Games == 0 || n < s.Shortest {
		s.Shortest = n
	}
	s.Longest = max(s.Longest, n)
	s.Games++
	s.Moves += n
	for _, m := range g.Moves {
		if m.IsPass() {
			s.Passes++
		}
	}
	s.Boards[g.Size]++
	s.Handicaps[g.Handicap]++
	if g.Handicap == 0 && len(g.Setup) > 0 {
		s.SetUp++
	}
	s.Endings[g.Result.Ending.String()]++
	switch g.Result.Winner {
	case board.Black:
		s.BlackWins++
	case board.White:
		s.WhiteWins++
	}
	weaker := min(g.BlackRank, g.WhiteRank)
	name := weaker.String()
	if weaker.IsElo() {
		name = "rated"
	}
	s.Weaker[name]++
	s.Years[g.Date.Year()]++
	s.Rules[g.Rules]++
	h := g.Hash()
	s.Parts[Split(h).String()]++
	if _, ok := s.seen[h]; ok {
		s.Duplicates++
	}
	s.seen[h] = struct{}{}
}
