// Package mailbox keeps what machines that share work send to each other until the other side has it.
// It is NATS JetStream, in this program or elsewhere, and the only package that knows NATS:
//
//	server, err := mailbox.Serve(ctx, mailbox.ServerConfig{Dir: dir}) // in this process, without a port
//	box, err := server.Connect(ctx)
//	ok, err := box.Issue(ctx, mailbox.Address{Kind: "selfplay", Run: "run7", Name: "000"}, ticket)
//	task, err := box.Take(ctx, "selfplay") // a worker: task.Data, then
//	stored, err := box.Deliver(ctx, task.Address, box.Author("office-3"), bundle)
//	err = task.Done(ctx)
//	results, err := box.Results(ctx, "selfplay", "run7") // the hub: <-results.C(), and results.Remove
//
// # How it works
//
// JetStream does what must not be written by hand. Tickets lie in a stream with the retention of a work
// queue: a ticket goes to one worker at a time and comes back when that worker is silent for the time that
// [Box.Open] was given. Results lie in a stream that keeps one message per subject and refuses a
// second. So a ticket may be played twice, and its result counts once. Both streams refuse what is too
// much, and nothing is dropped. Models lie in an object store under their SHA-256.
//
// What is acknowledged is on the disk: the server of [Serve] syncs every message. An [Outside] server does
// so only if its configuration has sync_interval: always, which Connect looks for.
//
// With a port ([ServerConfig].Listen) the server speaks TLS with a certificate of its own, made at the
// first start. It knows the owner's key, one that workers can share, and one of each worker with a name. A [Token]
// holds the address, the certificate's fingerprint and a key. Workers may take tickets, read models and store
// results, and nothing else. They are in NATS accounts of their own, because the server's answers go wherever a
// request says.
package mailbox
