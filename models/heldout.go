package models

// splitFigure is the figure of a training for which games it held out. 1: of its own games those that the split sets
// aside. 0: other games, and it learned from all of its own.
const splitFigure = "heldout_split"

// HeldOut are the figures of a training that held out games of the split, or other games in their place.
func HeldOut(split bool) map[string]float64 {
	if split {
		return map[string]float64{splitFigure: 1}
	}
	return map[string]float64{splitFigure: 0}
}

// HeldOutSplit is whether a training with these figures held out games of the split. noted says whether that is known;
// in models of earlier versions it is not.
func HeldOutSplit(figures map[string]float64) (split, noted bool) {
	x, noted := figures[splitFigure]
	return x == 1, noted
}
