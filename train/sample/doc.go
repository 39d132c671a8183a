// Package sample turns games into numbered samples: a position of a game in one of its eight symmetries,
// with its label.
//
//	learn, heldOut := sample.Divide(games) // never parts a game, nor mirror images
//	data, err := sample.NewData(learn, features.PolicyPlanes)
//	order, err := sample.NewOrder(data.Len(), seed)
//	sampler := data.NewSampler(stride)
//	position, symmetry := order.Sample(s)
//	label, err := sampler.Sample(planes, position, s/data.Len(), symmetry)
//
// [Data] has the positions before moves, for policies: the label is the move, or one that is drawn by
// the visits of a search. [ValueData] has positions with the outcomes of their games, and with the
// owners of points at the end if they are wanted: one position of each game or all. Passes are no labels.
//
// There are no planes on disk and no list of shuffled positions in memory. Games stay packed, a sample
// replays its game, and a [Permutation] is a bijection that is computed: the order of an epoch is a key,
// and the place of a run in its data is one number.
//
// # Stability
//
// Which games are held out, and which position comes when for a seed, is stable: interrupted runs depend on it.
// The Go names may still change.
package sample
