package gpu

import (
	"reflect"
	"strings"
	"testing"
)

// toy is a plan of one convolution and its update.
func toy() *Plan {
	p := &Plan{Version: Version, Grade: Half}
	planes := p.Add(Buffer{"planes", Packed, 3 * Words(81*48)})
	x := p.Add(Buffer{"x", Activation, Rows(9, 3) * 48})
	w := p.Add(Buffer{"w", Float32, 25 * 48 * 32})
	half := p.Add(Buffer{"copy", Activation, 25 * 48 * 32})
	turned := p.Add(Buffer{"turned", Activation, 25 * 48 * 32})
	bias := p.Add(Buffer{"bias", Float32, 32})
	y := p.Add(Buffer{"y", Activation, Rows(9, 3) * 32})
	p.Programs = []Program{{"forward", []Call{
		{Kernel: Copies, Buffers: []int{w, half, turned}, Shape: []uint32{48, 32, 5}},
		{Kernel: Expand, Buffers: []int{planes, x}, Shape: []uint32{48, 48, 9}, Args: []uint32{3}},
		{Kernel: Conv, Buffers: []int{x, half, bias, y}, Shape: []uint32{48, 32, 5, 9, 1}, Args: []uint32{3}},
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
	if got, want := p.Bytes(p.Find("y")), 2*Rows(9, 3)*32; got != want {
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
		{"relu 2", func(p *Plan) { p.Programs[0].Calls[2].Shape[4] = 2 }},
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

// A row has its neighbours at constant distances, and no tap of a 5×5 filter leaves the padding.
func TestRows(t *testing.T) {
	for board := 2; board <= 19; board++ {
		w := board + 1
		for number := range 3 {
			for p := range board * board {
				r := Row(board, number, p)
				if r-2*w-2 < 0 || r+2*w+2 >= Rows(board, 3) {
					t.Fatalf("size %d: point %d of board %d is at row %d of %d", board, p, number, r, Rows(board, 3))
				}
				if (p+1)%board != 0 && Row(board, number, p+1) != r+1 {
					t.Fatalf("size %d: no constant distance to the right of point %d", board, p)
				}
				if p+board < board*board && Row(board, number, p+board) != r+w {
					t.Fatalf("size %d: no constant distance below point %d", board, p)
				}
			}
		}
		if total := Slice(board, 3, 4) * 4; total < 3*BoardRows(board) {
			t.Errorf("size %d: four splits have %d rows of %d", board, total, 3*BoardRows(board))
		}
	}
}
