// Package natstest starts nats-server as a process of its own, for tests:
//
//	s := natstest.Start(t, "jetstream { sync_interval: always }")
//	outside, err := mailbox.ParseOutside(s.URL)
//
// # How it works
//
// The program is the released nats-server of go.mod, which go build makes in a second or two. The variable
// [Variable] names another one, as an older version; make test-nats runs the tests with several.
//
// The package is for the tests of this module, and nothing in it is stable.
package natstest
