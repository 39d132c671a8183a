package record

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/tengen-go/tengen/sgf"
)

// parser reads the games of one file after the other into a set.
type parser struct {
	ctx    context.Context
	opt    *Options
	done   *atomic.Int64 // compressed bytes read, of all parsers
	b      builder
	set    *Set
	part   *Report
	buffer []byte
	slow   bool // every game through its tree: for the tests and the benchmark
	trust  bool // without replaying the moves: for the benchmark
}

// errLimit ends the reading of a file: the filter wants no more games.
var errLimit = errors.New("limit reached")

func (p *parser) fault(f Fault) {
	if f.Reason == Mended {
		p.part.Mended++
	} else {
		p.part.Dropped[f.Reason]++
	}
	// All are kept until the collector has told of them.
	p.part.Faults = append(p.part.Faults, f)
}

func (p *parser) unreadable(name string, err error) {
	p.fault(Fault{Source{File: name}, Unreadable, err})
}

// lines reads one record a line.
func (p *parser) lines(label string, r io.Reader) error {
	s := bufio.NewReaderSize(r, 1<<20)
	for line := 1; ; line++ {
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

// whole reads a file that is one collection.
func (p *parser) whole(label string, r io.Reader) error {
	b := bytes.NewBuffer(p.buffer[:0])
	_, err := b.ReadFrom(io.LimitReader(r, maxFile+1))
	p.buffer = b.Bytes()
	if err != nil {
		return err
	}
	if b.Len() > maxFile {
		return fmt.Errorf("larger than %d MB: put its games into several files, or one a line into a .sgfl file", maxFile>>20)
	}
	return p.text(label, p.buffer, 1)
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
		if rest != nil && !p.slow {
			p.b.reset()
			if n, ok := p.b.fast(rest); ok {
				s.Skip(n)
				g, err := p.b.game()
				if err := p.take(g, err, Source{label, at}); err != nil {
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
		if err := s.Mended(); err != nil {
			p.fault(Fault{Source{label, at}, Mended, err})
		}
		g, err := FromSGF(tree.Root)
		if err := p.take(g, err, Source{label, at}); err != nil {
			return err
		}
	}
}

// take judges a game and keeps it or says why not.
func (p *parser) take(g Game, err error, from Source) error {
	p.part.Games++
	if err != nil {
		p.fault(Fault{from, Unusable, err})
		return nil
	}
	g.Source = from
	if why := p.opt.Filter.Judge(&g); why != Kept {
		p.part.Dropped[why]++
		return nil
	}
	if p.trust {
		p.set.Add(g)
		return nil
	}
	if err := g.Verify(); err != nil {
		p.fault(Fault{from, Illegal, err})
		return nil
	}
	p.set.Add(g)
	if limit := p.opt.Filter.Limit; limit > 0 && p.set.Len() >= limit {
		return errLimit
	}
	return nil
}
