package record

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/tengen-go/tengen/sgf"
)

// Trees reads all games that the paths stand for, as [Read] does, with all that their records say: names,
// comments, variations. It calls f with one game after the other. It does not judge them: a game may be
// no Go, or have illegal moves. An empty .sgf file is a fault. The first thousand
// faults of a file go to tell. They end nothing. An error of f ends the reading.
func Trees(ctx context.Context, paths []string, tell func(Fault), f func(*sgf.Tree, Source) error) error {
	files, _, err := list(paths)
	if err != nil {
		return err
	}
	var done atomic.Int64
	var failed error
	p := &parser{opt: &Options{}, done: &done, trees: func(t *sgf.Tree, from Source) error {
		failed = f(t, from)
		if failed != nil {
			return errLimit // which ends a file quietly, and an archive too
		}
		return nil
	}}
	for _, file := range files {
		o := p.outcome(ctx, file)
		if failed != nil || o.err != nil {
			return errors.Join(failed, o.err)
		}
		for _, fault := range o.part.Faults {
			tell(fault)
		}
		for i := range o.set.Len() { // of packed games
			if err := f(ToSGF(o.set.Game(i)), Source{file.path, i + 1}); err != nil {
				return err
			}
		}
	}
	return nil
}
