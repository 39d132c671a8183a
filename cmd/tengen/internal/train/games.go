package train

import (
	"context"
	"fmt"
	"slices"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/version"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/train/sample"
)

// training is the provenance of what learns from games, and which games it does not learn from.
func training(from flags.Collection, validation []string) models.Training {
	return models.Training{
		Program: version.String(), Data: from.Names(), Figures: models.HeldOut(len(validation) == 0),
	}
}

// inherit notes in a training what its first weights learned from. It warns where they learned from games that are held
// out now.
func inherit(t *models.Training, from models.Training, common flags.Common) {
	for _, name := range learnedBefore(*t, from) {
		common.Say("the first weights learned from all games of %s: figures on those held out are too good; "+
			"--validation measures on others", name)
	}
	t.Inherit(from)
}

// learnedBefore names the games of a training that are held out in part, and were not before.
func learnedBefore(t, from models.Training) (names []string) {
	own, _ := t.Sources()
	before, known := from.Sources()
	for _, b := range before {
		if known && !b.Split && slices.Contains(own, models.Source{Name: b.Name, Split: true}) {
			names = append(names, b.Name)
		}
	}
	return names
}

// partGames reads games and parts them into those to learn from and those held out:
// validation, if there are any, else what the split sets aside. number makes labelled positions
// of them.
func partGames(ctx context.Context, common flags.Common, from flags.Collection, validation []string,
	number func(games *record.Set, heldOut bool) (*sample.Data, error),
) (learn, held *sample.Data, err error) {
	learnSet, heldSet, err := partSets(ctx, common, from, validation)
	if err != nil {
		return nil, nil, err
	}
	if learn, err = number(learnSet, false); err != nil {
		return nil, nil, err
	}
	if held, err = number(heldSet, true); err != nil {
		return nil, nil, err
	}
	if learn.Board() == 0 {
		return nil, nil, noGames(from, heldSet.Len())
	}
	return learn, held, nil
}

// policyPositions are the positions before all moves, for what sees no planes or all of them.
func policyPositions(games *record.Set, _ bool) (*sample.Data, error) {
	return sample.NewData(games, features.PolicyPlanes)
}

// noGames is the error where no game of a collection is left to learn from. held is how many are held out.
func noGames(from flags.Collection, held int) error {
	if held > 0 {
		return fmt.Errorf("%w to train on: all games of %v are held out", sample.ErrNoPositions, from.Games)
	}
	return fmt.Errorf("%w to train on: no game in %v passes the filters", sample.ErrNoPositions, from.Games)
}

// partSets is partGames before the positions are numbered.
func partSets(ctx context.Context, common flags.Common, from flags.Collection, validation []string,
) (learn, held *record.Set, err error) {
	games, _, err := from.Read(ctx, common)
	if err != nil {
		return nil, nil, err
	}
	if len(validation) == 0 {
		learn, held = sample.Divide(games)
		return learn, held, nil
	}
	aside := from
	aside.Games = validation
	if held, _, err = aside.Read(ctx, common); err != nil {
		return nil, nil, err
	}
	learn, dropped := sample.Without(games, held)
	if dropped > 0 {
		common.Say("%d games are left out of training, because they or mirror images of them are held out", dropped)
	}
	return learn, held, nil
}
