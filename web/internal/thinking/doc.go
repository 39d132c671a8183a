// Package thinking is what all games, reviews and other parts of the server share in order to
// think: the players that pages may have, loaded networks, and the processors.
//
//	p, err := room.Player("search:playouts=400", 9)
//	defer p.Close()
//	err = room.Think(ctx, 1, func(ctx context.Context) error { … })
//
// How it works: a network is loaded once for all. Thinking waits until as many processors are free
// as it asks for, in the order in which it asked, so that long searches and many pages share them.
//
// The names are not stable.
package thinking
