package gpu

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/gpu/kernels"
)

// toy is a plan of one convolution and its update.
func toy() *Plan {
	p := &Plan{Version: Version, Grade: Half}
	planes := p.Add(Buffer{"planes", kernels.Packed, 3 * kernels.Words(81*48)})
	x := p.Add(Buffer{"x", kernels.Activation, kernels.Rows(9, 3) * 48})
	w := p.Add(Buffer{"w", kernels.Float32, 25 * 48 * 32})
	half := p.Add(Buffer{"copy", kernels.Activation, 25 * 48 * 32})
	turned := p.Add(Buffer{"turned", kernels.Activation, 25 * 48 * 32})
	bias := p.Add(Buffer{"bias", kernels.Float32, 32})
	y := p.Add(Buffer{"y", kernels.Activation, kernels.Rows(9, 3) * 32})
	p.Programs = []Program{{"forward", []Call{
		{Kernel: kernels.Copies, Buffers: []int{w, half, turned}, Shape: []uint32{48, 32, 5}},
		{Kernel: kernels.Expand, Buffers: []int{planes, x}, Shape: []uint32{48, 48, 9}, Args: []uint32{3}},
		{Kernel: kernels.Conv, Buffers: []int{x, half, bias, y}, Shape: []uint32{48, 32, 5, 9, 1}, Args: []uint32{3}},
	}}}
	return p
}

func TestPlansTravel(t *testing.T) {
	p := toy()
	data, err := p.Encode()
	if err != nil {
		t.Fatal(err)
	}
	back, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(p, back) {
		t.Errorf("%+v came back as %+v", p, back)
	}
	if got, want := p.Bytes(p.Find("y")), 2*kernels.Rows(9, 3)*32; got != want {
		t.Errorf("activations of float16 take %d bytes, want %d", got, want)
	}
}

// A plan that is wrong in one place is refused, and the error names the place.
func TestWrongPlansAreRefused(t *testing.T) {
	for _, c := range []struct {
		want  string
		spoil func(p *Plan)
	}{
		{"version 0", func(p *Plan) { p.Version = 0 }},
		{"grade", func(p *Plan) { p.Grade = "float8" }},
		{"taken", func(p *Plan) { p.Buffers[1].Name = "planes" }},
		{"elements", func(p *Plan) { p.Buffers[1].Size = 1 << 40 }},
		{"kind", func(p *Plan) { p.Buffers[1].Kind = "float64" }},
		{"unknown kernel", func(p *Plan) { p.Programs[0].Calls[1].Kernel = "expnad" }},
		{"call 1: expand: 1 buffers", func(p *Plan) { p.Programs[0].Calls[1].Buffers = []int{0} }},
		{"no buffer 99", func(p *Plan) { p.Programs[0].Calls[1].Buffers[1] = 99 }},
		{"planes: buffer x is activation, want packed", func(p *Plan) { p.Programs[0].Calls[1].Buffers[0] = 1 }},
		{"buffer y has", func(p *Plan) { p.Buffers[6].Size-- }},
		{"buffer planes has 366 elements", func(p *Plan) { p.Programs[0].Calls[1].Args[0] = 4 }},
		{"channels 47", func(p *Plan) { p.Programs[0].Calls[2].Shape[0] = 47 }},
		{"filters 16", func(p *Plan) { p.Programs[0].Calls[2].Shape[1] = 16 }},
		{"side 4", func(p *Plan) { p.Programs[0].Calls[2].Shape[2] = 4 }},
		{"board 20", func(p *Plan) { p.Programs[0].Calls[2].Shape[3] = 20 }},
		{"relu 3", func(p *Plan) { p.Programs[0].Calls[2].Shape[4] = 3 }},
		{"boards 0", func(p *Plan) { p.Programs[0].Calls[2].Args[0] = 0 }},
		{"49 planes in 48 channels", func(p *Plan) { p.Programs[0].Calls[1].Shape[0] = 49 }},
		{"given twice", func(p *Plan) { p.Programs[0].Calls[0].Buffers[2] = 3 }},
		{"program name", func(p *Plan) { p.Programs = append(p.Programs, p.Programs[0]) }},
	} {
		p := toy()
		c.spoil(p)
		err := p.Validate()
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
		if _, err := p.Encode(); err == nil {
			t.Errorf("a plan with a wrong %q travels", c.want)
		}
	}
	if _, err := Decode([]byte(`{"version": 1, `)); err == nil {
		t.Error("half a plan is no error")
	}
}

// The work of a call is that of its formula, and a device has time for all of a program.
func TestWork(t *testing.T) {
	conv := Call{Kernel: kernels.Conv, Shape: []uint32{192, 192, 3, 19, 1}, Args: []uint32{256}}
	if got, want := conv.Work(), 2*256*400*9*192*192; got != want {
		t.Errorf("a convolution of 192 filters on 256 boards: %d operations, want %d", got, want)
	}
	if got := (Call{Kernel: kernels.AddTo, Args: []uint32{1000}}).Work(); got != 2001 {
		t.Errorf("1000 sums: %d, want an operation for each element of the buffers", got)
	}
	if got := (Call{Kernel: "addto"}).Work(); got != 0 {
		t.Errorf("an unknown kernel: %d", got)
	}
	p := Plan{Programs: []Program{{Calls: []Call{conv}}, {Calls: []Call{conv, conv}}, {}}}
	if got, least := p.Deadline(), time.Minute+27*time.Second; got < least || got > least+time.Second {
		t.Errorf("a deadline of %v for 136 billion operations, want %v", got, least)
	}
}
