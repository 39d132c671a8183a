package record

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/sgf"
)

// Fault is something wrong with a file or a game in it.
type Fault struct {
	Source Source
	Reason Reason // Mended, Unreadable, Malformed, Unusable or Illegal
	Err    error
}

func (f Fault) Error() string {
	var syntax *sgf.SyntaxError
	if errors.As(f.Err, &syntax) {
		return syntax.Error() // it says where, more exactly
	}
	if f.Source.Line == 0 {
		return fmt.Sprintf("%s: %v", f.Source.File, f.Err)
	}
	return fmt.Sprintf("%v: %v", f.Source, f.Err)
}

func (f Fault) Unwrap() error { return f.Err }

// maxFaults is how many faults of a file are told one by one, and how many a Report lists, besides files that cannot
// be read. All are counted.
const maxFaults = 1000

// Report says what a reading found.
type Report struct {
	Files   int          // read
	Bytes   int64        // read, as stored
	Text    int64        // bytes of SGF text, or of packed games, after decompression
	Games   int          // found, sound or not
	Kept    int          // games
	Moves   int          // of the games kept
	Mended  int          // games that were not sound SGF, kept or then left out for another reason
	Again   int          // second faults of these games
	Dropped [reasons]int // games left out (for Unreadable: files), by Reason
	Faults  []Fault      // the first thousand, in the order of the files, and all that are Unreadable
	About   []string     // what packed files say of themselves, each once
	Limited bool         // Filter.Limit ended the reading: the figures cover what was read
}

// FaultCount is the number of all faults, listed or not.
func (r *Report) FaultCount() int {
	return r.Mended + r.Again + r.Dropped[Unreadable] + r.Dropped[Malformed] + r.Dropped[Unusable] + r.Dropped[Illegal]
}

// Unread is the fault of the first of the given paths that is a file and could not be read to
// its end, nil if there is none: whoever names a file, and not a folder, means it.
func (r *Report) Unread(paths []string) error {
	for _, f := range r.Faults {
		if f.Reason == Unreadable && slices.Contains(paths, f.Source.File) {
			return fmt.Errorf("%w; leave the file out, or replace it by a good copy", f)
		}
	}
	return nil
}

// tell notes what a packed file says of itself, unless it says nothing or what another
// said before.
func (r *Report) tell(about string) {
	for line := range strings.Lines(about) {
		line = strings.TrimSuffix(line, "\n")
		if line != "" && !slices.Contains(r.About, line) {
			r.About = append(r.About, line)
		}
	}
}

// add adds a later part.
func (r *Report) add(p *Report) {
	r.Files += p.Files
	r.Bytes += p.Bytes
	r.Text += p.Text
	r.Games += p.Games
	r.Kept += p.Kept
	r.Moves += p.Moves
	r.Mended += p.Mended
	r.Again += p.Again
	for i, n := range p.Dropped {
		r.Dropped[i] += n
	}
	for _, about := range p.About {
		r.tell(about)
	}
	for _, f := range p.Faults {
		if len(r.Faults) < maxFaults || f.Reason == Unreadable {
			r.Faults = append(r.Faults, f)
		}
	}
}
