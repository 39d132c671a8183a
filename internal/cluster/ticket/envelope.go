package ticket

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
)

// Protocol is the number of the language that hubs and workers speak. It changes whenever one could
// misunderstand the other.
const Protocol = 2

// What is wrong with data that is no ticket or no bundle.
var (
	ErrProtocol = errors.New("another version of tengen speaks another protocol; install the same version everywhere")
	ErrDamaged  = errors.New("damaged on its way")
)

// magic begins each envelope; the number of the protocol, the checksum of all that follows, and the
// contents come behind it.
const magic = "tengen-work"

const envelopeHead = len(magic) + 2 + 4

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// seal puts contents into an envelope.
func seal(contents []byte) []byte {
	out := make([]byte, 0, envelopeHead+len(contents))
	out = append(out, magic...)
	out = binary.LittleEndian.AppendUint16(out, Protocol)
	out = binary.LittleEndian.AppendUint32(out, crc32.Checksum(contents, castagnoli))
	return append(out, contents...)
}

// open takes contents out of an envelope.
func open(data []byte) ([]byte, error) {
	if len(data) < envelopeHead || string(data[:len(magic)]) != magic {
		return nil, ErrDamaged
	}
	rest := data[len(magic):]
	if p := binary.LittleEndian.Uint16(rest); p != Protocol {
		return nil, fmt.Errorf("protocol %d, this program speaks %d: %w", p, Protocol, ErrProtocol)
	}
	contents := rest[6:]
	if crc32.Checksum(contents, castagnoli) != binary.LittleEndian.Uint32(rest[2:]) {
		return nil, ErrDamaged
	}
	return contents, nil
}
