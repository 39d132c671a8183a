package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// heading says what was measured when and where.
type heading struct {
	Date    string  `json:"date"`
	Machine string  `json:"machine"`
	Tengen  string  `json:"tengen"`
	Quick   bool    `json:"quick,omitempty"` // the figures say nothing
	Seconds float64 `json:"seconds"`         // that the run took
}

func (s *series) describe(ctx context.Context) (heading, error) {
	var v struct{ Version, Go string }
	err := s.engine.call(ctx, &v, "version")
	return heading{
		Date: time.Now().Format(time.DateOnly), Machine: processor(), Tengen: v.Version + " (" + v.Go + ")",
		Quick: s.opt.quick, Seconds: time.Since(s.start).Seconds(),
	}, err
}

func (h heading) markdown(b *strings.Builder, others string) {
	fmt.Fprintf(b, "%s; %s; tengen %s%s; %.0f s.\n\n", h.Date, h.Machine, h.Tengen, others, h.Seconds)
	if h.Quick {
		b.WriteString("A short run: its figures say that the program works, and nothing else.\n\n")
	}
}

// conditions writes a table of how the machine was.
func conditions(b *strings.Builder, names []string, records []record) {
	b.WriteString("\nThe machine: its multiply-adds in GFLOP/s before and after each round, and what others used " +
		"of it.\n\n" +
		"| | rounds | repeated | lowest | best | cores used by others | |\n| --- | ---: | ---: | ---: | ---: | " +
		"---: | --- |\n")
	for i, r := range records {
		var low, best, others float64
		for j, c := range r.Conditions {
			if lower := min(c.Before, c.After); j == 0 || lower < low {
				low = lower
			}
			best, others = max(best, c.Best), max(others, c.Others)
		}
		fault := ""
		if len(r.Disturbed) > 0 {
			fault = "**disturbed: " + r.Disturbed[0] + "**"
		}
		fmt.Fprintf(b, "| %s | %d | %d | %.0f | %.0f | %.2f | %s |\n",
			names[i], r.Rounds, len(r.Conditions)-r.Rounds, low, best, others, fault)
	}
}

// write prints a report and leaves it in dir as name.md, with all figures in
// name.json.
func write(dir, name, text string, figures any) error {
	data, err := json.MarshalIndent(figures, "", "  ")
	if err != nil {
		return err
	}
	for suffix, content := range map[string][]byte{".md": []byte(text), ".json": append(data, '\n')} {
		if err := os.WriteFile(filepath.Join(dir, name+suffix), content, 0o644); err != nil {
			return err
		}
	}
	_, err = os.Stdout.WriteString(text)
	return err
}
