package papers

import (
	"context"
	"fmt"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/lab"
)

// searchScaling is figure 7 of MC-RAVE's paper for the search with networks.
func searchScaling(env Env) *lab.Experiment {
	return &lab.Experiment{
		Name:  "search-scaling",
		Title: "what twice the playouts are worth to the search with networks",
		Source: "our own; the question is that of " + gellySilver + ", figure 7, put to the search of " + silver +
			", methods",
		About:    about("search-scaling"),
		Revision: 1,
		Estimate: 15 * time.Hour,
		Options: []lab.Option{
			lab.TwoOrMore(
				lab.NumbersOption(
					"playouts", "500,1000,2000,4000,8000,16000,32000,64000",
					"playouts per move; each plays against the one before", 1,
				),
			),
			lab.WholeOption("board", 9, "side of the board", board.MinSize, board.MaxSize),
			playerOption(),
		},
		Run: env.run(runSearchScaling),
	}
}

func runSearchScaling(ctx context.Context, run *matchRun) (*lab.Report, error) {
	return doubled{
		counts: run.Numbers("playouts"), corner: "playouts", games: run.games(pairGames), openings: 2,
		figure: "search-scaling",
		player: func(n int) string {
			return fmt.Sprintf("search:playouts=%d,threads=1,memory=%dM", n, 64+n/64) // enough that no tree is full
		},
		note: "Two random moves open a game, the same for two games with exchanged colours.",
	}.run(ctx, run)
}
