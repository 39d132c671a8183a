package record

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/tengen-go/tengen/sgf"
)

// parser reads the games of one file after the other into a set.
type parser struct {
	opt    *Options
	done   *atomic.Int64 // compressed bytes read, of all parsers
	b      builder
	set    *Set
	part   *Report
	buffer []byte
	slow   bool // every game through its tree: for the tests and the benchmark
	trust  bool // without replaying the moves: for the benchmark
	// trees gets the games as trees, unjudged, instead of the set; nil without.
	trees func(*sgf.Tree, Source) error
	most  int64 // unpacked bytes of a file or of a part of an archive; 0: the bounds of their kinds
}

// errLimit ends the reading of a file: the filter wants no more games.
var errLimit = errors.New("limit reached")

// errEmpty says that a file that should be a game has not a byte, as a download that failed leaves it.
var errEmpty = errors.New("empty")

func (p *parser) fault(f Fault) {
	if f.Reason == Mended {
		p.part.Mended++
	} else {
		p.part.Dropped[f.Reason]++
	}
	if len(p.part.Faults) < maxFaults {
		p.part.Faults = append(p.part.Faults, f)
	}
}

// unreadable is a part of an archive that cannot be read.
func (p *parser) unreadable(name string, err error) {
	p.fault(Fault{Source{File: name}, Unreadable, inWords(err)})
}

// failed is the file itself that cannot be read, which is always told.
func (p *parser) failed(name string, err error) {
	p.part.Dropped[Unreadable]++
	p.part.Faults = append(p.part.Faults, Fault{Source{File: name}, Unreadable, inWords(err)})
}

// lines reads one record a line.
func (p *parser) lines(label string, r io.Reader) error {
	s := bufio.NewReaderSize(r, 1<<20)
	for line := 1; ; line++ {
		line += skipEmpty(s)
		text, err := s.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			long := append(p.buffer[:0], text...)
			for err == bufio.ErrBufferFull && len(long) <= maxLine {
				text, err = s.ReadSlice('\n')
				long = append(long, text...)
			}
			p.buffer = long
			if len(long) > maxLine {
				return fmt.Errorf("line %d is longer than %d MB", line, maxLine>>20)
			}
			text = long
		}
		if err != nil && err != io.EOF {
			return err
		}
		if len(bytes.TrimSpace(text)) > 0 {
			if err := p.text(label, text, line); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
	}
}

// skipEmpty passes over the empty lines that have been read ahead, and says how many they are.
func skipEmpty(r *bufio.Reader) (lines int) {
	for {
		ahead, _ := r.Peek(max(r.Buffered(), 1)) // an error comes again
		n := len(ahead) - len(bytes.TrimLeft(ahead, "\n"))
		_, _ = r.Discard(n) // they are in the buffer
		if lines += n; n == 0 || n < len(ahead) {
			return lines
		}
	}
}

// whole reads a file that is one collection.
func (p *parser) whole(label string, r io.Reader) error {
	var err error
	if p.buffer, err = readAll(p.buffer[:0], r, maxFile); err != nil {
		return err
	}
	if len(p.buffer) == 0 && (p.trees != nil || p.opt.EmptyFaults) {
		return errEmpty
	}
	return p.text(label, p.buffer, 1)
}

// largeFile is from where the memory of a file counts.
const largeFile = 8 << 20

// readAll appends what r holds to b, most bytes at most. The array grows by halves while it is small,
// and then fourfold, never beyond what may be needed: the arrays before it stay in memory until they are
// collected, and what a file does not fill is mostly never touched and takes none.
func readAll(b []byte, r io.Reader, most int) ([]byte, error) {
	for {
		if len(b) == cap(b) {
			size := max(cap(b)+cap(b)/2, 64<<10)
			if size > largeFile {
				size = 4 * cap(b)
			}
			bigger := make([]byte, len(b), min(size, most+1))
			copy(bigger, b)
			b = bigger
		}
		n, err := r.Read(b[len(b):min(cap(b), most+1)])
		b = b[:len(b)+n]
		switch {
		case len(b) > most:
			return b, fmt.Errorf("larger than %d MB: put its games into several files, or one a line into a .sgfl file",
				most>>20)
		case err == io.EOF:
			return b, nil
		case err != nil:
			return b, err
		}
	}
}

// text reads the games of a text that begins on the given line.
func (p *parser) text(label string, raw []byte, line int) error {
	p.part.Text += int64(len(raw))
	text, _, err := sgf.Decode(raw, p.opt.Encoding)
	if err != nil {
		return err
	}
	s := sgf.NewScannerAt(label, text, line)
	for {
		rest, at := s.Peek()
		if rest != nil && !p.slow && p.trees == nil {
			p.b.reset()
			if n, ok := p.b.fast(rest); ok {
				s.Skip(n)
				g, err := p.b.game()
				if err := p.take(g, err, Source{label, at}, true); err != nil {
					return err
				}
				continue
			}
		}
		tree, err := s.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			p.part.Games++
			p.fault(Fault{Source{label, at}, Malformed, err})
			continue
		}
		mended, mend := p.part.Mended, s.Mended()
		if mend != nil {
			p.fault(Fault{Source{label, at}, Mended, mend})
		}
		if p.trees != nil {
			if err := p.trees(tree, Source{label, at}); err != nil {
				return err
			}
			continue
		}
		g, err := FromSGF(tree.Root)
		g.Mended = mend != nil
		err = p.take(g, err, Source{label, at}, true)
		if more := p.part.Mended - mended - 1; more > 0 { // the game counts once
			p.part.Mended -= more
			p.part.Again += more
		}
		if err != nil {
			return err
		}
	}
}

// take judges a game and keeps it or says why not. Of an illegal game it keeps the part before the
// illegal move, if broken ones are wanted.
func (p *parser) take(g Game, err error, from Source, wanted bool) error {
	p.part.Games++
	var broken *BreakError
	if err != nil && !errors.As(err, &broken) {
		p.fault(Fault{from, Unusable, err})
		return nil
	}
	g.Source = from
	why := p.opt.Filter.Judge(&g)
	if why == Kept && !p.trust {
		var illegal *IllegalError
		switch err := g.Verify(); {
		case errors.As(err, &illegal) && illegal.Ply > 0 && wanted:
			broken = g.breakOff(illegal.Ply, err)
			why = p.opt.Filter.Judge(&g)
		case err != nil:
			p.fault(Fault{from, Illegal, err})
			return nil
		}
	}
	if broken != nil {
		g.Mended = true
		p.fault(Fault{from, Mended, broken})
	}
	if why != Kept {
		p.part.Dropped[why]++
		return nil
	}
	p.set.Add(g)
	if p.trust {
		return nil
	}
	if limit := p.opt.Filter.Limit; limit > 0 && p.set.Len() >= limit {
		return errLimit
	}
	return nil
}
