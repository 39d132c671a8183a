package doctor

// Machine is what the program found here.
type Machine struct {
	Platform string   `json:"platform"`
	Cores    int      `json:"cores"`        // that the program may use
	Kernel   string   `json:"kernel"`       // instruction set in use: avx512, avx2 or portable
	Kernels  []string `json:"kernels"`      // those that the processor can run, best first
	Memory   int64    `json:"memory_bytes"` // 0: unknown
	// TreeMemory is the most that one search takes if nothing is said, in bytes.
	TreeMemory int64 `json:"tree_memory_bytes"`
}

// Speeds are a figure by one thread and by all.
type Speeds struct {
	One float64 `json:"one_thread"`
	All float64 `json:"all_threads"`
}

// Board is what was measured on one size of the board, with the built-in model.
type Board struct {
	Size        int    `json:"board"`
	Playouts    Speeds `json:"playouts_per_s"`        // by the rules that the search uses
	Evaluations Speeds `json:"evals_per_s"`           // by policy and value network, in batches
	Search      Speeds `json:"search_playouts_per_s"` // of the default player
}

// Training is a training of a known result, and how fast this machine would do it.
type Training struct {
	Board      int     `json:"board"`
	Filters    int     `json:"filters"`
	Layers     int     `json:"layers"`
	Positions  float64 `json:"positions"` // that the training learned
	Games      int     `json:"games"`     // from which it drew them
	Top1       float64 `json:"top1"`      // of the moves of held-out games, when it ended
	PositionsS float64 `json:"positions_per_s"`
	Hours      float64 `json:"hours"` // that the same would take here
	// BFloat16S is the speed with the processor's matrix tiles, CardS on the graphics card; 0: not measured.
	BFloat16S float64 `json:"bfloat16_positions_per_s,omitempty"`
	CardS     float64 `json:"card_positions_per_s,omitempty"`
}

// worthTiles is how much faster bfloat16 has to be: a measurement may err, and accuracy was a sixth of a point lower.
const worthTiles = 1.1

// fastest is the flag of the fastest device, empty for the processor as it is, and its speed.
func (t Training) fastest() (flag string, positionsS float64) {
	positionsS = t.PositionsS
	if t.BFloat16S > worthTiles*positionsS {
		flag, positionsS = " --device cpu:bfloat16", t.BFloat16S
	}
	if t.CardS > positionsS {
		flag, positionsS = " --device gpu", t.CardS
	}
	return flag, positionsS
}

// hoursAt are those at another speed than the processor's.
func (t Training) hoursAt(positionsS float64) float64 { return t.Hours * t.PositionsS / positionsS }

// hours are those on the fastest device.
func (t Training) hours() float64 {
	if device, speed := t.fastest(); device != "" {
		return t.hoursAt(speed)
	}
	return t.Hours
}

// Card is the graphics card of the machine.
type Card struct {
	Name string `json:"name"`           // empty: there is none that can be used
	Note string `json:"note,omitempty"` // why there is none, or why it was not measured
}

// Trainings are the trainings of docs/notebook/2026-11-21-supervised.md, in the order in which they
// are measured: the sections "9×9, 8 minutes", "19×19, 20 minutes" and "Two hours of 19×19".
func Trainings() []Training {
	return []Training{
		{Board: 9, Filters: 32, Layers: 6, Positions: 3.03e6, Games: 117_493, Top1: 0.470},
		{Board: 19, Filters: 32, Layers: 6, Positions: 2.60e6, Games: 371_318, Top1: 0.407},
		{Board: 19, Filters: 64, Layers: 8, Positions: 3.81e6, Games: 371_318, Top1: 0.441},
	}
}

// Figures are all that was measured.
type Figures struct {
	Machine   Machine    `json:"machine"`
	Card      Card       `json:"card"`
	Threads   int        `json:"threads"` // what all means
	Peak      Speeds     `json:"gflops"`  // multiply-adds
	Idle      float64    `json:"idle"`    // share of the peak that was left on average, before or after
	Boards    []Board    `json:"boards"`
	Trainings []Training `json:"trainings"`
	Seconds   float64    `json:"seconds"`
}
