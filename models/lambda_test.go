package models

import (
	"math"
	"path/filepath"
	"testing"
)

// A fit goes through a model's figures unchanged, and is constant before, rising between, constant after.
func TestLambdaFit(t *testing.T) {
	fit := LambdaFit{Early: 0.4, Late: 0.9, From: 0.5, To: 0.75}
	got, err := LambdaOf(fit.Figures())
	if err != nil || got == nil || *got != fit {
		t.Fatalf("%+v, %v", got, err)
	}
	for stage, want := range map[float64]float64{0: 0.4, 0.5: 0.4, 0.625: 0.65, 0.75: 0.9, 2: 0.9} {
		if l := fit.At(stage); math.Abs(l-want) > 1e-12 {
			t.Errorf("stage %v: %v, want %v", stage, l, want)
		}
	}
	stages := fit.Stages(81)
	for ply, l := range stages {
		if l != float32(fit.At(float64(ply)/81)) || ply > 0 && l < stages[ply-1] {
			t.Errorf("move %d: %v after %v", ply, l, stages[max(0, ply-1)])
		}
	}
	if last := stages[len(stages)-1]; last != 0.9 {
		t.Errorf("the last is %v", last)
	}
}

func TestLambdaFitRefuses(t *testing.T) {
	if fit, err := LambdaOf(map[string]float64{KomiFigure: 7.5}); fit != nil || err != nil {
		t.Errorf("no fit: %v, %v", fit, err)
	}
	for name, figures := range map[string]map[string]float64{
		"half of it": {lambdaEarly: 0.5, lambdaLate: 0.9},
		"above 1":    LambdaFit{0.5, 1.1, 0.4, 0.6}.Figures(),
		"one judge":  LambdaFit{0, 0.9, 0.4, 0.6}.Figures(),
		"backwards":  LambdaFit{0.5, 0.9, 0.6, 0.4}.Figures(),
		"no number":  LambdaFit{0.5, 0.9, math.NaN(), 0.4}.Figures(),
		"too late":   LambdaFit{0.5, 0.9, 0.5, 1e9}.Figures(),
	} {
		if _, err := LambdaOf(figures); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// Join notes a fit with the value network alone, keeps the other figures and weights, and keeps the fit later.
func TestJoinNotesLambda(t *testing.T) {
	all, policy := part(t, 9, 4, Policy, Value), part(t, 9, 1, Policy)
	fit := &LambdaFit{Early: 0.5, Late: 0.9, From: 0.4, To: 0.6}
	dir, again := filepath.Join(t.TempDir(), "noted"), filepath.Join(t.TempDir(), "again")
	if _, err := Join(dir, JoinConfig{Models: []string{all}, Lambda: fit}); err != nil {
		t.Fatal(err)
	}
	if _, err := Join(again, JoinConfig{Models: []string{dir}, Half: true}); err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{dir, again} {
		m := load(t, d)
		got, err := LambdaOf(m.Manifest.Networks[Value].Training.Figures)
		if err != nil || got == nil || *got != *fit || m.Manifest.Networks[Policy].Training.Figures != nil {
			t.Errorf("%s: %+v, %v", d, got, err)
		}
	}
	if a, b := load(t, all), load(t, dir); a.Manifest.Networks[Value].File.SHA256 != b.Manifest.Networks[Value].File.SHA256 {
		t.Error("the weights have changed")
	}
	if _, err := Join(dir, JoinConfig{Models: []string{policy}, Lambda: fit}); err == nil {
		t.Error("a fit without a value network: no error")
	}
	if _, err := Join(dir, JoinConfig{Models: []string{all}, Lambda: &LambdaFit{}}); err == nil {
		t.Error("an impossible fit: no error")
	}
}
