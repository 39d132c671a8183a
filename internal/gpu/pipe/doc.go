// Package pipe is how the program and the process that owns the graphics card talk: requests one way,
// answers the other way, one after the other.
//
//	conn := pipe.New(reader, writer)
//	err := conn.Send(pipe.Message{Kind: pipe.Load, Text: plan})
//	answer, err := conn.Receive()
//
// A message is its kind, numbers, a text and blocks of data. Data go out from where they are and come in
// where they are wanted, without copies between. A message that is damaged or too large is an error, never memory
// without bound.
//
// Nothing here is stable: both ends are of one build.
package pipe
