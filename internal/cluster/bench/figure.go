package main

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
)

// figure is a number that was measured.
type figure struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
	// Low and High are the quarters of several measurements, of which Value is the median.
	Low  *float64 `json:"low,omitempty"`
	High *float64 `json:"high,omitempty"`
	// Least and Most are the goal.
	Least *float64 `json:"least,omitempty"`
	Most  *float64 `json:"most,omitempty"`
}

// medianOf is the median of several measurements, with their quarters.
func medianOf(name, unit string, values []float64) figure {
	v := slices.Sorted(slices.Values(values))
	f := figure{Name: name, Unit: unit, Value: quantile(v, 0.5)}
	f.Low, f.High = new(quantile(v, 0.25)), new(quantile(v, 0.75))
	return f
}

// quantile is between the two sorted values that are next to it.
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	i := int(at)
	if i+1 == len(sorted) {
		return sorted[i]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

func (f figure) atMost(goal float64) figure  { f.Most = &goal; return f }
func (f figure) atLeast(goal float64) figure { f.Least = &goal; return f }

// verdict says whether the goal is reached.
func (f figure) verdict() string {
	switch {
	case f.Most == nil && f.Least == nil:
		return ""
	case f.Most != nil && f.Value > *f.Most, f.Least != nil && f.Value < *f.Least:
		return "short"
	}
	return "good"
}

func (f figure) goal() string {
	switch {
	case f.Most != nil:
		return "at most " + number(*f.Most)
	case f.Least != nil:
		return "at least " + number(*f.Least)
	}
	return ""
}

// number has three digits, or all before the point.
func number(v float64) string {
	for digits, bound := 0, 99.95; digits < 3; digits, bound = digits+1, bound/10 {
		if v >= bound || -v >= bound {
			return fmt.Sprintf("%.*f", digits, v)
		}
	}
	return fmt.Sprintf("%.3f", v)
}

// table is the figures for people.
func table(figures []figure) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "what\tfigure\tunit\tmiddle half\tgoal\tverdict")
	for _, f := range figures {
		spread := ""
		if f.Low != nil {
			spread = number(*f.Low) + " to " + number(*f.High)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", f.Name, number(f.Value), f.Unit, spread, f.goal(), f.verdict())
	}
	_ = w.Flush() // into memory
	return b.String()
}
