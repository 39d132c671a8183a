// Package sgf reads and writes Go records in the Smart Game Format, FF[1] to FF[4]
// (https://www.red-bean.com/sgf/):
//
//	raw, err := os.ReadFile("game.sgf")
//	trees, faults := sgf.Parse("game.sgf", raw) // all games of the file
//	black := trees[0].Root.Text("PB")
//	for _, node := range trees[0].MainLine() { … }
//	err = sgf.Write(file, trees...)
//
// For positions and results use package record, which stands on this one.
//
// # How it works
//
// Bytes become text first ([Decode]), text becomes trees ([Parse], or [Scanner] for one game
// at a time), and trees become text again ([Write]). Decoding must come first: the second
// byte of a Chinese or Japanese character may be the bracket that ends a value.
//
// A [Tree] keeps every property of every variation, with its value exactly as written,
// escapes included. So reading, writing and reading again changes nothing. A broken game
// gives a *[SyntaxError] with file, line and column, and reading goes on with the next game.
// Three common faults with a plain meaning are mended (Scanner.Mended). Nesting, nodes and
// properties of a game are bounded (the Max constants), so no input exhausts the memory or
// the stack.
//
// # Stability
//
// All names and their meaning are stable.
package sgf
