package matches

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"text/tabwriter"

	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/rating"
)

// matchReport is what a match came to. The names of its JSON are a contract.
type matchReport struct {
	A string `json:"a"`
	B string `json:"b"`
	// AWeights and BWeights are what they read of models.
	AWeights string `json:"a_weights,omitempty"`
	BWeights string `json:"b_weights,omitempty"`

	Games int `json:"games"`
	AWins int `json:"a_wins"`
	BWins int `json:"b_wins"`
	Draws int `json:"draws"`
	// Shares, intervals and Elo differences, here and below, are of the distinct games.
	Winrate float64 `json:"winrate"`
	Lo      float64 `json:"lo"`
	Hi      float64 `json:"hi"`
	// Elo differences are null where one player won no point: they have no end.
	Elo   *float64 `json:"elo"`
	EloLo *float64 `json:"elo_lo"`
	EloHi *float64 `json:"elo_hi"`

	Game     string         `json:"game,omitempty"` // of a small game
	Board    int            `json:"board"`
	Komi     *float64       `json:"komi,omitempty"`
	Handicap int            `json:"handicap,omitempty"` // B's stones
	Black    int            `json:"black_wins"`         // or X's
	Moves    float64        `json:"moves"`              // mean of a game
	Ends     map[string]int `json:"ends"`
	Forfeits []string       `json:"forfeits,omitempty"` // the games that ended by a fault
	SecondsA float64        `json:"a_seconds"`          // thinking time of all games
	SecondsB float64        `json:"b_seconds"`

	// What A came to, with Black (or X), with White (or O), and in all.
	ABlack tallyShares `json:"a_black"`
	AWhite tallyShares `json:"a_white"`
	AAll   tallyShares `json:"a_all"`

	SPRT *sprtReport `json:"sprt,omitempty"`

	// Machines says that games of unlike machines are counted together.
	Machines string `json:"machines,omitempty"`

	Distinct int           `json:"distinct_games"`    // those that repeat no other
	Repeated rating.Colors `json:"repeated,omitzero"` // results of the other ones

	count match.Counter
}

// tallyShares are how many of some games A won, lost and drew.
type tallyShares struct {
	Games int   `json:"games"`
	Won   share `json:"won"`
	Drawn share `json:"drawn"`
	Lost  share `json:"lost"`
}

// share is a part of the games, with its 95% interval; without games it is nothing.
type share struct {
	Games int     `json:"games"`
	Share float64 `json:"share"`
	Lo    float64 `json:"lo"`
	Hi    float64 `json:"hi"`
}

func newTallyShares(played, distinct rating.Tally) tallyShares {
	of := func(games, k int) share {
		s := share{Games: games}
		if n := distinct.Games(); n > 0 {
			s.Share = float64(k) / float64(n)
			s.Lo, s.Hi = interval.Wilson(float64(k), n)
		}
		return s
	}
	return tallyShares{
		Games: played.Games(),
		Won:   of(played.Wins, distinct.Wins),
		Drawn: of(played.Draws, distinct.Draws),
		Lost:  of(played.Losses, distinct.Losses),
	}
}

func (s share) String() string {
	return fmt.Sprintf("%d = %.1f%% (%.1f–%.1f)", s.Games, 100*s.Share, 100*s.Lo, 100*s.Hi)
}

// sprtReport is what a sequential test came to.
type sprtReport struct {
	rating.SPRT
	LLR       float64 `json:"llr"`
	Lower     float64 `json:"lower"`
	Upper     float64 `json:"upper"`
	Verdict   string  `json:"verdict"`   // H0, H1 or undecided
	Uncounted int     `json:"uncounted"` // games that were over when an earlier one decided
}

// judge adds the verdict of a trial in which so many games were played.
func (r *matchReport) judge(t *match.Trial, games int) {
	r.SPRT = &sprtReport{SPRT: t.Test, LLR: t.LLR(), Verdict: t.Verdict(), Uncounted: games - t.Judged()}
	r.SPRT.Lower, r.SPRT.Upper = t.Test.Bounds()
}

func (s *sprtReport) String() string {
	verdict := map[string]string{
		rating.AcceptH0:  fmt.Sprintf("H0, A is not %g Elo stronger", s.Elo1),
		rating.AcceptH1:  fmt.Sprintf("H1, A is more than %g Elo stronger", s.Elo0),
		rating.Undecided: "undecided",
	}[s.Verdict]
	text := fmt.Sprintf("SPRT of %g against %g Elo: %s; LLR %.2f, bounds %.2f and %.2f",
		s.Elo0, s.Elo1, verdict, s.LLR, s.Lower, s.Upper)
	if s.Uncounted > 0 {
		text += fmt.Sprintf("; games that ended behind the deciding one and do not count: %d", s.Uncounted)
	}
	return text
}

func (r *matchReport) add(g *match.Game) {
	r.count.Add(g)
	if r.Ends == nil {
		r.Ends = map[string]int{}
	}
	r.Ends[g.End]++
	r.Moves += float64(g.Moves)
	if g.Who == g.Black {
		r.Black++
	}
	first, second := g.Seconds[0], g.Seconds[1]
	if g.Black == "b" {
		first, second = second, first
	}
	r.SecondsA += first
	r.SecondsB += second
	if g.Error != "" {
		r.Forfeits = append(r.Forfeits, fmt.Sprintf("game %d, %s wins: %s", g.Game+1, g.Who, g.Error))
	}
}

func (r *matchReport) print(asJSON bool) error {
	distinct := r.count.Distinct()
	all, t := r.count.Total(), distinct.Total()
	r.ABlack = newTallyShares(r.count.Black, distinct.Black)
	r.AWhite = newTallyShares(r.count.White, distinct.White)
	r.AAll = newTallyShares(all, t)
	r.Games, r.AWins, r.BWins, r.Draws = all.Games(), all.Wins, all.Losses, all.Draws
	r.Distinct, r.Repeated = t.Games(), r.count.Repeated
	r.Winrate = t.Winrate()
	r.Lo, r.Hi = t.Interval()
	r.Elo, r.EloLo, r.EloHi = finite(rating.Elo(r.Winrate)), finite(rating.Elo(r.Lo)), finite(rating.Elo(r.Hi))
	r.Moves /= float64(r.Games)
	if asJSON {
		return output.JSON(r)
	}
	output.Printf("A %s\nB %s\n", r.A, r.B)
	if r.Handicap != 0 {
		output.Printf("B has %d handicap stones and Black in all games, komi %g; ", r.Handicap, *r.Komi)
		output.Println("the figures below are with the stones")
	}
	games := fmt.Sprintf("%d games", r.Games)
	if r.Distinct < r.Games {
		games = fmt.Sprintf("%d distinct games", r.Distinct)
	}
	wins, half := "wins", ""
	if t.Draws > 0 {
		wins, half = "scores", " (a half each)"
	}
	output.Printf("A %s %.1f%% of %s (95%%: %.1f–%.1f): %d won, %d lost, %d drawn%s\n",
		wins, 100*r.Winrate, games, 100*r.Lo, 100*r.Hi, t.Wins, t.Losses, t.Draws, half)
	if r.Distinct < r.Games {
		output.Printf("%d games were played (%d won, %d lost, %d drawn); one played again counts once: %s\n",
			r.Games, r.AWins, r.BWins, r.Draws, rating.Remedy)
	}
	output.Printf("Elo difference %s (95%%: %s to %s)\n",
		eloText(r.Elo, r.Winrate), eloText(r.EloLo, r.Lo), eloText(r.EloHi, r.Hi))
	if r.SPRT != nil {
		output.Println(r.SPRT)
	}
	black := "Black"
	if r.Game != "" {
		black = "X"
		r.printShares()
	}
	n := float64(r.Games)
	output.Printf("%s won %d; %.0f moves and %s of A, %s of B a game; ended by",
		black, r.Black, r.Moves, thought(r.SecondsA/n), thought(r.SecondsB/n))
	for _, end := range r.ends() {
		output.Printf(" %s %d", end, r.Ends[end])
	}
	output.Println()
	for _, f := range r.Forfeits {
		output.Println(f)
	}
	if r.Machines != "" {
		output.Println(r.Machines)
	}
	return nil
}

// ends are the ways in which games ended, those by the rules first.
func (r *matchReport) ends() []string {
	last := []string{
		game.EndFull, game.EndPasses, match.EndResign, match.EndLimit, match.EndTime, match.EndIllegal,
		match.EndFailed,
	}
	return slices.SortedFunc(maps.Keys(r.Ends), func(a, b string) int {
		return cmp.Or(cmp.Compare(slices.Index(last, a), slices.Index(last, b)), cmp.Compare(a, b))
	})
}

// printShares is a table of what A won, drew and lost by who began.
func (r *matchReport) printShares() {
	w := tabwriter.NewWriter(output.Stdout, 0, 0, 3, ' ', 0)
	fmt.Fprint(w, "\tgames\tA won (95%)\tdrawn\tB won\n")
	for _, row := range []struct {
		who string
		tallyShares
	}{{"A is X", r.ABlack}, {"A is O", r.AWhite}, {"all", r.AAll}} {
		if row.Games > 0 {
			fmt.Fprintf(w, "%s\t%d\t%v\t%v\t%v\n", row.who, row.Games, row.Won, row.Drawn, row.Lost)
		}
	}
	_ = w.Flush()
}

// thought is a time in seconds, in milliseconds below one.
func thought(seconds float64) string {
	if seconds < 1 {
		return fmt.Sprintf("%.1f ms", 1000*seconds)
	}
	return fmt.Sprintf("%.1f s", seconds)
}

func finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}

func eloText(elo *float64, winrate float64) string {
	switch {
	case elo != nil:
		return fmt.Sprintf("%+.0f", *elo)
	case winrate > 0.5:
		return "+∞"
	}
	return "-∞"
}
