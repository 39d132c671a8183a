package models

import (
	"slices"
	"strings"
)

// splitFigure is the figure of a training for which games it held out. 1: of its own games those that the split sets
// aside. 0: other games, and it learned from all of its own.
const splitFigure = "heldout_split"

// allGames ends a name in the data of a training with figure 1, where the first weights learned from all these games.
const allGames = " (all games)"

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

// Source is the name of games that a network learned from.
type Source struct {
	Name  string
	Split bool // it did not learn from the games that the split sets aside
}

// Sources are the games that a training and those before it learned from. noted says whether it is known which were
// held out.
func (t Training) Sources() (list []Source, noted bool) {
	split, noted := HeldOutSplit(t.Figures)
	for _, name := range t.Data {
		name, all := strings.CutSuffix(name, allGames)
		list = append(list, Source{name, split && !all})
	}
	return list, noted
}

// Inherit adds the data of the training from which the first weights of t come: t knows those games, too. It adds none
// where either training did not note which games it held out.
func (t *Training) Inherit(from Training) {
	own, noted := t.Sources()
	before, known := from.Sources()
	if len(before) == 0 || !known || len(own) > 0 && !noted {
		return
	}
	for _, b := range before {
		i := slices.IndexFunc(own, func(s Source) bool { return s.Name == b.Name })
		if i < 0 {
			own = append(own, b)
		} else {
			own[i].Split = own[i].Split && b.Split
		}
	}
	split := slices.ContainsFunc(own, func(s Source) bool { return s.Split })
	t.Figures, t.Data = HeldOut(split), nil
	for _, s := range own {
		if split && !s.Split {
			s.Name += allGames
		}
		t.Data = append(t.Data, s.Name)
	}
}
