// Package jobs is the long work that pages begin and look at, over HTTP. The pages of trainings and
// matches share one queue.
//
//	part, err := jobs.Open(jobs.Config{Runs: dir, Run: job.Program{Path: executable}, …})
//	j, err := part.Start(job.Work{Kind: jobs.Match, Name: "mine", Flags: …}) // in a handler
//	news, leave := part.News.Watch()
//
// How it works: the queue is of package internal/job, in the folder jobs of the folder of runs. A part
// of the server makes the flags of a job from a form that it has checked; no page sends any. Where
// another server has the queue, nothing can be begun here, and the requests say so.
//
// The names are not stable.
package jobs
