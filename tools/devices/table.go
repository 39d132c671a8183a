package main

import (
	"fmt"
	"math"
	"strings"
)

// studentT are the 97.5% points of Student's distribution with 1, 2, … degrees of freedom.
var studentT = []float64{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262}

// estimate is a mean with its interval, 95%, by Student's distribution.
type estimate struct{ mean, lo, hi float64 }

// estimateOf is the mean of numbers of independent seeds, two or more.
func estimateOf(numbers []float64) estimate {
	n := float64(len(numbers))
	sum, squares := 0.0, 0.0
	for _, v := range numbers {
		sum += v
	}
	for _, v := range numbers {
		squares += (v - sum/n) * (v - sum/n)
	}
	half := studentT[len(numbers)-2] * math.Sqrt(squares/(n-1)/n)
	return estimate{sum / n, sum/n - half, sum/n + half}
}

func (e estimate) has(v float64) bool { return e.lo <= v && v <= e.hi }

func (e estimate) format(digits int) string {
	return fmt.Sprintf("%.*f (%.*f to %.*f)", digits, e.mean, digits, e.lo, digits, e.hi)
}

// table compares the results, of equal seeds pairwise.
func (s setup) table(cpu, card []result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%dx%d, %d steps of %d positions, %d seeds; %d held-out positions; 95%% intervals.\n",
		s.filter, s.layers, s.steps, s.batch, s.seeds, cpu[0].Positions)
	fmt.Fprintf(&b, "CPU: %s\nCard: %s\n\n", cpu[0].Method, card[0].Method)
	fmt.Fprintln(&b, "| | CPU | card | card − CPU, same seeds | card's mean |\n| --- | --- | --- | --- | --- |")
	inside := true
	for _, row := range []struct {
		name   string
		digits int
		of     func(r result) float64
	}{
		{"loss, nats", 4, func(r result) float64 { return r.Loss }},
		{"top-1, %", 2, func(r result) float64 { return 100 * r.Top1 }},
	} {
		var a, c, difference []float64
		for i := range cpu {
			a, c = append(a, row.of(cpu[i])), append(c, row.of(card[i]))
			difference = append(difference, c[i]-a[i])
		}
		of, mean := estimateOf(a), estimateOf(c)
		verdict := "in the CPU's interval"
		if !of.has(mean.mean) {
			verdict, inside = "outside of the CPU's interval", false
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", row.name, of.format(row.digits), mean.format(row.digits),
			estimateOf(difference).format(row.digits), verdict)
	}
	if inside {
		fmt.Fprintln(&b, "\nThe card learns as the CPU does.")
	} else {
		fmt.Fprintln(&b, "\nThe card does not learn as the CPU does.")
	}
	return b.String()
}
