package gpu

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/tengen-go/tengen/internal/gpu/kernels"
)

// Version is the version of plans, which includes what the kernels compute. It changes with them.
const Version = 7

// Limits of a plan.
const (
	maxBuffers = 1 << 14
	maxCalls   = 1 << 16 // of a program
)

// Grade is what activations and copies of weights are stored as, and how convolutions multiply. Sums are float32
// in all grades.
type Grade string

// The grades: float16 with a card's instructions for products of matrices, float16, and float32.
const (
	Matrix Grade = "matrix"
	Half   Grade = "float16"
	Single Grade = "float32"
)

// Grades lists the grades, the fastest first.
func Grades() []Grade { return []Grade{Matrix, Half, Single} }

// Float16 says whether activations are stored as float16.
func (g Grade) Float16() bool { return g != Single }

// Buffer is a piece of the device's memory. It begins as zeros.
type Buffer struct {
	Name string       `json:"name"`
	Kind kernels.Kind `json:"kind"`
	Size int          `json:"size"` // elements
}

// Call is one kernel on buffers of the plan.
type Call struct {
	Kernel  kernels.Name `json:"kernel"`
	Buffers []int        `json:"buffers"`         // by number
	Shape   []uint32     `json:"shape,omitempty"` // what the kernel may be compiled for
	Args    []uint32     `json:"args,omitempty"`  // what may differ from call to call
}

// Program is a list of calls that run one after the other. Each sees what those before it wrote.
type Program struct {
	Name  string `json:"name"`
	Calls []Call `json:"calls"`
}

// Plan is all that a device needs to know of a network.
type Plan struct {
	Version  int       `json:"version"`
	Grade    Grade     `json:"grade"`
	Buffers  []Buffer  `json:"buffers"`
	Programs []Program `json:"programs"`
}

// Add appends a buffer and returns its number.
func (p *Plan) Add(b Buffer) int {
	p.Buffers = append(p.Buffers, b)
	return len(p.Buffers) - 1
}

// Find returns the number of the buffer of that name, −1 if there is none.
func (p *Plan) Find(name string) int {
	return slices.IndexFunc(p.Buffers, func(b Buffer) bool { return b.Name == name })
}

// Bytes is the memory that a buffer takes, a multiple of four.
func (p *Plan) Bytes(buffer int) int {
	b := p.Buffers[buffer]
	if b.Kind == kernels.Activation && p.Grade.Float16() {
		return (2*b.Size + 3) / 4 * 4
	}
	return 4 * b.Size
}

// Memory is the bytes of all buffers.
func (p *Plan) Memory() int {
	n := 0
	for i := range p.Buffers {
		n += p.Bytes(i)
	}
	return n
}

// Work is about how many operations a call takes; 0 for a kernel that does not exist.
func (c Call) Work() int {
	s, ok := kernels.Of(c.Kernel)
	if !ok {
		return 0
	}
	return s.Work(c.Shape, c.Args)
}

// slowest is the operations a second of the slowest device that is waited for: a program that does as a card, on an
// old processor with other work.
const slowest = 5e9

// Deadline is how long a run of any of the programs may take before the device counts as lost.
func (p *Plan) Deadline() time.Duration {
	most := 0
	for _, program := range p.Programs {
		n := 0
		for _, c := range program.Calls {
			n += c.Work()
		}
		most = max(most, n)
	}
	return time.Minute + time.Duration(float64(most)/slowest*float64(time.Second))
}

// Encode returns the plan for another process.
func (p *Plan) Encode() ([]byte, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	return json.Marshal(p)
}

// Decode reads what Encode returned, and refuses what a device could not run safely.
func Decode(data []byte) (*Plan, error) {
	p := new(Plan)
	if err := json.Unmarshal(data, p); err != nil {
		return nil, fmt.Errorf("plan: %w", err)
	}
	return p, p.Validate()
}

// Validate says what is wrong with a plan. No call of a valid plan reads or writes outside its buffers.
func (p *Plan) Validate() error {
	switch {
	case p.Version != Version:
		return fmt.Errorf("plan: version %d, want %d: both parts of the program must be of one build",
			p.Version, Version)
	case !slices.Contains(Grades(), p.Grade):
		return fmt.Errorf("plan: grade %q, want one of %v", p.Grade, Grades())
	case len(p.Buffers) > maxBuffers:
		return fmt.Errorf("plan: %d buffers, want %d at most", len(p.Buffers), maxBuffers)
	}
	names := map[string]bool{}
	for i, b := range p.Buffers {
		switch {
		case b.Name == "" || names[b.Name]:
			return fmt.Errorf("plan: buffer %d: name %q is empty or taken", i, b.Name)
		case b.Size < 1 || b.Size > kernels.MaxElements:
			return fmt.Errorf("plan: buffer %s: %d elements, want 1 to %d", b.Name, b.Size, kernels.MaxElements)
		case !slices.Contains(kernels.Kinds(), b.Kind):
			return fmt.Errorf("plan: buffer %s: kind %q is unknown", b.Name, b.Kind)
		}
		names[b.Name] = true
	}
	programs := map[string]bool{}
	for _, program := range p.Programs {
		if program.Name == "" || programs[program.Name] {
			return fmt.Errorf("plan: program name %q is empty or taken", program.Name)
		}
		programs[program.Name] = true
		if len(program.Calls) > maxCalls {
			return fmt.Errorf("plan: program %s: %d calls, want %d at most", program.Name, len(program.Calls), maxCalls)
		}
		for i, c := range program.Calls {
			if err := p.check(c); err != nil {
				return fmt.Errorf("plan: program %s, call %d: %s: %w", program.Name, i, c.Kernel, err)
			}
		}
	}
	return nil
}

// check compares a call with the signature of its kernel.
func (p *Plan) check(c Call) error {
	s, ok := kernels.Of(c.Kernel)
	if !ok {
		return fmt.Errorf("unknown kernel")
	}
	if len(c.Buffers) != len(s.Buffers) || len(c.Shape) != len(s.Shape) || len(c.Args) != len(s.Args) {
		return fmt.Errorf("%d buffers, %d figures of shape, %d arguments, want %d, %d, %d",
			len(c.Buffers), len(c.Shape), len(c.Args), len(s.Buffers), len(s.Shape), len(s.Args))
	}
	need, err := s.Sizes(c.Shape, c.Args)
	if err != nil {
		return err
	}
	for i, number := range c.Buffers {
		o := s.Buffers[i]
		if number < 0 || number >= len(p.Buffers) {
			return fmt.Errorf("%s: no buffer %d", o.Name, number)
		}
		b := p.Buffers[number]
		if b.Kind != o.Kind {
			return fmt.Errorf("%s: buffer %s is %s, want %s", o.Name, b.Name, b.Kind, o.Kind)
		}
		if b.Size < need[i] {
			return fmt.Errorf("%s: buffer %s has %d elements, want %d", o.Name, b.Name, b.Size, need[i])
		}
		if o.Write && slices.Index(c.Buffers, number) != i || o.Write && slices.Contains(c.Buffers[i+1:], number) {
			return fmt.Errorf("%s: buffer %s is written and given twice", o.Name, b.Name)
		}
	}
	return nil
}
