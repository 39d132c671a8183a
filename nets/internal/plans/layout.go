package plans

import (
	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/nets/internal/layers"
)

// Layout is where the values of a parameter, [Blocks][Rows][Columns], lie in the card's array,
// [Blocks][PaddedRows][PaddedColumns]. The rest is zero.
type Layout struct {
	Buffer                    int // in the plan
	Blocks, Rows, Columns     int
	PaddedRows, PaddedColumns int
}

// plain is the layout of values that are not padded.
func plain(size int) Layout {
	return Layout{Blocks: 1, Rows: 1, Columns: size, PaddedRows: 1, PaddedColumns: size}
}

// Size is the number of floats of the card's array.
func (l Layout) Size() int { return l.Blocks * l.PaddedRows * l.PaddedColumns }

// Pack writes values to the card's array, whose padding stays as it is.
func (l Layout) Pack(array, values []float32) {
	l.each(func(a, v int) { copy(array[a:a+l.Columns], values[v:v+l.Columns]) })
}

// Unpack reads the values of the card's array.
func (l Layout) Unpack(values, array []float32) {
	l.each(func(a, v int) { copy(values[v:v+l.Columns], array[a:a+l.Columns]) })
}

// each calls f with the first place of every row in the array and among the values.
func (l Layout) each(f func(array, values int)) {
	for b := range l.Blocks {
		for r := range l.Rows {
			f((b*l.PaddedRows+r)*l.PaddedColumns, (b*l.Rows+r)*l.Columns)
		}
	}
}

// Arrays are parameters, or arrays like them, with memory for their transfer.
type Arrays struct {
	Layouts   []Layout
	staging   [][]float32
	transfers []gpu.Transfer
}

// add appends an array.
func (a *Arrays) add(l Layout) {
	s := make([]float32, l.Size())
	a.Layouts, a.staging = append(a.Layouts, l), append(a.staging, s)
	a.transfers = append(a.transfers, gpu.Transfer{Buffer: l.Buffer, Data: gpu.Bytes(s)})
}

// Pack returns the transfers that write the values, one parameter for each array. They are good until the
// next call.
func (a *Arrays) Pack(params []layers.Param) []gpu.Transfer {
	for i, l := range a.Layouts {
		l.Pack(a.staging[i], params[i].Data)
	}
	return a.transfers
}

// Transfers returns the transfers that read the arrays; Unpack then has the values.
func (a *Arrays) Transfers() []gpu.Transfer { return a.transfers }

// Values are the arrays that were read, padding included, which is zero.
func (a *Arrays) Values() [][]float32 { return a.staging }

// Unpack copies what was read to where the values belong.
func (a *Arrays) Unpack(params []layers.Param) {
	for i, l := range a.Layouts {
		l.Unpack(params[i].Data, a.staging[i])
	}
}
