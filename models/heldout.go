package models

import "slices"

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

// Inherit adds the data of the training from which the first weights of t come: t knows those games, too. Which games
// were held out is one figure for all data. So it adds none where that figure is not noted. Where one training held
// out games of the split and the other did not, the network may have learned from all parts, and that is noted.
func (t *Training) Inherit(from Training) {
	split, noted := HeldOutSplit(from.Figures)
	own, has := HeldOutSplit(t.Figures)
	switch {
	case len(from.Data) == 0, !noted, len(t.Data) > 0 && !has:
		return
	case len(t.Data) == 0:
		t.Figures = HeldOut(split)
	case own != split:
		t.Figures = HeldOut(false)
	}
	for _, name := range from.Data {
		if !slices.Contains(t.Data, name) {
			t.Data = append(slices.Clip(t.Data), name)
		}
	}
}
