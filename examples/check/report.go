package main

import (
	"github.com/tengen-go/tengen/pipeline"
)

// games are the games of the tournament.
func games(r *pipeline.Report) int {
	s := r.Tournament().Standing
	if s == nil {
		return 0
	}
	n := 0
	for _, p := range s.Pairs {
		n += p.Total().Games()
	}
	return n
}
