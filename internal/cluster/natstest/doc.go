// Package natstest starts nats-server as a process of its own, for tests, and puts a bad network before a server:
//
//	func TestMain(m *testing.M) { os.Exit(natstest.Run(m)) }
//
//	s := natstest.Start(t, natstest.JetStream)
//	three := natstest.StartCluster(t, 3, natstest.JetStream)
//	proxy := natstest.NewProxy(t, s.Address())
//	proxy.Slow(50*time.Millisecond)
//	outside, err := mailbox.ParseOutside("nats://" + proxy.Address())
//
// # How it works
//
// The program is the released nats-server of go.mod, which go build makes in a second or two, once for a package. The
// variable [Variable] names another one. So make test-nats runs the tests with the oldest version that Tengen takes.
//
// The package is for the tests of this module, and nothing in it is stable.
package natstest
