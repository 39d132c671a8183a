// Package runs is the trainings of the folder of runs over HTTP: begun from a form, watched while they
// learn, stopped, gone on with, and removed.
//
//	part := runs.New(ctx, runs.Config{Dir: dir, Games: []string{"games"}, Form: form, Jobs: jobs, …})
//	part.Routes(mux) // GET /api/v1/runs and below
//
// How it works: a run is a folder of Dir. One with settings.toml or with stages is a chain of tengen
// pipeline, one with metrics.jsonl is a single training. Everything that a page shows is read from the
// files that the commands leave, so a run that began in a terminal looks the same. A new run is a
// settings.toml, which the Form makes and checks, and a job that runs the command. Its games lie below
// the folders of Games, or the page drops them into the run's own folder. No path behind a link is
// followed, and no file but the report is served. A run of a page that ended without a model can be removed,
// with its folder; no other is.
//
// A stream looks at the sizes and times of the files once a second. A file is read again only when
// they have changed, and only while somebody watches.
//
// The names are not stable.
package runs
