package papers

import (
	"context"

	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/lab/papers/aoap"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/player/loaded"
)

// Env is what the players of matches are made with.
type Env struct {
	// Players are the kinds of players.
	Players player.Registry
	// ModelDirs are where they look for a model if they name none.
	ModelDirs []string
	// Open reads the model that a player string names; nil for a folder.
	Open func(name string) (*models.Model, error)
	// Device is where networks are computed; nil for the CPU.
	Device nets.Device
	// Train trains a policy network, as package training does; nil where a program cannot.
	Train func(context.Context, Lesson) (Accuracy, error)
}

// shared are networks that players share.
func (e Env) shared() *loaded.Networks { return &loaded.Networks{Open: e.Open, Device: e.Device} }

// Experiments are all there are, as they are listed: by paper. To add one, write a file like
// the others and put its name here.
func Experiments(env Env) []*lab.Experiment {
	return append(
		aoap.Experiments(),
		raveK(env), raveSchedules(env), raveHeuristics(env), raveScaling(env), uctExploration(env), rules9x9(env),
		ucbRegret(), playouts(env),
		alphagoPlanes(env), alphagoHandicap(env), alphagoComponents(env), alphagoThreads(env), searchScaling(env),
		parallelForms(env),
	)
}

// matchRun is a run of an experiment that plays games of Go between players.
type matchRun struct {
	*lab.Run
	Env
	networks *loaded.Networks // shared by all players of the run
}

// alone is the same run with one game at a time, on this machine.
func (r *matchRun) alone() *matchRun {
	one := r.Here()
	one.Threads = 1
	return &matchRun{one, r.Env, r.networks}
}

// games is how many of full games a match of the run has: an even number, so that both players have either colour
// equally often.
func (r *matchRun) games(full int) int {
	n := r.Scaled(full, 2)
	return n + n%2
}

// run is an experiment's function, which gets a matchRun.
func (e Env) run(
	do func(context.Context, *matchRun) (*lab.Report, error),
) func(context.Context, *lab.Run) (*lab.Report, error) {
	return func(ctx context.Context, run *lab.Run) (*lab.Report, error) {
		return do(ctx, &matchRun{run, e, e.shared()})
	}
}
