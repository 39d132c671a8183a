package main

import (
	"strings"
	"testing"
)

func TestNumbersBelowZeroAreValues(t *testing.T) {
	for args, want := range map[string]string{
		"train --rate -1 --json":  "train --rate=-1 --json",
		"match --sprt -5,10 -a x": "match --sprt=-5,10 -a x",
		"match --komi -.5":        "match --komi=-.5",
		"match --komi=3 -5":       "match --komi=3 -5",
		"rate --chart -o":         "rate --chart -o",
		"rate -- --x -1":          "rate -- --x -1",
		"-1 --rate - --x":         "-1 --rate - --x",
	} {
		if got := strings.Join(negatives(strings.Fields(args)), " "); got != want {
			t.Errorf("%s: %s, want %s", args, got, want)
		}
	}
}
