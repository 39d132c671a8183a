package matches

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/tengen-go/tengen/cmd/tengen/internal/progress"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/selfplay"
	"github.com/tengen-go/tengen/sgf"
)

// errOtherGames says that a path of --sgf holds games of something else.
var errOtherGames = errors.New("it holds other games: give --sgf another place, and the same command writes them there")

// checkSGF refuses what --sgf must not write over, before any game is played. Games of the same self-play are written
// again when it goes on, so only a new one can be refused here; writeSGF compares.
func (c *SelfplayCmd) checkSGF(begun bool) error {
	if c.SGF == "" || begun {
		return nil
	}
	path := c.SGF
	if !strings.HasSuffix(c.SGF, ".sgfl") {
		path = c.sgfFile(0)
	}
	if info, err := os.Stat(path); err == nil && info.Size() > 0 {
		return usage.Errorf("--sgf %s: %s is there, and may hold other games: choose another place", c.SGF, path)
	}
	return nil
}

// sgfFile is the file of one game in the folder of --sgf.
func (c *SelfplayCmd) sgfFile(game int) string {
	return filepath.Join(c.SGF, fmt.Sprintf("game-%06d.sgf", game+1))
}

// writeSGF writes all games of the file as SGF: into one .sgfl file, or into a folder.
func (c *SelfplayCmd) writeSGF(ctx context.Context, set *record.Set, job *selfplayJob) error {
	bar := progress.New(c.Quiet, "writing SGF", int64(set.Len()), "games")
	defer bar.Finish()
	if !strings.HasSuffix(c.SGF, ".sgfl") {
		if err := os.MkdirAll(c.SGF, 0o755); err != nil {
			return fmt.Errorf("--sgf: %w", err)
		}
		for i := range set.Len() {
			text, err := c.sgf(ctx, set.Game(i), job)
			if err != nil {
				return err
			}
			path := c.sgfFile(i)
			switch was, err := os.ReadFile(path); {
			case err == nil && !bytes.HasPrefix(text, was):
				return fmt.Errorf("--sgf: %s: %w", path, errOtherGames)
			case err != nil || len(was) < len(text):
				if err := atomicfile.Write(path, text); err != nil {
					return fmt.Errorf("--sgf: %w", err)
				}
			}
			bar.Set(int64(i + 1))
		}
		return nil
	}
	return atomicfile.WriteFunc(c.SGF, func(f io.Writer) error {
		before, err := os.Open(c.SGF)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("--sgf: %w", err)
		}
		defer before.Close()           //nolint:errcheck // it is only read, or not there
		was := bufio.NewReader(before) // of no file: nothing
		w := bufio.NewWriterSize(f, 1<<20)
		for i := range set.Len() {
			text, err := c.sgf(ctx, set.Game(i), job)
			if err != nil {
				return err
			}
			line := strings.ReplaceAll(strings.TrimSpace(string(text)), "\n", "") + "\n"
			if old, _ := was.ReadString('\n'); old != "" && old != line {
				return errOtherGames
			}
			if _, err := w.WriteString(line); err != nil {
				return err
			}
			bar.Set(int64(i + 1))
		}
		if old, _ := was.ReadByte(); old != 0 {
			return errOtherGames
		}
		return w.Flush()
	})
}

// sgf is the text of one game, unless ctx has ended.
func (c *SelfplayCmd) sgf(ctx context.Context, g record.Game, job *selfplayJob) ([]byte, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	tree := record.ToSGF(g)
	if job.about.Kind == selfplay.KindValue {
		tree.Root.Set("GN", sgf.Escape(fmt.Sprintf("position after %d moves", g.Mark)))
	} else {
		tree.Root.Set("PB", sgf.Escape(job.about.Players[0].Name))
		tree.Root.Set("PW", sgf.Escape(job.about.Players[1].Name))
	}
	return tree.Append(nil)
}
