package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/tengen-go/tengen/cmd/tengen/internal/progress"
	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/selfplay"
	"github.com/tengen-go/tengen/sgf"
)

// writeSGF writes all games of the file as SGF: into one .sgfl file, or into a folder.
func (c *SelfplayCmd) writeSGF(set *record.Set, job *selfplayJob) error {
	bar := progress.New(c.Quiet, "writing SGF", int64(set.Len()), "games")
	defer bar.Finish()
	if !strings.HasSuffix(c.SGF, ".sgfl") {
		if err := os.MkdirAll(c.SGF, 0o755); err != nil {
			return fmt.Errorf("--sgf: %w", err)
		}
		for i := range set.Len() {
			text, err := c.sgf(set.Game(i), job)
			if err != nil {
				return err
			}
			path := filepath.Join(c.SGF, fmt.Sprintf("game-%06d.sgf", i+1))
			if err := os.WriteFile(path, text, atomicfile.Perm); err != nil {
				return fmt.Errorf("--sgf: %w", err)
			}
			bar.Set(int64(i + 1))
		}
		return nil
	}
	return atomicfile.WriteFunc(c.SGF, func(f io.Writer) error {
		w := bufio.NewWriterSize(f, 1<<20)
		for i := range set.Len() {
			text, err := c.sgf(set.Game(i), job)
			if err != nil {
				return err
			}
			line := strings.ReplaceAll(strings.TrimSpace(string(text)), "\n", "")
			if _, err := w.WriteString(line + "\n"); err != nil {
				return err
			}
			bar.Set(int64(i + 1))
		}
		return w.Flush()
	})
}

// sgf is the text of one game.
func (c *SelfplayCmd) sgf(g record.Game, job *selfplayJob) ([]byte, error) {
	tree := record.ToSGF(g)
	if job.about.Kind == selfplay.KindValue {
		tree.Root.Set("GN", sgf.Escape(fmt.Sprintf("position after %d moves", g.Mark)))
	} else {
		tree.Root.Set("PB", sgf.Escape(job.about.Players[0].Name))
		tree.Root.Set("PW", sgf.Escape(job.about.Players[1].Name))
	}
	return tree.Append(nil)
}
