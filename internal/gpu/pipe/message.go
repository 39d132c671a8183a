package pipe

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/tengen-go/tengen/internal/gpu"
)

// Kind says what a message asks for, or how a request went.
type Kind uint32

// Requests.
const (
	List  Kind = iota + 1 // the cards, as JSON
	Open                  // Numbers: the card
	Load                  // Text: a plan; the answer's number is that of the runner
	Run                   // Numbers: runner; Text: program; data to and from buffers
	Start                 // the same; the answer comes at once and without data
	Wait                  // Numbers: runner; the answer has the data of the first run under way
	Times                 // Numbers: runner; Text: program; the answer's numbers are nanoseconds
	Free                  // Numbers: runner
)

// Answers. Those of errors have its words as text.
const (
	Done Kind = iota + 100
	Failed
	FailedNone
	FailedMemory
	FailedLost
)

// failures are the errors that keep their kind on the way.
var failures = map[Kind]error{FailedNone: gpu.ErrNone, FailedMemory: gpu.ErrMemory, FailedLost: gpu.ErrLost}

// Message is a request or an answer.
type Message struct {
	Kind    Kind
	Numbers []uint32
	Text    []byte
	// In are data that come with the message, Out what the answer shall bring: their Data only have a length.
	// An answer has the data of Out in its In.
	In, Out []gpu.Transfer
}

// Failure is the answer for an error.
func Failure(err error) Message {
	kind := Failed
	for k, target := range failures {
		if errors.Is(err, target) {
			kind = k
		}
	}
	return Message{Kind: kind, Text: []byte(err.Error())}
}

// failure is an error of the other process.
type failure struct {
	kind error
	text string
}

func (f *failure) Error() string { return f.text }
func (f *failure) Unwrap() error { return f.kind }

// Err is the error that an answer brings, or nil.
func (m *Message) Err() error {
	if m.Kind == Done {
		return nil
	}
	return &failure{failures[m.Kind], string(m.Text)}
}

// Limits of a message that is no nonsense.
const (
	maxNumbers   = 1 << 20
	maxText      = 1 << 28
	maxTransfers = 1 << 16
	maxData      = 1 << 31
)

// Conn is one end.
type Conn struct {
	r       *bufio.Reader
	w       *bufio.Writer
	scratch []uint32 // of the message at work
	data    []byte   // of Receive
	in, out []gpu.Transfer
	sizes   [2][]uint32 // of the data of in and out
	numbers []uint32
	text    []byte
	word    [4]byte
}

// New returns an end that reads what the other one sends, and writes.
func New(r io.Reader, w io.Writer) *Conn {
	return &Conn{r: bufio.NewReaderSize(r, 1<<16), w: bufio.NewWriterSize(w, 1<<16)}
}

// magic begins every message.
const magic = 0x474e4554 // "TENG"

// Send sends a message.
func (c *Conn) Send(m Message) error {
	c.scratch = append(c.scratch[:0], magic, uint32(m.Kind),
		uint32(len(m.Numbers)), uint32(len(m.Text)), uint32(len(m.In)), uint32(len(m.Out)))
	c.scratch = append(c.scratch, m.Numbers...)
	for _, list := range [2][]gpu.Transfer{m.In, m.Out} {
		for _, t := range list {
			c.scratch = append(c.scratch, uint32(t.Buffer), uint32(t.Offset), uint32(len(t.Data)))
		}
	}
	for _, v := range c.scratch {
		binary.LittleEndian.PutUint32(c.word[:], v)
		if _, err := c.w.Write(c.word[:]); err != nil {
			return err
		}
	}
	if _, err := c.w.Write(m.Text); err != nil {
		return err
	}
	for _, t := range m.In {
		if _, err := c.w.Write(t.Data); err != nil {
			return err
		}
	}
	return c.w.Flush()
}

func (c *Conn) number() (uint32, error) {
	_, err := io.ReadFull(c.r, c.word[:])
	return binary.LittleEndian.Uint32(c.word[:]), err
}

// head reads the kind and the four lengths of a message. The end of the pipe before it is io.EOF.
func (c *Conn) head() (kind Kind, lengths [4]int, err error) {
	var words [6]uint32
	for i := range words {
		if words[i], err = c.number(); err != nil {
			if i > 0 && errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return 0, lengths, err
		}
	}
	if words[0] != magic {
		return 0, lengths, fmt.Errorf("%#x is no beginning of a message", words[0])
	}
	for i, limit := range []uint32{maxNumbers, maxText, maxTransfers, maxTransfers} {
		if words[2+i] > limit {
			return 0, lengths, fmt.Errorf("a message with %d parts, want %d at most", words[2+i], limit)
		}
		lengths[i] = int(words[2+i])
	}
	return Kind(words[1]), lengths, nil
}

// transfers reads n of them and the sizes of their data; total is the sum of these.
func (c *Conn) transfers(list *[]gpu.Transfer, sizes *[]uint32, n int) (total int, err error) {
	*list, *sizes = (*list)[:0], (*sizes)[:0]
	for range n {
		var words [3]uint32
		for i := range words {
			if words[i], err = c.number(); err != nil {
				return 0, err
			}
		}
		*list = append(*list, gpu.Transfer{Buffer: int(words[0]), Offset: int(words[1])})
		*sizes = append(*sizes, words[2])
		if total += int(words[2]); total > maxData {
			return 0, fmt.Errorf("a message with %d bytes of data, want %d at most", total, maxData)
		}
	}
	return total, nil
}

// Receive reads a request. Its parts are valid until the next call; Out has room for the data of the answer.
func (c *Conn) Receive() (Message, error) {
	kind, n, err := c.head()
	if err != nil {
		return Message{}, err
	}
	if err := c.begin(n); err != nil {
		return Message{}, err
	}
	total := 0
	for i, list := range [2]*[]gpu.Transfer{&c.in, &c.out} {
		t, err := c.transfers(list, &c.sizes[i], n[2+i])
		if err != nil {
			return Message{}, err
		}
		total += t
	}
	if cap(c.text) < n[1] {
		c.text = make([]byte, n[1])
	}
	c.text = c.text[:n[1]]
	if _, err := io.ReadFull(c.r, c.text); err != nil {
		return Message{}, err
	}
	if cap(c.data) < total {
		c.data = make([]byte, total)
	}
	rest := c.data[:cap(c.data)]
	for i, list := range [2][]gpu.Transfer{c.in, c.out} {
		for j, size := range c.sizes[i] {
			list[j].Data, rest = rest[:size:size], rest[size:]
		}
	}
	for _, t := range c.in {
		if _, err := io.ReadFull(c.r, t.Data); err != nil {
			return Message{}, err
		}
	}
	return Message{Kind: kind, Numbers: c.numbers, Text: c.text, In: c.in, Out: c.out}, nil
}

// begin reads the numbers.
func (c *Conn) begin(n [4]int) (err error) {
	c.numbers = c.numbers[:0]
	for range n[0] {
		v, err := c.number()
		if err != nil {
			return err
		}
		c.numbers = append(c.numbers, v)
	}
	return nil
}

// Answer reads an answer, whose data go to where out wants them.
func (c *Conn) Answer(out []gpu.Transfer) (Message, error) {
	kind, n, err := c.head()
	if err != nil {
		return Message{}, err
	}
	if err := c.begin(n); err != nil {
		return Message{}, err
	}
	if n[3] != 0 || kind == Done && n[2] != len(out) || kind != Done && n[2] != 0 {
		return Message{}, fmt.Errorf("an answer with %d and %d blocks of data, want %d", n[2], n[3], len(out))
	}
	if _, err := c.transfers(&c.in, &c.sizes[0], n[2]); err != nil {
		return Message{}, err
	}
	m := Message{Kind: kind, Numbers: c.numbers}
	if n[1] > 0 {
		m.Text = make([]byte, n[1])
	}
	if _, err := io.ReadFull(c.r, m.Text); err != nil {
		return Message{}, err
	}
	for i, size := range c.sizes[0] {
		if int(size) != len(out[i].Data) {
			return Message{}, fmt.Errorf("an answer with %d bytes of data, want %d", size, len(out[i].Data))
		}
		if _, err := io.ReadFull(c.r, out[i].Data); err != nil {
			return Message{}, err
		}
	}
	return m, nil
}
