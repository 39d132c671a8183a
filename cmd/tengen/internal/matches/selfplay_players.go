package matches

import (
	"fmt"
	"os"
	"strings"

	"github.com/tengen-go/tengen/cmd/tengen/internal/players"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/options"
)

// raw is a policy that draws its moves from its probabilities.
type raw struct {
	name        string
	temperature float64
	policy      *nets.Policy
	hash        string
}

// raws loads the players if all of them are policies as they come, which can be played in
// batches.
func (c *SelfplayCmd) raws(texts [2]string) (raws [2]raw, all bool, err error) {
	for i, text := range texts {
		if c.ValueData && text != "policy" && !strings.HasPrefix(text, "policy:") {
			text = "policy:model=" + text
			texts[i] = text
		}
		ok := false
		if raws[i], ok, err = c.raw(text); err != nil {
			return raws, false, usage.Wrap(err)
		}
		if !ok {
			if c.ValueData {
				return raws, false, usage.Errorf("%s: --value-data needs policies: name a model's folder, or "+
					"policy:model=DIR,temperature=T", text)
			}
			return raws, false, nil
		}
	}
	size := c.Board
	if size == 0 {
		if size, err = boardOf(texts); err != nil {
			return raws, false, err
		}
	}
	var chosen [2]bool
	for i := range raws {
		r := &raws[i]
		chosen[i] = r.name == ""
		if chosen[i] {
			if r.name, err = models.Fitting(players.ModelDirs(), size); err != nil {
				return raws, false, err
			}
		}
		if i > 0 && r.name == raws[0].name && chosen[0] == chosen[1] {
			r.policy, r.hash = raws[0].policy, raws[0].hash
			continue
		}
		policy, manifest, err := nets.LoadPolicy(r.name)
		if err != nil {
			return raws, false, err
		}
		if chosen[i] {
			if policy.Config().Board != size {
				if policy, err = policy.Carry(size); err != nil {
					return raws, false, fmt.Errorf("model %s: %w", r.name, err)
				}
			}
			if !c.Quiet {
				fmt.Fprintf(os.Stderr, "policy: playing with the %s\n", players.Chosen(r.name, size))
			}
		}
		policy.SetDevice(c.device)
		r.policy, r.hash = policy, manifest.Networks[models.Policy].File.SHA256
	}
	return raws, true, nil
}

// raw takes a player's string apart; ok says that it is a policy without anything that only
// the players of a match have.
func (c *SelfplayCmd) raw(text string) (r raw, ok bool, err error) {
	spec, err := options.Parse("player", text)
	if err != nil || spec.Kind != "policy" {
		return raw{}, false, err
	}
	o, err := spec.Options()
	if err != nil {
		return raw{}, false, err
	}
	r = raw{name: o.String("model", ""), temperature: o.Float("temperature", c.Temperature, 0, 100)}
	if o.String("symmetries", "1") != "1" || o.Finish() != nil {
		return raw{}, false, nil // its own constructor tells what is wrong, if anything is
	}
	return r, true, nil
}

// tempered is a player of a match with the temperature of the flag, if it is a policy that has
// none of its own.
func (c *SelfplayCmd) tempered(text string) (string, error) {
	spec, err := options.Parse("player", text)
	if err != nil || spec.Kind != "policy" {
		return text, err
	}
	o, err := spec.Options()
	if err != nil || o.String("temperature", "") != "" {
		return text, err
	}
	sep := ":"
	if strings.Contains(text, ":") {
		sep = ","
	}
	return fmt.Sprintf("%s%stemperature=%v", text, sep, c.Temperature), nil
}

// boardOf is the board of the first model that players of a match name, else defaultBoard.
func boardOf(texts [2]string) (int, error) {
	for _, text := range texts {
		spec, err := options.Parse("player", text)
		if err != nil || spec.StartsPrograms() {
			continue
		}
		o, err := spec.Options()
		if err != nil {
			return 0, usage.Wrap(err)
		}
		dir := o.String("model", "")
		if dir == "" {
			continue
		}
		m, err := models.ReadManifest(dir)
		if err != nil {
			return 0, err
		}
		if m.Board > 0 {
			return m.Board, nil
		}
	}
	return defaultBoard, nil
}
