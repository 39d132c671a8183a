package runs

import (
	"errors"
	"net/http"
	"os"

	"github.com/tengen-go/tengen/internal/folder"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// removed begins the name of a folder that is about to go: no run has such a name.
const removed = ".removed-"

// remove takes a run away that came to nothing: its job and its folder. It refuses what may be worth something to
// somebody: runs that no page began, that are under way, or that have made a model.
func (p *Part) remove(r *run) error {
	refused := func(why string) error {
		return &wire.Refusal{Status: http.StatusConflict, Text: why}
	}
	switch {
	case !r.hasJob:
		return refused("no page began this run: if nobody needs it, remove the folder " + r.dir)
	case !r.job.State.Ended():
		return refused("the run is under way: stop it first")
	case len(r.models(nil)) > 0:
		return refused("the run has made a model: if nobody needs it, remove the folder " + r.dir)
	}
	p.making.Lock()
	defer p.making.Unlock()
	lock, err := folder.Open(r.dir) // a command in a terminal may have gone on with it
	if errors.Is(err, folder.ErrBusy) {
		return refused("a command in a terminal goes on with this run: stop it first")
	}
	if err == nil {
		err = lock.Close()
	}
	if err != nil {
		return err
	}
	aside := p.dir(removed + r.name)
	if err := os.RemoveAll(aside); err != nil { // what was left by a removal that was cut short
		return err
	}
	if err := os.Rename(r.dir, aside); err != nil {
		return err
	}
	if _, err := p.Jobs.Do(r.job.ID, "remove"); err != nil {
		return errors.Join(err, os.Rename(aside, r.dir))
	}
	return os.RemoveAll(aside)
}

// gone is what a page sees of a run that is no longer there.
func gone(name, why string) *shotJSON {
	return &shotJSON{
		runJSON: runJSON{Name: name, State: stateGone, Error: why}, Stages: []stageJSON{}, Models: []modelJSON{},
	}
}
