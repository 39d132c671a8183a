package record

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/atomicfile"
)

// A packed file is a header of 16 bytes (magic, version), what the file says of
// itself (length, CRC-32C, text; not in version 1) and blocks.
//
// A block is a header of 12 bytes (length of the body, number of games, CRC-32C of body
// and both) and a body. The body is the block's table of strings, then its games. A game is
// its particulars as varints (version 1 has no mark), its setup stones and moves at two bytes
// and, since version 3, its thoughts, if it has any. The last block has no body: it counts
// the games of the file, which shows whether the file was cut short between two blocks.
// All numbers are little-endian.
const (
	packedMagic   = "tengen-games"
	packedVersion = 3
	packedBlock   = 1 << 20  // bytes of games after which a block is closed
	packedStrings = 16 << 20 // and of their strings, which many games may share
	maxBlock      = 64 << 20
	maxAbout      = 1 << 20
	smallestGame  = 21 // bytes of a game of version 1 without stones and moves
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// WritePacked writes the set as a packed file, atomically: the path holds the old
// file or the whole new one, never a part.
func WritePacked(path string, s *Set) error {
	err := atomicfile.WriteFunc(path, func(f io.Writer) error {
		w := bufio.NewWriterSize(f, 1<<20)
		if err := EncodePacked(w, s); err != nil {
			return err
		}
		return w.Flush()
	})
	if err != nil {
		return fmt.Errorf("packed file: %w", err)
	}
	return nil
}

// EncodePacked writes the bytes of a packed file.
func EncodePacked(w io.Writer, s *Set) error {
	header := append([]byte(packedMagic), 0, 0, 0, 0)
	binary.LittleEndian.PutUint32(header[len(packedMagic):], packedVersion)
	if len(s.About) > maxAbout {
		return fmt.Errorf("a description of %d bytes: at most %d", len(s.About), maxAbout)
	}
	header = binary.LittleEndian.AppendUint32(header, uint32(len(s.About)))
	header = binary.LittleEndian.AppendUint32(header, crc32.Checksum([]byte(s.About), castagnoli))
	if _, err := w.Write(append(header, s.About...)); err != nil {
		return err
	}
	for i := 0; i < s.Len(); {
		var names table
		var games []byte
		first := i
		for ; i < s.Len() && len(games) < packedBlock && names.bytes < packedStrings; i++ {
			g := s.Game(i)
			if n := len(g.Thoughts); n > 0 && n != len(g.Moves) {
				return fmt.Errorf("%v: thoughts about %d moves of %d", g.Source, n, len(g.Moves))
			}
			for ply := range g.Thoughts { // what nobody could read again
				if err := g.Thoughts[ply].Check(g.Size, g.Moves[ply]); err != nil {
					return fmt.Errorf("%v: the thought about move %d has %w", g.Source, ply+1, err)
				}
			}
			games = appendGame(games, &g, &names)
		}
		body := append(names.appendTo(nil), games...)
		if len(body) > maxBlock { // by its last game: those before it would have closed the block
			return fmt.Errorf("%v: a game of more than %d MB", s.Game(i-1).Source, maxBlock>>20)
		}
		if err := writeBlock(w, body, i-first); err != nil {
			return err
		}
	}
	return writeBlock(w, nil, s.Len())
}

// appendTo writes the table as the beginning of a block.
func (t *table) appendTo(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(t.list)))
	for _, n := range t.list {
		b = binary.AppendUvarint(b, uint64(len(n)))
		b = append(b, n...)
	}
	return b
}

func writeBlock(w io.Writer, body []byte, games int) error {
	h := blockHeader(body, games)
	if _, err := w.Write(h[:]); err != nil {
		return err
	}
	_, err := w.Write(body)
	return err
}

func blockHeader(body []byte, games int) (h [12]byte) {
	binary.LittleEndian.PutUint32(h[0:], uint32(len(body)))
	binary.LittleEndian.PutUint32(h[4:], uint32(games))
	sum := crc32.Update(crc32.Checksum(h[:8], castagnoli), castagnoli, body)
	binary.LittleEndian.PutUint32(h[8:], sum)
	return h
}

func appendGame(b []byte, g *Game, names *table) []byte {
	b = append(b, byte(g.Size), byte(g.First), byte(g.Result.Winner), byte(g.Result.Ending))
	b = binary.LittleEndian.AppendUint32(b, math.Float32bits(g.storedKomi()))
	b = binary.LittleEndian.AppendUint32(b, math.Float32bits(g.Result.Margin))
	for _, v := range []uint64{
		uint64(g.Handicap), uint64(g.BlackRank), uint64(g.WhiteRank), uint64(g.Date),
		uint64(names.number(g.Rules)), uint64(names.number(g.Source.File)), uint64(g.Source.Line),
		uint64(len(g.Setup)), uint64(len(g.Moves)), uint64(g.Mark), uint64(len(g.Thoughts)),
	} {
		b = binary.AppendUvarint(b, v)
	}
	for _, ms := range [][]Move{g.Setup, g.Moves} {
		for _, m := range ms {
			b = append(b, byte(m), byte(m>>8))
		}
	}
	for i := range g.Thoughts {
		b = appendThought(b, &g.Thoughts[i])
	}
	return b
}

// Why a packed file is refused.
var (
	ErrNotPacked    = errors.New("not a packed file of games")
	ErrNewerVersion = errors.New("written by a newer version of this program")
	ErrCutShort     = errors.New("cut short")
	ErrDamaged      = errors.New("damaged: the checksum is wrong")
	ErrMore         = errors.New("more data behind the last game: packed files cannot be joined, name each of them")
	errBadBlock     = errors.New("the games of a block do not add up")
)

// DecodePacked reads a packed file and calls f for each game; its slices are valid
// until f returns. The moves are points of the board or passes; that they are
// legal is not checked. It returns what the file says of itself (Set.About). Errors
// tell at which byte.
func DecodePacked(r io.Reader, f func(Game) error) (about string, err error) {
	offset := int64(0)
	fail := func(err error) (string, error) {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = ErrCutShort
		}
		return "", fmt.Errorf("at byte %d: %w", offset, err)
	}
	header := make([]byte, len(packedMagic)+4)
	if _, err := io.ReadFull(r, header); err != nil {
		return fail(err)
	}
	if string(header[:len(packedMagic)]) != packedMagic {
		return "", ErrNotPacked
	}
	version := binary.LittleEndian.Uint32(header[len(packedMagic):])
	if version < 1 || version > packedVersion {
		return "", fmt.Errorf("version %d: %w", version, ErrNewerVersion)
	}
	offset += int64(len(header))
	if version > 1 {
		var h [8]byte
		if _, err := io.ReadFull(r, h[:]); err != nil {
			return fail(err)
		}
		size := binary.LittleEndian.Uint32(h[:])
		if size > maxAbout {
			return fail(ErrDamaged)
		}
		text := make([]byte, size)
		if _, err := io.ReadFull(r, text); err != nil {
			return fail(err)
		}
		if crc32.Checksum(text, castagnoli) != binary.LittleEndian.Uint32(h[4:]) {
			return fail(ErrDamaged)
		}
		about = string(text)
		offset += int64(len(h)) + int64(size)
	}
	var body bytes.Buffer
	for total := 0; ; {
		var h [12]byte
		if _, err := io.ReadFull(r, h[:]); err != nil {
			return fail(err)
		}
		size, games := int64(binary.LittleEndian.Uint32(h[:])), int(binary.LittleEndian.Uint32(h[4:]))
		if size > maxBlock {
			return fail(ErrDamaged)
		}
		body.Reset()
		body.Grow(int(min(size, 1<<20))) // what the header claims beyond that takes memory only as it comes
		if _, err := io.CopyN(&body, r, size); err != nil {
			return fail(err)
		}
		if blockHeader(body.Bytes(), games) != h {
			return fail(ErrDamaged)
		}
		if size == 0 {
			if games != total {
				return fail(fmt.Errorf("%w: %d games of %d", ErrCutShort, total, games))
			}
			switch _, err := io.ReadFull(r, h[:1]); {
			case err == nil: // as when packed files were joined
				return fail(ErrMore)
			case err != io.EOF:
				return fail(err)
			}
			return about, nil
		}
		if err := decodeBlock(body.Bytes(), games, version, f); err != nil {
			if errors.Is(err, errBadBlock) {
				return fail(err)
			}
			return about, err
		}
		offset += int64(len(h)) + size
		total += games
	}
}

// cursor takes numbers off a block.
type cursor struct {
	b   []byte
	bad bool
}

func (c *cursor) uvarint(limit uint64) int {
	v, n := binary.Uvarint(c.b)
	if n <= 0 || v > limit {
		c.bad = true
		return 0
	}
	c.b = c.b[n:]
	return int(v)
}

func (c *cursor) take(n int) []byte {
	if n > len(c.b) {
		c.bad = true
		return make([]byte, min(n, 16))
	}
	b := c.b[:n]
	c.b = c.b[n:]
	return b
}

func decodeBlock(body []byte, games int, version uint32, f func(Game) error) error {
	c := cursor{b: body}
	// A game names two strings. More would take much memory from a small file.
	names := make([]string, c.uvarint(2*min(uint64(games), uint64(len(body)/smallestGame))))
	for i := range names {
		n := c.uvarint(uint64(len(c.b)))
		if c.bad {
			return errBadBlock
		}
		names[i] = string(c.take(n))
	}
	const points = board.MaxSize * board.MaxSize
	var moves []Move
	for range games {
		if c.bad || len(c.b) == 0 {
			return errBadBlock
		}
		var g Game
		b := c.take(4)
		g.Size, g.First = int(b[0]), board.Color(b[1])
		g.Result.Winner, g.Result.Ending = board.Color(b[2]), Ending(b[3])
		g.setKomi(c.float(-points, points))                          // −0 where the record says none
		g.Result.Margin = c.float(-math.MaxFloat32, math.MaxFloat32) // finite
		g.Handicap = c.uvarint(points)
		g.BlackRank, g.WhiteRank = Rank(c.uvarint(math.MaxInt16)), Rank(c.uvarint(math.MaxInt16))
		g.Date = Date(c.uvarint(math.MaxInt32))
		rules, file := c.uvarint(math.MaxInt32), c.uvarint(math.MaxInt32)
		g.Source.Line = c.uvarint(math.MaxInt32)
		setup, played := c.uvarint(points), c.uvarint(maxBlock)
		if version > 1 {
			g.Mark = c.uvarint(uint64(played))
		}
		thoughts := 0
		if version > 2 {
			thoughts = c.uvarint(uint64(played))
		}
		if c.bad || rules >= len(names) || file >= len(names) ||
			2*(setup+played) > len(c.b) || thoughts > 0 && thoughts != played ||
			board.CheckSize(g.Size) != nil || g.First != board.Black && g.First != board.White ||
			g.Result.Winner > board.White || int(g.Result.Ending) >= len(endings) {
			return errBadBlock
		}
		g.Rules, g.Source.File = names[rules], names[file]
		moves = moves[:0]
		for b := c.take(2 * (setup + played)); len(b) > 0; b = b[2:] {
			m := Move(b[0]) | Move(b[1])<<8
			if !m.valid(g.Size) {
				return errBadBlock
			}
			moves = append(moves, m)
		}
		g.Setup, g.Moves = moves[:setup:setup], moves[setup:]
		for _, m := range g.Moves[:thoughts] {
			g.Thoughts = append(g.Thoughts, c.thought(g.Size, m))
		}
		if c.bad {
			return errBadBlock
		}
		if err := f(g); err != nil {
			return err
		}
	}
	if len(c.b) > 0 {
		return errBadBlock
	}
	return nil
}

// packed reads a packed file: all of it or, if anything is wrong with it, nothing.
func (p *parser) packed(r io.Reader) error {
	// The games go into a set of their own until the file has proved whole.
	set, part := p.set, p.part
	p.set, p.part = &Set{}, &Report{}
	about, err := DecodePacked(r, func(g Game) error {
		p.part.Text += int64(2 * len(g.Moves))
		if !p.opt.Thoughts {
			g.Thoughts = nil
		}
		return p.take(g, nil, g.Source, false)
	})
	if err != nil && !errors.Is(err, errLimit) {
		p.set, p.part = set, part
		return err
	}
	p.part.tell(about)
	set.absorb(p.set)
	part.add(p.part)
	p.set, p.part = set, part
	return err
}
