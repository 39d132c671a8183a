package matches

import (
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/selfplay"
)

// selfplayReport is what the file holds. The names of its JSON are a contract.
type selfplayReport struct {
	File string `json:"file"`
	selfplay.Tally
	Failure string `json:"failure,omitempty"` // the first one of this run
	// FalseResignRate and the ends of its interval are null if no player would have resigned.
	FalseResignRate *float64 `json:"false_resign_rate"`
	FalseResignLo   *float64 `json:"false_resign_lo"`
	FalseResignHi   *float64 `json:"false_resign_hi"`
	Made            int      `json:"made"` // games of this run
	Seconds         float64  `json:"seconds"`
	GamesPerSecond  float64  `json:"games_per_s"` // of this run
	MovesPerSecond  float64  `json:"moves_per_s"`
	Repeated        int      `json:"repeated,omitempty"` // games that are an earlier one, up to symmetry
}

// repeated is how many games are the same as an earlier one, or its mirror image.
func repeated(games *record.Set) (n int) {
	seen := make(map[uint64]struct{}, games.Len())
	for i := range games.Len() {
		g := games.Game(i)
		seen[g.Hash()] = struct{}{}
	}
	return games.Len() - len(seen)
}

func (r *selfplayRun) print() error {
	t := r.file.Tally()
	report := selfplayReport{
		File:     r.c.Output,
		Tally:    t,
		Failure:  r.failure,
		Repeated: repeated(r.file.Set()),
		Made:     t.Games - r.first,
		Seconds:  r.took.Seconds(),
	}
	if share, lo, hi, ok := t.FalseResignRate(); ok {
		report.FalseResignRate, report.FalseResignLo, report.FalseResignHi = &share, &lo, &hi
	}
	if report.Made > 0 {
		report.GamesPerSecond = float64(report.Made) / report.Seconds
		report.MovesPerSecond = float64(r.moves) / report.Seconds
	}
	if r.c.JSON {
		return output.JSON(report)
	}
	n := float64(t.Games)
	output.Printf("%s: %s on %d×%d, %s; Black won %.1f%%",
		r.c.Output, output.Count(t.Games, "game"), r.c.Board, r.c.Board, output.Count(t.Moves, "move"),
		100*float64(t.BlackWins)/n)
	if t.Draws > 0 {
		output.Printf(", drawn %.1f%%", 100*float64(t.Draws)/n)
	}
	output.Print("; ended by")
	for _, end := range t.Ends() {
		output.Printf(" %s %d", end, t.Endings[end])
	}
	output.Println()
	if t.Redrawn > 0 {
		output.Printf("%s over before the random move, replaced\n", output.Count(t.Redrawn, "game"))
	}
	if t.Failed > 0 {
		output.Printf("%s failed and left out", output.Count(t.Failed, "game"))
		if r.failure != "" {
			output.Printf("; the first one of this run, %s", r.failure)
		}
		output.Println()
	}
	if report.Repeated > 0 {
		output.Printf("%s the same as an earlier game or its mirror image: the players vary too little (for a policy "+
			"raise temperature=)\n", output.Count(report.Repeated, "game"))
	}
	if t.PlayedOut > 0 {
		output.Printf("played out without resignation: %d; %d would have been resigned", t.PlayedOut, t.Hopeless)
		if share, lo, hi, ok := t.FalseResignRate(); ok {
			output.Printf(", %d (%.1f%%, 95%%: %.1f–%.1f) of them wrongly", t.FalseResigns, 100*share, 100*lo, 100*hi)
		}
		output.Println()
	} else if t.Endings[selfplay.Resigned] > 0 {
		output.Println("how many resignations are wrong is not known: --play-out 0.1 measures it")
	}
	if report.Made > 0 {
		output.Printf("%s made in %.1f s: %.1f games/s, %.0f moves/s\n",
			output.Count(report.Made, "game"), report.Seconds, report.GamesPerSecond, report.MovesPerSecond)
	} else {
		output.Println("all games of the file were made before")
	}
	return nil
}
