package trust

import (
	"fmt"
	"maps"
)

// MaxStrikes is after how many refused bundles a worker gets no more tickets.
const MaxStrikes = 3

// Reason is why a bundle was refused.
type Reason string

// The reasons.
const (
	Damaged     Reason = "damaged"      // it cannot be read
	OtherTicket Reason = "stale ticket" // an earlier bundle, under the name of another ticket
	OtherModel  Reason = "other model"  // games by another specification: other models, rules or seeds
	TooLarge    Reason = "too large"    // more bytes than games have
	Illegal     Reason = "not legal"    // moves against the rules, or a result that does not follow from them
	Flood       Reason = "flood"        // more bundles than there were tickets
)

// Reasons are all of them.
func Reasons() []Reason { return []Reason{Damaged, OtherTicket, OtherModel, TooLarge, Illegal, Flood} }

// Refusal is the error of a bundle that was refused.
type Refusal struct {
	Reason Reason
	Err    error
}

func (r *Refusal) Error() string { return fmt.Sprintf("%s: %v", r.Reason, r.Err) }
func (r *Refusal) Unwrap() error { return r.Err }

// Conduct is how a worker has behaved, in all runs so far. The names of its JSON are a contract.
type Conduct struct {
	Refused map[Reason]int `json:"refused,omitempty"` // bundles
	Last    string         `json:"last,omitempty"`    // why the last one was refused
	Good    int            `json:"samples_good"`      // bundles that others have confirmed
	Bad     int            `json:"samples_bad"`       // and that others have played differently
	Barred  string         `json:"barred,omitempty"`  // why it gets no more tickets; empty if it does
}

// Clone is a copy.
func (c Conduct) Clone() Conduct {
	c.Refused = maps.Clone(c.Refused)
	return c
}

// Strikes is how many bundles were refused.
func (c *Conduct) Strikes() (n int) {
	for _, k := range c.Refused {
		n += k
	}
	return n
}

// Refuse notes a strike. Some strikes bar the worker.
func (c *Conduct) Refuse(reason Reason, what string) {
	if c.Refused == nil {
		c.Refused = map[Reason]int{}
	}
	c.Refused[reason]++
	c.Last = what
	if c.Barred == "" && c.Strikes() >= MaxStrikes {
		c.Barred = fmt.Sprintf("%d of its bundles were refused, the last one because: %s", MaxStrikes, what)
	}
}

// Differ notes that others have played games of the worker differently, and bars it.
func (c *Conduct) Differ(what string) {
	c.Bad++
	if c.Barred == "" {
		c.Barred = what
	}
}
