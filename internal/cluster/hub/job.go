package hub

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/ticket"
	"github.com/tengen-go/tengen/internal/cluster/trust"
	"github.com/tengen-go/tengen/internal/cluster/work"
)

// Job is the games of a run, and where they go.
type Job struct {
	Run string // its name in the mailbox
	For string // the file or folder that wants the games, as people know it
	// Models is whose the models of the games are: see mailbox.Box.PutModel.
	Models string
	Work   work.Work       // what is played
	Spec   json.RawMessage // the same as JSON, for the workers
	// The games from First on, below Games, are wanted.
	First, Games int
	// Have says which of them are there already, so that nobody plays a ticket of such games alone; nil for none.
	Have func(game int) bool
	// Grid is the number of the game with which the tickets begin, the same in all sessions; not above First.
	Grid int
	// Each is how many games a ticket has; 0 for DefaultEach.
	Each int
	// Silence is after how long without a word from its worker a ticket goes to another one; 0 for
	// DefaultSilence.
	Silence time.Duration
	// Idle is how long nobody may play before people hear of it; 0 for some while.
	Idle time.Duration
	// Keep takes the games in order of their numbers.
	Keep func(game int, data []byte) error
	// Flush puts all games that were kept on the disk; nil if they are kept elsewhere only when Collect has
	// ended.
	Flush func() error
	// Back takes back the games that were kept from a number on, not before First, and says which game is to be kept
	// next. It is called after Flush. nil if games that were kept stay.
	Back func(game int) (next int, err error)
	// Issued is called when the last ticket is on offer; nil for nobody.
	Issued func()
	// Trusted is a worker of this process, whose games need no check; empty for none.
	Trusted string
	// Share is the share of bundles that another worker plays again; 0 for trust.SampleShare.
	Share float64
	// Rand chooses these, and the game of each bundle that is checked thoroughly. It changes no game.
	Rand *rand.Rand
	// Report hears of what people should know; nil for nobody.
	Report func(text string)
}

// What a job has without a word about it.
const (
	DefaultEach    = 64
	DefaultSilence = time.Minute
)

// MaxAttempts bounds the patience with a ticket.
const MaxAttempts = 5

// thoroughEach is how many games have one, on average at least, that is checked thoroughly.
const thoroughEach = 16

// The window is how many tickets are on offer, or waiting for one before them. A worker has two tickets: one in hand
// and one that follows. So a thousand workers are busy with tickets of one game, and the games of larger tickets,
// which wait in memory, do not become too many.
const (
	mostWindow  = 4000
	leastWindow = 256
	windowGames = 64 * leastWindow
)

// burst is how many tickets are offered before results are looked at.
const burst = 64

// The hub flushes when so many bundles were kept, or after so long.
const (
	flushBundles = 64
	flushTime    = 5 * time.Second
)

// fullTime is after how long a hub without room for tickets tries again.
const fullTime = time.Second

func (j Job) withDefaults() (Job, error) {
	j.Each, j.Silence = cmp.Or(j.Each, DefaultEach), cmp.Or(j.Silence, DefaultSilence)
	j.Idle = cmp.Or(j.Idle, idleTime)
	j.Share = cmp.Or(j.Share, trust.SampleShare)
	if j.Rand == nil {
		j.Rand = rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	}
	if j.Report == nil {
		j.Report = func(string) {}
	}
	if j.Grid < 0 || j.First < j.Grid || j.Each < 1 || j.Each > ticket.MaxCount {
		return j, fmt.Errorf("hub: games from %d on, %d a ticket: want 1 to %d a ticket",
			j.First, j.Each, ticket.MaxCount)
	}
	return j, nil
}

// tickets is how many the grid has.
func (j *Job) tickets() int { return (j.Games - j.Grid + j.Each - 1) / j.Each }

// window is how many tickets may be on offer.
func (j *Job) window() int { return max(leastWindow, min(mostWindow, windowGames/j.Each)) }

// of is the number of the ticket with a game.
func (j *Job) of(game int) int { return (game - j.Grid) / j.Each }

// has says that all games of ticket i are there already.
func (j *Job) has(i int) bool {
	if j.Have == nil {
		return false
	}
	for first, k := j.Grid+i*j.Each, 0; k < j.Each; k++ {
		if game := first + k; game < j.Games && !j.Have(game) {
			return false
		}
	}
	return true
}

// ticket is number i of the grid.
func (j *Job) ticket(i, attempt int) ticket.Ticket {
	first := j.Grid + i*j.Each
	return ticket.Ticket{
		Run: j.Run, Kind: j.Work.Kind(), First: first, Count: min(j.Each, j.Games-first), Attempt: attempt,
		Spec: j.Spec,
	}
}
