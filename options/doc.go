// Package options reads the strings by which people name players and games: a kind, a colon, and
// options, such as "rave:playouts=3000,c=0" or "gomoku:size=15".
//
//	spec, err := options.Parse("player", "rave:playouts=3000")
//	values, err := spec.Options()
//	playouts := values.Int("playouts", 0, 1, 1_000_000)
//	err = values.Finish() // refuses bad values and options that were not read
//
// # How it works
//
// Every read of a value takes it. [Values.Finish] then names the options that nobody took, with the nearest name
// that somebody asked for. So the code that reads is the only list of options.
//
// All errors are an Error, which is a mistake of whoever wrote the string. An Option declares one
// option for help, manual and reading at once. The names are stable.
package options
