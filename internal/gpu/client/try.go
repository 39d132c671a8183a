package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"

	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/trial"
	"github.com/tengen-go/tengen/internal/version"
)

// opened opens a card that is to be trusted, with the grades in which all its kernels are right. The folder keeps
// what was found of which card; empty: none does. Findings that cannot be kept have the direct convolutions only, or
// two runs would not be the same. first is called before the kernels of a card are tried.
func opened(
	ctx context.Context, start starter, number int, folder string, first func(gpu.Info),
) (gpu.Device, error) {
	d, err := open(ctx, start, number)
	if err != nil {
		return nil, err
	}
	mark := filepath.Join(folder, markOf(d.Info()))
	if folder != "" {
		if data, err := os.ReadFile(mark); err == nil {
			var f findings
			if json.Unmarshal(data, &f) == nil && len(f.Grades) > 0 {
				return f.of(d), nil
			}
		}
	}
	first(d.Info())
	var f findings
	keep := folder != ""
	for _, g := range d.Info().Grades {
		winograd, err := tried(ctx, d, g)
		if err == nil {
			f.Grades = append(f.Grades, g)
			if winograd {
				f.Winograd = append(f.Winograd, g)
			}
			continue
		}
		if ctx.Err() != nil || errors.Is(err, gpu.ErrMemory) {
			return nil, errors.Join(ctx.Err(), unusable(err), d.Close())
		}
		err = fmt.Errorf("%w: update its driver", err)
		f.Refused = append(f.Refused, fmt.Sprintf("not in grade %s: %v", g, err))
		if errors.Is(err, gpu.ErrLost) { // perhaps not the next time
			keep = false
			if err := d.Close(); err != nil {
				return nil, unusable(err)
			}
			if d, err = open(ctx, start, number); err != nil {
				return nil, err
			}
		}
	}
	if len(f.Grades) == 0 {
		return nil, errors.Join(fmt.Errorf("%w: %s (%s): %s", gpu.ErrNone, d.Info().Name, d.Info().Driver,
			strings.Join(f.Refused, "; ")), d.Close())
	}
	if !keep || f.keep(mark) != nil {
		// The next process measures anew, perhaps with another result, and would round otherwise.
		f.Winograd = nil
	}
	return f.of(d), nil
}

// tried tries the kernels of a card, and measures which convolutions are faster. A call that hangs ends with the
// context.
func tried(ctx context.Context, d gpu.Device, g gpu.Grade) (winograd bool, err error) {
	defer d.(*device).stopped(ctx)()
	if _, err := trial.Kernels(ctx, d, g, 1, 1); err != nil {
		return false, err
	}
	winograd, err = trial.WinogradFaster(d, g)
	if err != nil && !errors.Is(err, gpu.ErrLost) && ctx.Err() == nil {
		return false, nil // a card without a clock, or with little memory, has direct convolutions
	}
	return winograd, err
}

// findings are what was found of a card.
type findings struct {
	Grades  []gpu.Grade `json:"grades"`            // in which all its kernels are right
	Refused []string    `json:"refused,omitempty"` // why there are not more
	// Winograd are those with faster convolutions, see [gpu.Info].
	Winograd []gpu.Grade `json:"winograd,omitempty"`
}

// keep writes findings for the next process.
func (f findings) keep(mark string) error {
	data, err := json.Marshal(f)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(mark), 0o755)
	}
	if err == nil {
		err = atomicfile.Write(mark, data)
	}
	return err
}

// of gives an opened card its findings.
func (f findings) of(d gpu.Device) gpu.Device {
	info := &d.(*device).info
	info.Grades, info.Refused, info.Winograd = f.Grades, f.Refused, f.Winograd
	return d
}

// markOf is the file of a card's findings: another driver or another tengen is tried anew.
func markOf(i gpu.Info) string {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\n%s\n%v\n%d\n%s", i.Name, i.Driver, i.Grades, gpu.Version, version.String())
	return fmt.Sprintf("tried-%016x", h.Sum64())
}
