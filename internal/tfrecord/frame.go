package tfrecord

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// MaxPayload bounds the payload that a Reader accepts, so that a damaged length
// cannot ask for the memory of the whole machine.
const MaxPayload = 1 << 30

// ErrDamaged is wrapped by every error about a frame with a wrong length, checksum or
// end.
var ErrDamaged = errors.New("damaged record")

const (
	headerSize = 12 // length and its checksum
	footerSize = 4  // checksum of the payload
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// maskedCRC is the checksum of a frame: CRC-32C, rotated and offset, because a
// CRC of data that itself contains CRCs is weak.
func maskedCRC(b []byte) uint32 {
	c := crc32.Checksum(b, castagnoli)
	return (c>>15 | c<<17) + 0xa282ead8
}

// AppendFrame appends the frame around payload to dst.
func AppendFrame(dst, payload []byte) []byte {
	at := len(dst)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(len(payload)))
	dst = binary.LittleEndian.AppendUint32(dst, maskedCRC(dst[at:at+8]))
	dst = append(dst, payload...)
	return binary.LittleEndian.AppendUint32(dst, maskedCRC(payload))
}

// Writer writes frames to an io.Writer, each with one Write, so that a process
// killed between two calls leaves whole frames behind.
type Writer struct {
	w   io.Writer
	buf []byte
}

// NewWriter returns a Writer on w.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Write writes one frame. The payload may be reused afterwards.
func (w *Writer) Write(payload []byte) error {
	w.buf = AppendFrame(w.buf[:0], payload)
	_, err := w.w.Write(w.buf)
	return err
}

// Reader reads frames from an io.Reader.
type Reader struct {
	r      io.Reader
	buf    []byte
	offset int64
}

// NewReader returns a Reader on r, which should be buffered.
func NewReader(r io.Reader) *Reader { return &Reader{r: r} }

// Offset is the number of bytes of whole, undamaged frames read so far.
func (r *Reader) Offset() int64 { return r.offset }

// Next returns the payload of the next frame, valid until the next call. It
// returns io.EOF at a clean end and an error wrapping ErrDamaged for a frame
// that is cut off or has a wrong checksum.
func (r *Reader) Next() ([]byte, error) {
	var header [headerSize]byte
	if n, err := io.ReadFull(r.r, header[:]); err != nil {
		if errors.Is(err, io.EOF) && n == 0 {
			return nil, io.EOF
		}
		return nil, r.cut(err, "header")
	}
	if maskedCRC(header[:8]) != binary.LittleEndian.Uint32(header[8:]) {
		return nil, fmt.Errorf("%w at byte %d: checksum of the length", ErrDamaged, r.offset)
	}
	length := binary.LittleEndian.Uint64(header[:8])
	if length > MaxPayload {
		return nil, fmt.Errorf("%w at byte %d: payload of %d bytes", ErrDamaged, r.offset, length)
	}
	need := int(length) + footerSize
	if cap(r.buf) < need {
		r.buf = make([]byte, need)
	}
	r.buf = r.buf[:need]
	if _, err := io.ReadFull(r.r, r.buf); err != nil {
		return nil, r.cut(err, "payload")
	}
	payload := r.buf[:length]
	if maskedCRC(payload) != binary.LittleEndian.Uint32(r.buf[length:]) {
		return nil, fmt.Errorf("%w at byte %d: checksum of the payload", ErrDamaged, r.offset)
	}
	r.offset += int64(headerSize + need)
	return payload, nil
}

// cut tells a frame that ends too early from a failing reader.
func (r *Reader) cut(err error, part string) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w at byte %d: %s cut off", ErrDamaged, r.offset, part)
	}
	return err
}
