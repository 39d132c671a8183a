package trust

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
)

// SampleShare is the share of bundles that another worker plays again.
const SampleShare = 0.02

// Draw chooses the bundles of a run that are played again.
type Draw struct {
	rand  *rand.Rand
	share float64
	games int // of the run
	due   int // bundles before the one that is drawn if none was drawn before
	seen  int
	taken int
}

// NewDraw is the draw of a share of a run of so many games in so many bundles.
func NewDraw(r *rand.Rand, share float64, games, bundles int) *Draw {
	return &Draw{rand: r, share: share, games: games, due: r.IntN(max(1, bundles))}
}

// Next says whether the next bundle is to be played again. newcomer says that nobody has confirmed a bundle of its
// worker so far.
func (d *Draw) Next(newcomer bool) bool {
	d.seen++
	return d.rand.Float64() < d.share || newcomer || d.taken == 0 && d.seen > d.due
}

// Taken notes that somebody plays a bundle again. Until then the next one is drawn instead.
func (d *Draw) Taken() { d.taken++ }

// Part chooses which games of a bundle are played again. In a run of few games a whole bundle would be much more than
// the share.
func (d *Draw) Part(games int) (first, count int) {
	count = max(1, min(games, int(math.Round(d.share*float64(d.games)))))
	return d.rand.IntN(games - count + 1), count
}

// Account is what somebody says of the games of a sample.
type Account struct {
	By mailbox.Author
	// Games are what must be the same in each game, empty for a game that cannot be compared.
	Games []string
	// Known says that the games are right, because the hub has played them.
	Known bool
}

// same says that two accounts do not contradict each other.
func (a *Account) same(b *Account) bool {
	for i, g := range a.Games {
		if g != "" && b.Games[i] != "" && g != b.Games[i] {
			return false
		}
	}
	return true
}

// disputed are the games of which two accounts say different things.
func disputed(accounts []Account) (games []int) {
	for i := range accounts[0].Games {
		said := ""
		for _, a := range accounts {
			if said != "" && a.Games[i] != "" && a.Games[i] != said {
				games = append(games, i)
				break
			}
			said = cmp.Or(said, a.Games[i])
		}
	}
	return games
}

// has says that an account has something to say of each of some games.
func (a *Account) has(games []int) bool {
	return !slices.ContainsFunc(games, func(i int) bool { return a.Games[i] == "" })
}

// Compared says whether a and another account have a text for the same game.
func Compared(a Account, others ...Account) bool {
	return slices.ContainsFunc(others, func(o Account) bool {
		for i, g := range a.Games {
			if g != "" && o.Games[i] != "" {
				return true
			}
		}
		return false
	})
}

// Verdict says who has played other games than the rest. It is decided if two agree, or if one is known to be right. An
// account decides only if it has all games of which others say different things: else it would agree with each of them.
func Verdict(accounts ...Account) (odd []mailbox.Author, decided bool) {
	right, games := -1, disputed(accounts)
	for i := range accounts {
		if !accounts[i].has(games) {
			continue
		}
		agree := 0
		for j := range accounts {
			if i != j && accounts[j].has(games) && accounts[i].same(&accounts[j]) {
				agree++
			}
		}
		if accounts[i].Known {
			right = i
			break
		}
		if agree > 0 && right < 0 {
			right = i
		}
	}
	if right < 0 {
		return nil, false
	}
	for i := range accounts {
		if !accounts[i].same(&accounts[right]) {
			odd = append(odd, accounts[i].By)
		}
	}
	return odd, true
}
