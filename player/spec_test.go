package player

import (
	"errors"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/options"
)

func TestPlayerStringsAreRefusedWithTheNearestName(t *testing.T) {
	for s, want := range map[string]string{
		"":                                   "needs a kind",
		"polcy":                              "did you mean policy?",
		"Random":                             "did you mean random?",
		"chess":                              "no kind of player is called \"chess\" (the nearest are ",
		"policy:modl=x":                      "did you mean model?",
		"policy:temprature=1":                "did you mean temperature?",
		"policy:temperature=hot":             "temperature=hot is not a number",
		"policy:temperature=NaN":             "temperature=NaN is not a number",
		"policy:temperature=-1":              "from 0 to 100",
		"policy:symmetries=7":                "want 8, 1, random",
		"policy:temperature":                 "not an option of the form name=value",
		"policy:temperature=1,temperature=2": "given twice",
		"random:seed=-3":                     "seed=-3",
		"random:seed=1,speed=2":              "did you mean seed?",
		"random:model=x":                     "has no option model (it has seed)",
		"../models/shipped/9x9":              "is a model, not a player: write search:model=../models/shipped/9x9",
	} {
		_, err := Players().Parse(s, Env{})
		var bad *options.Error
		if err == nil || !strings.Contains(err.Error(), want) || !errors.As(err, &bad) {
			t.Errorf("Parse(%q): error %v, want an options.Error with %q", s, err, want)
		}
	}
	// Where one name is near the others are noise.
	if _, err := Players().Parse("randm", Env{}); err == nil || err.Error() != `no kind of player is called "randm"; did you mean random?` {
		t.Errorf("randm: %v", err)
	}
	if p, err := Players().Parse("random:seed=3", Env{}); err != nil || p.String() != "random" {
		t.Errorf("random:seed=3 gave %v, %v", p, err)
	}
}

func TestRegistryTakesOtherKinds(t *testing.T) {
	r := Players()
	var got options.Spec
	r["gtp"] = func(s options.Spec, _ Env) (Player, error) { got = s; return NewRandom(1), nil }
	if _, err := r.Parse("gtp:gnugo --level=1, a:b", Env{}); err != nil {
		t.Fatal(err)
	}
	if got.Rest != "gnugo --level=1, a:b" {
		t.Errorf("the command reached the builder as %q", got.Rest)
	}
}

func FuzzPlayerString(f *testing.F) {
	for _, s := range []string{"policy:model=x,temperature=0.67", "random:seed=3", "::", "random:,", "random:seed==", "policy:symmetries=\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, err := Players().Parse(s, Env{})
		if (p == nil) == (err == nil) {
			t.Errorf("Parse(%q) = %v, %v", s, p, err)
		}
	})
}
