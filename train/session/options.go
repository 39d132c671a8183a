package session

import (
	"time"

	"github.com/tengen-go/tengen/models"
)

// Options are the surroundings of a run that reports its progress as a Report: its folder and who
// hears of its progress.
type Options[Report any] struct {
	// Dir is the folder of the run or, if it adds to a model, the folder of the model; made if need
	// be. A model that is there keeps its other networks.
	Dir string
	// Resume goes on where the run in Dir stopped. A folder without a run is started, so that a
	// command with Resume may be repeated until it is done.
	Resume bool
	// Finish ends the run where it stopped: it learns no further, measures, and leaves the model with the
	// weights so far. It implies Resume. It changes no checkpoint, so a later run with Resume alone goes on as if
	// it had not been.
	Finish bool
	// Training is the provenance that the model's manifest takes over; what the run knows is
	// filled in.
	Training models.Training
	// Counting is called with the progress of what comes before the first step, such as counting
	// patterns; nil for none.
	Counting func(done, total int64)
	// Report is called after every step and every measurement; nil for none.
	Report func(Report)
	// Notice receives single sentences that the user should see; nil for none.
	Notice func(string)
	// Fault receives single sentences about what failed, such as a device, which the user must see; nil for Notice.
	Fault func(string)
	// Fresh is called when Resume finds no checkpoint, so that the run begins; nil for a notice.
	Fresh func(dir string)
	// Now is the clock; nil for time.Now.
	Now func() time.Time
}

// Complete puts functions that do nothing where there are none.
func (o Options[Report]) Complete() Options[Report] {
	if o.Now == nil {
		o.Now = time.Now
	}
	o.Resume = o.Resume || o.Finish
	if o.Counting == nil {
		o.Counting = func(int64, int64) {}
	}
	if o.Report == nil {
		o.Report = func(Report) {}
	}
	if o.Notice == nil {
		o.Notice = func(string) {}
	}
	if o.Fault == nil {
		o.Fault = o.Notice
	}
	if o.Fresh == nil {
		notice := o.Notice
		o.Fresh = func(dir string) { notice(dir + " holds no checkpoint yet: starting from the beginning") }
	}
	return o
}
