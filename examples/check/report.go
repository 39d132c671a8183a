package main

import (
	"github.com/tengen-go/tengen/pipeline"
)

// games are the games of the tournament.
func games(r *pipeline.Report) int {
	n := 0
	for _, p := range r.Tournament().Standing.Pairs {
		n += p.Total().Games()
	}
	return n
}
