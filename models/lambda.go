package models

import "fmt"

// LambdaFit is λ, the weight of playouts next to a value network, by the stage of the game. It belongs to
// the value network, because its errors decide it. λ is Early up to the stage From and Late from the stage
// To on. Between them it rises smoothly. A stage is the number of moves as a share of the board's points.
type LambdaFit struct{ Early, Late, From, To float64 }

// The figures of a value network's training that hold its fit.
const (
	lambdaEarly = "lambda_early"
	lambdaLate  = "lambda_late"
	lambdaFrom  = "lambda_from"
	lambdaTo    = "lambda_to"
)

// LambdaOf is the fit among the figures of a value network's training. It is nil if none was made.
func LambdaOf(figures map[string]float64) (*LambdaFit, error) {
	var f LambdaFit
	found := 0
	for key, to := range map[string]*float64{
		lambdaEarly: &f.Early, lambdaLate: &f.Late, lambdaFrom: &f.From, lambdaTo: &f.To,
	} {
		if x, ok := figures[key]; ok {
			*to = x
			found++
		}
	}
	if found == 0 {
		return nil, nil
	}
	if found < 4 {
		return nil, fmt.Errorf("a fit of lambda has the figures %s, %s, %s and %s: only %d are there",
			lambdaEarly, lambdaLate, lambdaFrom, lambdaTo, found)
	}
	return &f, f.Validate()
}

// Validate refuses fits with which a search would leave one of its judges out.
func (f LambdaFit) Validate() error {
	switch {
	case !(f.Early > 0 && f.Early < 1 && f.Late > 0 && f.Late < 1):
		return fmt.Errorf("lambda from %v to %v: want more than 0 and less than 1", f.Early, f.Late)
	case !(f.From >= 0 && f.From < f.To && f.To <= 2):
		return fmt.Errorf("lambda changes from stage %v to %v: want 0 or more, the second larger, at most 2",
			f.From, f.To)
	}
	return nil
}

// Figures are what LambdaOf reads.
func (f LambdaFit) Figures() map[string]float64 {
	return map[string]float64{lambdaEarly: f.Early, lambdaLate: f.Late, lambdaFrom: f.From, lambdaTo: f.To}
}

// At is λ at a stage of the game. The rise is 3x²−2x³, which begins and ends level.
func (f LambdaFit) At(stage float64) float64 {
	x := min(max((stage-f.From)/(f.To-f.From), 0), 1)
	return f.Early + (f.Late-f.Early)*x*x*(3-2*x)
}

// Stages is λ by the number of moves played on a board with so many points, up to the move from which
// on it stays the same.
func (f LambdaFit) Stages(points int) []float32 {
	stages := make([]float32, int(f.To*float64(points))+2)
	for ply := range stages {
		stages[ply] = float32(f.At(float64(ply) / float64(points)))
	}
	return stages
}
