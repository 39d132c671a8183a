package job

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"
)

// State is what a job does.
type State string

// The states of a job.
const (
	Waiting  State = "waiting"
	Running  State = "running"
	Stopping State = "stopping" // interrupted, and not yet at an end
	Stopped  State = "stopped"
	Done     State = "done"
	Failed   State = "failed"
)

// Ended says that no process works for the job, and none will before somebody asks.
func (s State) Ended() bool { return s == Stopped || s == Done || s == Failed }

// Flag is a flag of a command, without its dashes.
type Flag struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Work is what a job does: a command of this program.
type Work struct {
	// Kind is one of Config.Kinds, which begins the command.
	Kind string `json:"kind"`
	// Name is for people.
	Name string `json:"name"`
	// Output is the folder that the work fills; "" if it has none. The queue only keeps it.
	Output string `json:"output,omitempty"`
	// Flags and Args follow the words of the kind.
	Flags []Flag   `json:"flags,omitempty"`
	Args  []string `json:"args,omitempty"`
}

// Job is work, with what has become of it.
type Job struct {
	ID string `json:"id"`
	Work
	State State `json:"state"`
	// Error is why it failed.
	Error string `json:"error,omitempty"`
	// Made, Began and Ended are when it was asked for, and when its process last began and ended.
	Made  time.Time `json:"made"`
	Began time.Time `json:"began,omitzero"`
	Ended time.Time `json:"ended,omitzero"`
	// Seconds are how long all its processes ran.
	Seconds float64 `json:"seconds"`
	// Process is the number that the system gave to the last one.
	Process int `json:"process,omitempty"`
}

// Errors of requests that do not fit.
var (
	ErrUnknown = errors.New("there is no such job")
	ErrState   = errors.New("the job is in no state for that")
	ErrFull    = errors.New("too many jobs: remove old ones")
)

// Bounds of what a job may be.
const (
	mostName  = 200
	mostWords = 500
	mostWord  = 4096
)

var flagName = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

// command are the words after the program's name.
func (w *Work) command(kinds map[string][]string) ([]string, error) {
	words, known := kinds[w.Kind]
	switch {
	case !known:
		return nil, fmt.Errorf("no jobs of kind %.40q", w.Kind)
	case w.Name == "" || utf8.RuneCountInString(w.Name) > mostName:
		return nil, fmt.Errorf("a job's name has 1 to %d characters", mostName)
	case len(w.Flags)+len(w.Args) > mostWords:
		return nil, fmt.Errorf("more than %d flags and arguments", mostWords)
	}
	words = append([]string(nil), words...)
	for _, f := range w.Flags {
		if !flagName.MatchString(f.Name) {
			return nil, fmt.Errorf("%.40q is no name of a flag", f.Name)
		}
		words = append(words, "--"+f.Name+"="+f.Value)
	}
	if len(w.Args) > 0 {
		words = append(append(words, "--"), w.Args...)
	}
	for _, word := range words {
		if len(word) > mostWord || strings.ContainsRune(word, 0) {
			return nil, fmt.Errorf("%.40q… is too long, or has a zero byte", word)
		}
	}
	return words, nil
}
