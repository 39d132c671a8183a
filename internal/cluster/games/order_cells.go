package games

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/options"
)

// Cells is a lab.Elsewhere.
func (o *Order) Cells(
	ctx context.Context, p lab.Phase, todo []int, keep func(cell int, result json.RawMessage) error,
) error {
	c, err := o.cells(ctx, p)
	if err == nil {
		c.accept = p.Accept
	}
	if err != nil {
		return err
	}
	spec, err := json.Marshal(c)
	if err != nil {
		return err
	}
	if o.Check != nil {
		if err := o.Check(ctx, commandsOf(c.Options)); err != nil {
			return err
		}
	}
	if len(todo) == 0 {
		return nil
	}
	missing := map[int]bool{}
	for _, i := range todo {
		missing[i] = true
	}
	err = hub.Collect(ctx, o.Box, hub.Job{
		Run: o.digest(string(spec)), Work: c, Spec: spec, First: slices.Min(todo), Games: slices.Max(todo) + 1, Each: 1,
		For: strings.ReplaceAll(o.Name, "\n", ":"), Models: o.models.Owner,
		// An earlier session, or one of a smaller scale, has done some between those to do.
		Have:    func(i int) bool { return !missing[i] },
		Flush:   p.Flush,
		Keep:    func(i int, data []byte) error { return keep(i, data) },
		Silence: o.Silence, Report: o.Report,
	})
	o.unfinished = err != nil
	return err
}

// cells is what workers shall do.
func (o *Order) cells(ctx context.Context, p lab.Phase) (*Cells, error) {
	o.models.Box, o.models.Owner, o.models.Dirs = o.Box, o.digest("models"), programModels()
	c := &Cells{
		Experiment: p.Experiment, Revision: p.Revision, Scale: p.Scale, Seed: p.Seed,
		Options: map[string]string{}, Phase: p.Number, Count: p.Cells,
	}
	for name, value := range p.Options {
		value, err := o.option(ctx, name, value)
		if err != nil {
			return nil, fmt.Errorf("option %s of %s: %w", name, p.Experiment, err)
		}
		c.Options[name] = value
	}
	var err error
	if c.Models, err = programModelsDigest(); err != nil {
		return nil, err
	}
	if len(p.Before) > 0 {
		data, err := json.Marshal(p.Before)
		if err != nil {
			return nil, err
		}
		if c.Before, err = o.Box.PutModel(ctx, o.models.Owner, data); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// option is the value of an option for workers: where it names the folder of a model, it names the model at the hub.
func (o *Order) option(ctx context.Context, name, value string) (string, error) {
	if name == modelOption && value != "" { // without one it is the model in the program
		return o.models.store(ctx, value)
	}
	if !strings.Contains(value, modelOption+"=") || len(CommandsOf(value)) > 0 {
		return value, nil
	}
	const kind = "player:" // where there are options without a kind
	text := value
	before, _, _ := strings.Cut(value, "=")
	if !strings.Contains(before, ":") {
		text = kind + value
	}
	spec, err := options.Parse("player", text)
	if err != nil || spec.Value(modelOption) == "" {
		return value, err
	}
	stored, err := o.models.store(ctx, spec.Value(modelOption))
	if err != nil {
		return "", err
	}
	text = spec.With(modelOption, stored).Text()
	if !strings.Contains(before, ":") {
		text = strings.TrimPrefix(text, kind)
	}
	return text, nil
}
