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
	known, noted := of.Sources()
	paths = places(paths)
	known = slices.DeleteFunc(known, func(k models.Source) bool {
		return !slices.ContainsFunc(paths, func(path string) bool { return strings.HasSuffix(path, "/"+k.Name) })
	})
	all := slices.IndexFunc(known, func(k models.Source) bool { return !k.Split })
	switch {
	case len(known) == 0 || asked == record.Train.String():
		return ""
	case noted && all >= 0:
		return fmt.Sprintf("the model learned from games named %s, and from all parts of them, because --validation "+
			"held out others: %s", known[all].Name, tooGood)
	case asked != "auto":
		return ""
	}
	learned, held := partOf(games, record.Train.String()).Len(), partOf(games, record.Validation.String()).Len()
	if held == 0 || !noted && of.Games > learned { // trained with --validation, or with other filters
		return fmt.Sprintf("the model learned from games named %s: %s", known[0].Name, tooGood)
	}
	f.Part = record.Validation.String()
	return fmt.Sprintf(
		"the model learned from games named %s: measured are the %s that training held out "+
			"(--part all measures all)",
		known[0].Name, output.Count(held, "game"))
}

// places are the paths, the files below them and the folders of these files, all from the root of the file system. The
// name that a training noted ends one of them: a file, a folder, or valuedata/games.tengen or data/games.tengen of a
// chain. Files further down in a folder of that name are not found.
func places(paths []string) (all []string) {
	files, _ := record.Files(paths) // the games were read from there
	paths = slices.Clip(paths)
	for _, path := range files {
		paths = append(paths, path, filepath.Dir(path))
	}
	for _, path := range paths {
		if full, err := filepath.Abs(path); err == nil {
			all = append(all, filepath.ToSlash(full))
		}
	}
	return all
}
