// Package child is the process that owns the graphics card. It answers the program's requests until
// the pipe from the program ends.
//
//	err := child.Serve(requests, answers, func() (child.Cards, error) { return engine.Open(options) })
//
// A driver may crash, hang, print, or leak; here it does so alone. On Linux it is a program of its own,
// linked dynamically, which the static program tengen carries; see package client. Elsewhere it is the
// program tengen, started a second time.
//
// The folder program has its main function. Nothing here is stable: the package is internal.
package child
