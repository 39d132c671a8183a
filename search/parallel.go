package search

import "fmt"

// Parallel is how several goroutines share one search (Gelly et al. 2012, §4.3). A search makes
// the same number of playouts in all forms; what differs is what each knows of the others.
type Parallel uint8

const (
	// ParallelTree: all work on one tree and share its statistics at every moment; virtual
	// losses keep them apart. It does not repeat.
	ParallelTree Parallel = iota
	// ParallelRoot: each thread has its own tree, as if on its own machine. Every so often the
	// statistics near the root are averaged; in the end the root's statistics are added up. It
	// repeats with its seed where the number of playouts limits it.
	ParallelRoot
	// ParallelLeaf: one goes down the tree, and all play on from where it gets; each outcome
	// counts as a playout. It repeats with its seed like ParallelRoot.
	ParallelLeaf
)

var parallelNames = [...]string{"tree", "root", "leaf"}

// Parallels are the names of the forms.
func Parallels() []string { return append([]string(nil), parallelNames[:]...) }

// ParseParallel is the form of a name.
func ParseParallel(name string) (Parallel, error) {
	for i, n := range parallelNames {
		if n == name {
			return Parallel(i), nil
		}
	}
	return 0, fmt.Errorf("parallel search %q: want tree, root or leaf", name)
}

// String is the form's name.
func (p Parallel) String() string {
	if int(p) < len(parallelNames) {
		return parallelNames[p]
	}
	return fmt.Sprintf("Parallel(%d)", uint8(p))
}

// workers is how many go down one tree.
func (c Config) workers() int {
	if c.Parallel == ParallelTree {
		return c.Threads
	}
	return 1
}
