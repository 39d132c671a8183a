package eval

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/record"
)

// PartFlag chooses the games to measure on.
type PartFlag struct {
	Part string `help:"${measured_part}" enum:"auto,all,train,validation,test" default:"auto"`
}

// choose is the part of games to measure on. In place of auto it puts the part that a network with
// this training has not learned from, and says why. paths are where the games are.
func (f *PartFlag) choose(
	common flags.Common, games *record.Set, paths []string, of models.Training,
) *record.Set {
	if why := f.decide(games, paths, of); why != "" {
		common.Say("%s", why)
	}
	return partOf(games, f.Part)
}

// partOf is a part of the split that training makes, or all.
func partOf(games *record.Set, part string) *record.Set {
	if part == "all" {
		return games
	}
	return games.Subset(func(i int) bool {
		g := games.Game(i)
		return record.Split(g.Hash()).String() == part
	})
}

// tooGood is why figures on games that a model has learned from say little.
const tooGood = "its figures on games that it has learned are too good for others"

// decide puts a part in place of auto: one that a network has not learned from, as far as its manifest
// says. A network predicts the games that it has learned from better than others. why is what the person
// should know about the part.
func (f *PartFlag) decide(games *record.Set, paths []string, of models.Training) (why string) {
	asked := f.Part
	if asked == "auto" {
		f.Part = "all"
	}
	paths = places(paths)
	known := slices.ContainsFunc(of.Data, func(name string) bool {
		return slices.ContainsFunc(paths, func(path string) bool { return strings.HasSuffix(path, "/"+name) })
	})
	split, noted := models.HeldOutSplit(of.Figures)
	switch {
	case !known || asked == record.Train.String():
		return ""
	case noted && !split:
		return "the model learned from games of this name, and perhaps from all parts of them, because --validation " +
			"held out others: " + tooGood
	case asked != "auto":
		return ""
	}
	learned, held := partOf(games, record.Train.String()).Len(), partOf(games, record.Validation.String()).Len()
	if held == 0 || !noted && of.Games > learned { // trained with --validation, or with other filters
		return "the model learned from games of this name: " + tooGood
	}
	f.Part = record.Validation.String()
	return fmt.Sprintf(
		"the model learned from games of this name: measured are the %s that training held out "+
			"(--part all measures all)",
		output.Count(held, "game"))
}

// places are the paths, the files below them and the folders that they are in, all from the root of the file system. A
// training that learned from one of these, or from valuedata/games.tengen of a chain, noted how its path ends.
func places(paths []string) (all []string) {
	files, _ := record.Files(paths) // the games were read from there
	for _, path := range slices.Concat(paths, files) {
		if full, err := filepath.Abs(path); err == nil {
			all = append(all, filepath.ToSlash(full), filepath.ToSlash(filepath.Dir(full)))
		}
	}
	return all
}
