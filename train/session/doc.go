// Package session is what all trainings have in common: a folder with checkpoints, metrics and
// curves, a clock that leaves pauses out, and an end that saves. A run embeds a [Session]:
//
//	type run struct {
//		*session.Session[Metric, *Metric]
//		…
//	}
//
//	r.Session, err = session.Open[Metric](dir, length, opt) // locks the folder
//	defer r.Close()
//	fresh, err := r.Restore(opt.Resume, restore, vacant) // a checkpoint, if there is one
//	err = r.Begin(session.At{Step: …, Elapsed: …})       // opens the metrics
//	err = r.Conclude(ctx, r.loop(ctx), r.save, r.finish, r.draw)
//
// A [Schedule] gives the rate of a step. [NotFinite] is the error of a run with a loss that is no number.
//
// What a run writes on disk is stable: a run that one version began, the next goes on with.
package session
