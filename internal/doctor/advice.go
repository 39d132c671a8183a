package doctor

import (
	"fmt"
	"math"
	"time"

	"github.com/tengen-go/tengen/internal/bench"
	"github.com/tengen-go/tengen/internal/machine"
)

// Advice is one recommendation.
type Advice struct {
	For     string `json:"for"`
	Why     string `json:"why"`
	Command string `json:"command"`
}

const (
	// goodPlayouts is enough for a strong move: with 2,000 playouts per move on 9×9 the search
	// wins 99 % against GNU Go 3.8 at level 10 (docs/benchmarks.md, "Strength").
	goodPlayouts = 2000
	// worthThreads is how much faster all threads must be than one. Threads on one tree choose a
	// little worse at equal playouts, because they do not wait for each other's results.
	worthThreads = 1.1
	// eveningHours is the longest training that is recommended if a shorter one is possible.
	eveningHours = 4
)

// moveTimes are the times per move to choose from, in seconds.
var moveTimes = []int{1, 2, 3, 5, 10, 20, 30, 60}

// Advise recommends a player for each board, the same player for Go programs, and a training for
// each board. Recommendations are commands that can be pasted.
func Advise(f Figures) []Advice {
	var list []Advice
	for _, b := range f.Boards {
		text, why := f.search(b)
		list = append(list, Advice{
			fmt.Sprintf("play on %d×%[1]d", b.Size), why,
			fmt.Sprintf("tengen play --board %d --player %s", b.Size, text),
		})
	}
	if len(f.Boards) > 0 {
		b := f.Boards[len(f.Boards)-1]
		text, _ := f.search(b)
		list = append(list, Advice{
			fmt.Sprintf("play on %d×%[1]d in Sabaki and other programs", b.Size), "the engine's command",
			"tengen gtp --player " + text,
		})
	}
	for _, b := range f.Boards {
		if t, ok := evening(f.Trainings, b.Size); ok {
			device, _ := t.fastest()
			list = append(list, Advice{
				fmt.Sprintf("train on your own %d×%[1]d games", b.Size),
				fmt.Sprintf("%.0f %% top-1 with %s games", 100*t.Top1, number(float64(t.Games))),
				fmt.Sprintf("tengen train policy games/ -o runs/mine%d --board %[1]d --filters %d --layers %d "+
					"--time %s",
					t.Board, t.Filters, t.Layers, trainingTime(t.hours())) + device,
			})
		}
	}
	return list
}

// search is the player for a board, and what to expect of it.
func (f Figures) search(b Board) (text, why string) {
	threads, speed := 1, b.Search.One
	if b.Search.All >= worthThreads*b.Search.One {
		threads, speed = f.Threads, b.Search.All
	}
	seconds := moveTimes[len(moveTimes)-1]
	for _, s := range moveTimes {
		if float64(s)*speed >= goodPlayouts {
			seconds = s
			break
		}
	}
	playouts := float64(seconds) * speed
	why = fmt.Sprintf("about %s playouts per move", number(playouts))
	if playouts < goodPlayouts {
		why += ", too few to be strong"
	}
	if f.Threads > 1 && threads == 1 {
		why += fmt.Sprintf("; %s gain under 10 %%", threadsText(f.Threads))
	}
	return fmt.Sprintf("search:threads=%d,memory=%dM,time=%ds", threads, f.treeMegabytes(playouts), seconds), why
}

// treeMegabytes is the memory for a tree of so many playouts per move: a power of two, or what
// searches take at most.
func (f Figures) treeMegabytes(playouts float64) int64 {
	const least = 64
	most := max(f.Machine.TreeMemory>>20, 1)
	enough := machine.EnoughFor(int(min(playouts, 1e8))) >> 20
	megabytes := int64(least)
	for megabytes < enough && megabytes < most {
		megabytes *= 2
	}
	return min(megabytes, most)
}

// evening is the longest training on this board that an evening suffices for, or the shortest.
func evening(trainings []Training, size int) (chosen Training, ok bool) {
	for _, t := range trainings {
		fits, chosenFits := t.hours() <= eveningHours, chosen.hours() <= eveningHours
		switch {
		case t.Board != size:
		case !ok, fits && !chosenFits,
			fits && t.hours() > chosen.hours(),
			!fits && !chosenFits && t.hours() < chosen.hours():
			chosen, ok = t, true
		}
	}
	return chosen, ok
}

// trainingTime is a time for --time, rounded up: to minutes up to ten minutes, to five minutes up to
// two hours, to a quarter of an hour beyond.
func trainingTime(hours float64) string {
	minutes := int(math.Ceil(60 * min(hours, 1e6)))
	for _, round := range []struct{ from, to int }{{120, 15}, {10, 5}} {
		if minutes > round.from {
			minutes = (minutes + round.to - 1) / round.to * round.to
			break
		}
	}
	return shortDuration(time.Duration(max(minutes, 1)) * time.Minute)
}

// Notes are what a person should know about the figures: why they may be too low.
func Notes(f Figures) []string {
	var notes []string
	if f.Idle < bench.IdleShare {
		notes = append(notes, fmt.Sprintf("Other programs were running and left %.0f %% of the processor. Measure "+
			"once more when they have ended.", 100*f.Idle))
	}
	switch kernels := f.Machine.Kernels; {
	case len(kernels) > 0 && kernels[0] != f.Machine.Kernel:
		notes = append(notes, fmt.Sprintf("TENGEN_KERNEL chooses %s kernels, but the processor has %s, which are "+
			"faster: unset TENGEN_KERNEL.", f.Machine.Kernel, kernels[0]))
	case f.Machine.Kernel == "portable":
		notes = append(notes, "The processor has neither AVX-512 nor AVX2: networks use portable code, which is "+
			"several times slower.")
	}
	if f.Card.Name != "" && f.Card.Note != "" {
		notes = append(notes, fmt.Sprintf("The graphics card was not measured: %s.", f.Card.Note))
	}
	if f.Machine.Memory == 0 {
		notes = append(notes, "The system does not say how much memory there is. The commands assume 4 GB.")
	}
	return notes
}
