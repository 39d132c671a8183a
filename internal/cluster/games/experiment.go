package games

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/lab/papers"
	"github.com/tengen-go/tengen/models"
)

// KindCells is cells of experiments without other programs.
const KindCells = "cells"

// Cells is cells of an experiment. What stands for a game here is a cell, by its place among the cells of a phase.
type Cells struct {
	Experiment string            `json:"experiment"`
	Revision   int               `json:"revision"`
	Scale      float64           `json:"scale"`
	Seed       uint64            `json:"seed"`
	Options    map[string]string `json:"options,omitempty"` // for workers
	Phase      int               `json:"phase"`
	Count      int               `json:"count"`            // of the cells of the phase
	Before     string            `json:"before,omitempty"` // SHA-256 of the results of earlier phases, as JSON
	Models     string            `json:"models"`           // SHA-256 that stands for the models of the program

	programs Programs
	accept   func(result json.RawMessage) error // of the machine that ordered the cells
}

// CellKinds are the kinds of cells that a machine with these programs can do.
func CellKinds(programs Programs) (kinds work.Kinds) {
	for _, name := range programs.Kinds(KindCells) {
		kinds = append(kinds, work.Kind{Name: name, Read: func(spec json.RawMessage) (work.Work, error) {
			c := &Cells{programs: programs}
			return c, work.Decode(KindCells, spec, c, c.validate)
		}})
	}
	return kinds
}

// Kind names the type.
func (c *Cells) Kind() string { return commandsOf(c.Options).Kind(KindCells) }

// Exact says no: results may have thinking times.
func (c *Cells) Exact() bool { return false }

// commandsOf are the commands in options of an experiment.
func commandsOf(set map[string]string) Programs {
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(set)) {
		texts = append(texts, set[name])
	}
	return CommandsOf(texts...)
}

func (c *Cells) validate() error {
	if c.Phase < 0 || c.Count < 1 {
		return fmt.Errorf("phase %d of %d cells: want 0 or more, and 1 or more", c.Phase, c.Count)
	}
	return nil
}

// Play does cells, as many at once as there are threads.
func (c *Cells) Play(
	ctx context.Context, tools work.Tools, next func() (int, bool), done func(int, []byte) error,
) error {
	here, err := programModelsDigest()
	if err != nil {
		return err
	}
	if here != c.Models {
		return fmt.Errorf("%s: %w", c.Experiment, errOtherModels)
	}
	e, err := lab.Find(c.Experiment, papers.Experiments(papers.Env{
		Players: c.programs.Players(), ModelDirs: programModels(), Open: opener(ctx, tools), Device: tools.Device,
	}))
	if err != nil {
		return err
	}
	p := lab.Phase{
		Experiment: c.Experiment, Revision: c.Revision, Scale: c.Scale, Seed: c.Seed, Options: c.Options,
		Number: c.Phase, Cells: c.Count,
	}
	if c.Before != "" {
		data, err := tools.Model(ctx, c.Before)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(data, &p.Before); err != nil {
			return fmt.Errorf("results of %s before: %w", c.Experiment, err)
		}
	}
	turns := work.NewTurns(next)
	return p.Perform(ctx, e, max(1, tools.Threads), turns.Take,
		func(i int, result []byte) error {
			turns.Over()
			return done(i, result)
		})
}

var errOtherModels = errors.New("this version of tengen has other models; install the hub's version")

// programModelsDigest stands for the weights of all models of the program.
func programModelsDigest() (string, error) {
	entries, err := models.List(models.ShippedPrefix)
	if err != nil {
		return "", err
	}
	files := map[string]models.File{}
	for _, e := range entries {
		for kind, n := range e.Manifest.Networks {
			files[e.Dir+" "+kind] = n.File
		}
	}
	text, err := json.Marshal(files)
	return mailbox.Digest(text), err
}

var errNotJSON = errors.New("the result is not JSON")

// errNotExact says that a result cannot be compared.
var errNotExact = errors.New("results of experiments may have thinking times, and cannot be compared")

// Essence has nothing that could be compared.
func (c *Cells) Essence(int, []byte) (string, error) { return "", errNotExact }

// Check sees that a result can be one. What it says cannot be known without doing the cell again.
func (c *Cells) Check(i int, data []byte, _ bool) error {
	if i < 0 || i >= c.Count {
		return fmt.Errorf("cell %d of %d", i, c.Count)
	}
	if !json.Valid(data) {
		return fmt.Errorf("cell %d of %s: %w", i, c.Experiment, errNotJSON)
	}
	if c.accept == nil {
		return nil
	}
	if err := c.accept(data); err != nil {
		return fmt.Errorf("cell %d of %s: %w", i, c.Experiment, err)
	}
	return nil
}
