// Package job is long work that belongs to no page and no terminal: commands of this program as
// processes of their own, in a queue that survives a restart.
//
//	q, err := job.Open(job.Config{
//		Dir:   filepath.Join(runs, "jobs"),
//		Run:   job.Program{Path: executable},
//		Kinds: map[string][]string{"policy": {"train", "policy"}, "match": {"match"}},
//	})
//	defer q.Close()
//	j, err := q.Start(job.Work{
//		Kind: "policy", Name: "first",
//		Flags: []job.Flag{{"output", "runs/first"}, {"time", "20m"}, {"resume", "true"}},
//		Args:  []string{"games/"},
//	})
//	err = q.Stop(j.ID)   // interrupts it, so that it saves
//	err = q.Resume(j.ID) // the same command again, which goes on
//
// How it works: a job is a folder below Dir, with job.json and log, which both outlive the server. A
// command is never a text that somebody typed: Kinds says which there are, flags become --name=value
// and arguments stand after "--", so that no value can be taken for a flag. One job runs at a time, or
// as many as Most says; the others wait in their order. The processes are nice to others where the
// system can do that, as games share the processors with them.
//
//	waiting ──▶ running ──▶ done, failed
//	   ▲           │ Stop
//	   └── Resume ─┴──▶ stopping ──▶ stopped
//
// Close interrupts what runs, and the next Open goes on with it. A server that was killed leaves its
// processes alive. They hold the locks of their folders, by which the next Open finds them and waits
// for them instead of starting them twice. Nothing is written before the first Start.
//
// The files are stable within a version, the names are not.
package job
