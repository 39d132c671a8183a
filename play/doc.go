// Package play is a person's game against a player: whose turn it is, what undo means against a
// player that answers at once, hints, what playouts say of the position, which stones are dead at
// the end, and the record with its variations. It knows neither keys nor screens.
//
//	s, err := play.NewSession(opponent, play.Config{Size: 9, Rules: board.Chinese(), Human: board.Black})
//	err = s.Play(point)
//	choice, err := s.Think(ctx) // may run next to everything that only looks
//	err = s.Answer(choice)
//
// A Session of Go is a line of a record with variations; OpenSession reads one. A GameSession is a
// small game. A Keeper writes the unfinished game after every move and finds it again.
//
// Sessions and the files of a Keeper are stable.
package play
