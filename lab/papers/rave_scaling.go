package papers

import (
	"context"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/lab"
)

// publishedDoubling is what each doubling of simulations was worth to MoGo on 13×13, in Elo
// (§7, "approximately", with figure 7).
const publishedDoubling = 100

// raveScaling is figure 7.
func raveScaling(env Env) *lab.Experiment {
	return &lab.Experiment{
		Name:     "rave-scaling",
		Title:    "what twice the playouts are worth to heuristic MC-RAVE",
		Source:   gellySilver + ", §5.4, §7 and figure 7",
		About:    about("rave-scaling"),
		Revision: 2,
		Estimate: 150 * time.Minute,
		Options: []lab.Option{
			lab.TwoOrMore(
				lab.NumbersOption(
					"simulations", "125,250,500,1000,2000,4000", "playouts per move; each plays against the next", 1,
				),
			),
			lab.WholeOption("board", 13, "side of the board", board.MinSize, board.MaxSize),
			playerOption(),
		},
		Run: env.run(runRaveScaling),
	}
}

func runRaveScaling(ctx context.Context, run *matchRun) (*lab.Report, error) {
	d := doubled{
		counts: run.Numbers("simulations"), corner: "simulations", games: run.games(fullGames), figure: "figure-7",
		player: func(n int) string { return with(mogoHeuristic(n, "mogo", "50"), "schedule=mse,bias=0.02") },
	}
	if run.Count("board") == 13 && run.Option("player") == "" {
		d.published = publishedDoubling
		d.note = "Published: about 100 Elo per doubling on 13×13."
	}
	return d.run(ctx, run)
}
