package games

import (
	"slices"
	"strconv"

	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/timing"
)

// ByTime says that games depend on how fast their machine is: on a clock, or on players that read for some time or
// are other programs.
func ByTime(clock timing.Settings, texts ...string) bool {
	if clock.System != timing.Unlimited {
		return true
	}
	return slices.ContainsFunc(texts, player.ByTime)
}

// has says that a kind of player has an option.
func has(kind player.Kind, option string) bool {
	for _, o := range kind.Options {
		if o.Name == option {
			return true
		}
	}
	return false
}

// surelyThere is memory that every worker has for a tree, and perPlayout more than a playout needs of it on 19×19.
const (
	surelyThere = 64 << 20
	perPlayout  = 28 << 10
)

// byMachine says that players may play differently on machines with the same arithmetic: with several threads, or with
// trees and tables that may not fit into the memory of a worker.
func byMachine(texts ...string) bool {
	for _, text := range texts {
		spec, err := options.Parse("player", text)
		kind := player.AllKinds().Find(spec.Kind)
		if err != nil || kind == nil || spec.Value("evaluators")+spec.Value("batch") != "" {
			return true
		}
		if threads := spec.Value("threads"); threads != "" && threads != "1" {
			return true
		}
		if spec.Kind == "negamax" && spec.Value("memory") == "" {
			return true // its table is full after a few moves
		}
		playouts, _ := strconv.Atoi(spec.Value("playouts"))
		if has(*kind, "memory") && spec.Value("memory") == "" && playouts > surelyThere/perPlayout {
			return true
		}
	}
	return false
}
