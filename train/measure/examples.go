package measure

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/evaluation"
	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/train/sample"
)

// ExamplesName is the file of examples in the folder of a run.
const ExamplesName = "examples.jsonl"

// Example is a held-out position, and what a policy network would play there at a step of its training:
// a line of examples.jsonl.
type Example struct {
	Step   int64  `json:"step"`
	Number int    `json:"number"` // which position, from 0
	Size   int    `json:"size"`
	Points string `json:"points"`  // row by row from the top left: X is Black, O is White, . is free
	ToMove string `json:"to_move"` // black or white
	Last   int    `json:"last"`    // point of the move before, −1 for none
	Played int    `json:"played"`  // point of the move that was played
	Policy []int  `json:"policy"`  // probability of each point, in ten thousandths
}

// How many examples there are, and how they are spread over a run: dense at its beginning, where most changes.
const (
	mostExamples  = 3
	exampleGrowth = 1.25
)

// Examples ask a policy network about the same held-out positions again and again as it learns.
type Examples struct {
	path      string
	network   *nets.Policy
	list      []Example
	positions []board.Position
	last      int64 // step of the last ones written, −1 for none
}

// NewExamples takes positions of the first games of data that are long enough, from their middle. They are
// written to a file, to which a run that goes on after a step adds: what the file has of later steps goes.
func NewExamples(path string, step int64, data *sample.Data, network *nets.Policy) (*Examples, error) {
	e := &Examples{path: path, network: network, last: -1}
	for i := 0; i < data.Games() && len(e.list) < mostExamples; i++ {
		g := data.Game(i)
		ply := 2 * g.Size
		if len(g.Moves) <= ply || g.Moves[ply].IsPass() {
			continue
		}
		var pos board.Position
		if err := g.PositionAt(ply, &pos); err != nil {
			return nil, err
		}
		e.positions = append(e.positions, pos)
		e.list = append(e.list, Example{
			Number: len(e.list), Size: g.Size, Points: stones(&pos), ToMove: sideOf(pos.ToMove()),
			Last: -1, Played: g.Moves[ply].Index(),
		})
		if before := g.Moves[ply-1]; !before.IsPass() {
			e.list[len(e.list)-1].Last = before.Index()
		}
	}
	return e, e.goOn(step)
}

// goOn cuts off the file what comes after a step.
func (e *Examples) goOn(step int64) error {
	if err := atomicfile.CleanFile(e.path); err != nil {
		return err
	}
	before, err := ReadExamples(e.path)
	if err != nil {
		return err
	}
	if info, err := os.Stat(e.path); err != nil || info.Size() == 0 {
		return nil // not there yet
	}
	var text bytes.Buffer
	for i := range before {
		if before[i].Step > step {
			continue
		}
		e.last = max(e.last, before[i].Step)
		if err := before[i].write(&text); err != nil {
			return err
		}
	}
	return atomicfile.Write(e.path, text.Bytes())
}

// write adds the line of an example.
func (x *Example) write(to *bytes.Buffer) error {
	line, err := json.Marshal(x)
	to.Write(append(line, '\n'))
	return err
}

func stones(pos *board.Position) string {
	size := pos.Size()
	text := make([]byte, size*size)
	for i := range text {
		text[i] = ".XO"[pos.At(board.FromIndex(i, size))] // as board.Empty, board.Black, board.White
	}
	return string(text)
}

func sideOf(c board.Color) string {
	if c == board.White {
		return "white"
	}
	return "black"
}

// Due says whether the positions should be asked about after so many steps.
func (e *Examples) Due(step int64) bool {
	return len(e.list) > 0 && (e.last < 0 || float64(step) >= exampleGrowth*float64(e.last) && step > e.last)
}

// Write asks the network and adds a line for each position.
func (e *Examples) Write(step int64) error {
	if step <= e.last || len(e.list) == 0 {
		return nil
	}
	views, points := evaluation.OneSymmetry(0), e.network.Points()
	input, rows, probs := evaluation.NewInput(e.network), make([]float32, points), make([]float32, points)
	var text bytes.Buffer
	for i := range e.list {
		input.Reset()
		input.Add(&e.positions[i], views[0])
		if err := e.network.Evaluate(rows, input.Planes(), 1); err != nil {
			return err
		}
		if err := evaluation.Mean(probs, rows, e.list[i].Size, views); err != nil {
			return err
		}
		x := e.list[i]
		x.Step, x.Policy = step, make([]int, points)
		for k, p := range probs {
			x.Policy[k] = int(math.Round(1e4 * float64(p)))
		}
		if err := x.write(&text); err != nil {
			return err
		}
	}
	e.last = step
	f, err := os.OpenFile(e.path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(text.Bytes())
	return errors.Join(err, f.Close())
}

// ReadExamples reads a file of examples, by rising step. Lines that a kill cut off are left out; a run without
// such a file has no examples.
func ReadExamples(path string) ([]Example, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("examples: %w", err)
	}
	var list []Example
	for line := range bytes.Lines(text) {
		var x Example
		if json.Unmarshal(line, &x) == nil && len(x.Policy) == x.Size*x.Size && len(x.Points) == len(x.Policy) {
			list = append(list, x)
		}
	}
	return list, nil
}
