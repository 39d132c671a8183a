package flags

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/progress"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/sgf"
)

// Collection is the games and the filters of every command that reads games.
type Collection struct {
	Games []string `arg:"" help:"Files or folders of games: .sgf, .sgfl (one SGF per line), .tengen (packed); also .gz, .bz2, .zst, and in .zip, .tar, .tgz."`
	record.Filter
	Encoding string `help:"Text encoding of all files, if names look wrong: gb18030, shift_jis, euc-kr, big5 …" placeholder:"NAME"`

	// Thoughts is whether to keep the thoughts of the games; a command sets it.
	Thoughts bool `kong:"-"`
}

// Names are the names of the games without the folders of this machine, as a model remembers them. "." has the name of
// its folder.
func (f *Collection) Names() []string {
	names := make([]string, len(f.Games))
	for i, p := range f.Games {
		if full, err := filepath.Abs(p); err == nil {
			p = full
		}
		names[i] = filepath.Base(p)
	}
	return names
}

// Apart refuses a file to write, -o, that would be read as well: its games would be lost, or be there twice.
func (f *Collection) Apart(output string) error {
	if _, err := os.Stat(output); err != nil {
		return nil // it is not there
	}
	files, err := record.Files(f.Games)
	if err != nil {
		return usage.Wrap(err)
	}
	for _, path := range files {
		if SameFile(path, output) {
			return usage.Errorf("-o %s is among the games to read: give it another place, or remove it", output)
		}
	}
	return nil
}

// SameFile says whether two paths lead to one file that is there.
func SameFile(a, b string) bool {
	x, err := os.Stat(a)
	y, missing := os.Stat(b)
	return err == nil && missing == nil && os.SameFile(x, y)
}

// Check refuses a filter that makes no sense and an unknown encoding, as usage errors.
func (f *Collection) Check() error {
	if err := f.Filter.Validate(); err != nil {
		return usage.Wrap(err)
	}
	if _, _, err := sgf.Decode(nil, f.Encoding); err != nil {
		return usage.Errorf("--encoding: %w", err)
	}
	return nil
}

// Options are the flags as record.Read takes them, with a progress bar until
// finish is called.
func (f *Collection) Options(c Common) (opt record.Options, finish func(), err error) {
	if err := f.Check(); err != nil {
		return opt, nil, err
	}
	bar := progress.New(c.Quiet, "reading games", 0, "B")
	return record.Options{
		Filter: f.Filter, Threads: c.Threads, Encoding: f.Encoding, Thoughts: f.Thoughts,
		Progress: func(done, total int64) {
			bar.Resize(total)
			bar.Set(done)
		},
	}, bar.Finish, nil
}

// Read reads the games into memory, and tells on stderr what was left out. No
// games at all is an error.
func (f *Collection) Read(ctx context.Context, c Common) (*record.Set, *record.Report, error) {
	opt, finish, err := f.Options(c)
	if err != nil {
		return nil, nil, err
	}
	set, report, err := record.Read(ctx, f.Games, opt)
	finish()
	if err != nil {
		return nil, nil, err
	}
	if err := report.Unread(f.Games); err != nil {
		return nil, nil, err
	}
	if !c.Quiet || report.Dropped[record.Unreadable] > 0 {
		fmt.Fprintln(os.Stderr, Summary(report))
		for _, fault := range report.Faults[:min(5, len(report.Faults))] {
			fmt.Fprintf(os.Stderr, "  %v\n", fault)
		}
		if n := report.FaultCount(); n > 5 {
			fmt.Fprintf(os.Stderr, "  … and %d more: tengen data verify lists them\n", n-5)
		}
	}
	if report.Games == 0 {
		return nil, nil, f.NoGame()
	}
	if set.Len() == 0 {
		return nil, nil, fmt.Errorf("no games to work with: %s; change the filters, such as --board", Summary(report))
	}
	return set, report, nil
}

// NoGame is the error where the files hold no game at all: no other filter helps.
func (f *Collection) NoGame() error {
	if len(f.Games) > 1 {
		return fmt.Errorf("no game in any of %d files and folders: name others", len(f.Games))
	}
	return fmt.Errorf("%s: no game in it: name another file or folder", f.Games[0])
}

// Missing is the error after a reading that has shown all it found, where games are missing: a file that was named
// could not be read to its end, or there is no game at all.
func (f *Collection) Missing(r *record.Report) error {
	if err := r.Unread(f.Games); err != nil {
		return err
	}
	if r.Games == 0 {
		return f.NoGame()
	}
	return nil
}

// Summary is a report in one line.
func Summary(r *record.Report) string {
	s := fmt.Sprintf("%d of %s kept, %s, from %s",
		r.Kept, output.Count(r.Games, "game"), output.Count(r.Moves, "move"), output.Count(r.Files, "file"))
	var parts []string
	for _, why := range record.Reasons() {
		if n := r.Dropped[why]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %v", n, why))
		}
	}
	if len(parts) > 0 {
		s += "; left out: " + strings.Join(parts, ", ")
	}
	if r.Mended > 0 {
		s += fmt.Sprintf("; mended: %d", r.Mended)
	}
	return s
}
