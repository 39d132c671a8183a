package measure

import "time"

// Window sums the results of the steps since the last line of metrics.
type Window struct {
	Steps   int64         `json:"steps"`
	Loss    float64       `json:"loss"`
	Correct int64         `json:"correct"`
	TopFive int64         `json:"top5"`
	Samples int64         `json:"samples"`
	Time    time.Duration `json:"time_ns"`
}

// Add takes in a step.
func (w *Window) Add(loss float64, correct, topFive, samples int) {
	w.Steps++
	w.Loss += loss
	w.Correct += int64(correct)
	w.TopFive += int64(topFive)
	w.Samples += int64(samples)
}

// AddRank takes in one position, as a step of its own: the loss of the move that was played there, and
// how many moves come before it.
func (w *Window) AddRank(loss float64, before int32) {
	correct, topFive := 0, 0
	if before < 1 {
		correct = 1
	}
	if before < 5 {
		topFive = 1
	}
	w.Add(loss, correct, topFive, 1)
}

// Report is the state of a run for a progress display.
type Report struct {
	Step      int64
	Fraction  float64       // of the run, in [0, 1]
	Loss      float64       // mean of the current window, as in Metric
	Known     float64       // the same, share of the positions: see Metric.Known
	Knows     string        // what Known is, in words: top-1, or winner right
	PerSecond float64       // positions trained a second, in this session
	Elapsed   time.Duration // of the run, interruptions not counted
	Left      time.Duration // estimate
	Metric    *Metric       // a line of metrics just written, if any
}
