// Package sgf reads and writes the Smart Game Format of Go records, FF[1] to
// FF[4]: https://www.red-bean.com/sgf/.
//
// Bytes become text first (Decode), text becomes trees (Scanner, Parse), trees
// become text again (Write). Decoding comes before lexing because the second byte
// of a Chinese or Japanese character may be the bracket or backslash that ends or
// escapes a value.
//
// A Tree keeps every property of every variation with its value exactly as
// written, escapes included, so that reading, writing and reading again changes
// nothing. A broken game gives a *SyntaxError with file, line and column, and
// reading goes on with the next game; two common faults whose meaning is plain are
// mended (Scanner.Mended). Nesting, nodes and properties of a game are
// bounded (see the Max constants): no input makes the parser recurse or use memory
// out of proportion.
package sgf
