package katarules

import (
	"slices"
	"testing"

	"github.com/tengen-go/tengen/board"
)

// What Text writes, Change reads back.
func TestTextComesBack(t *testing.T) {
	for _, name := range board.RuleNames {
		want, _, err := Named(name)
		if err != nil {
			t.Fatal(err)
		}
		got, lacks, err := Change(board.Rules{Komi: want.Komi}, []byte(Text(want)))
		if err != nil || len(lacks) > 0 || got != want {
			t.Errorf("%s: %+v %q %v, want %+v", name, got, lacks, err, want)
		}
	}
}

func TestLacking(t *testing.T) {
	tests := []struct {
		text  string
		lacks []string
		fails bool
	}{
		{`{"ko":"SIMPLE","tax":"SEKI","scoring":"TERRITORY"}`, []string{"tax=SEKI"}, false},
		{`{"hasButton":true,"friendlyPassOk":true,"komi":6.5}`, []string{"hasButton=TRUE"}, false},
		{`{"multiStoneSuicideLegal":false,"whiteHandicapBonus":"n-1"}`, nil, false},
		{`{"ko":"LONG"}`, nil, true},
		{`{"tax":"HALF"}`, nil, true},
		{`{"komi":"x"}`, nil, true},
		{`{"dice":true}`, nil, true},
		{`[]`, nil, true},
	}
	for _, test := range tests {
		_, lacks, err := Change(board.TrompTaylor(), []byte(test.text))
		if !slices.Equal(lacks, test.lacks) || (err != nil) != test.fails {
			t.Errorf("%s: lacks %q, error %v", test.text, lacks, err)
		}
	}
	for _, name := range []string{"stone_scoring", "ancient-area", "ancient territory", "AGA-Button"} {
		if _, lacks, err := Named(name); err != nil || len(lacks) != 1 {
			t.Errorf("%s: lacks %q, error %v", name, lacks, err)
		}
	}
	if _, _, err := Named("chess"); err == nil {
		t.Error("chess is no rule set")
	}
}

// Rules without a komi have KataGo's (rules.cpp), also where it is not the one that Tengen plays by.
func TestKomi(t *testing.T) {
	for text, want := range map[string]float64{
		`{"ko":"SIMPLE","scoring":"TERRITORY"}`: 6.5,
		`{"scoring":"AREA","hasButton":true}`:   7,
		`{"scoring":"AREA"}`:                    7.5,
		`{"scoring":"TERRITORY","komi":3.5}`:    3.5,
		"new-zealand":                           7.5,
		"NZ":                                    7.5,
		"japanese":                              6.5,
		"chinese":                               7.5,
		"aga-button":                            7,
	} {
		rules, _, err := Named(text)
		if text[0] == '{' {
			rules, _, err = Object([]byte(text))
		}
		if err != nil || rules.Komi != want {
			t.Errorf("%s: komi %v, %v, want %v", text, rules.Komi, err, want)
		}
	}
}
