package trust

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
)

func worker(name string) mailbox.Author { return mailbox.Author{Role: mailbox.Named, Name: name} }

// The odd one of three is named, whoever it is and in whatever order they come. Nobody is named by two, nor where
// all three differ.
func TestVerdict(t *testing.T) {
	account := func(name, games string) Account {
		all := strings.Split(games, "")
		for i := range all {
			all[i] = strings.Trim(all[i], "-")
		}
		return Account{By: worker(name), Games: all, Known: name == "hub"}
	}
	for _, c := range []struct {
		said    string // accounts with blanks between, - for a game that cannot be compared
		odd     string
		decided bool
	}{
		{"abc abc", "", true},
		{"abc abd", "", false},
		{"abc abd abc", "1", true},
		{"abc abd abd", "0", true},
		{"abc abc abd", "2", true},
		{"abc abd abe", "", false},
		{"a-c abc", "", true},
		{"--- abc", "", true},
		{"a-c abd", "", false},
		{"-bc abd abd", "0", true},
		{"abc abd ab-", "", false}, // the third one agrees with both
		{"abc abd ab- abd", "0", true},
		{"abc abd ab- xbd", "", false},
		{"abc abd hub:ab-", "", false},
		{"abc abd hub:-bd", "0", true},
		{"abc hub:xyz", "0", true},
		{"abc abd hub:abd", "0", true},
		{"abc abd hub:abe", "01", true},
		{"abc abc hub:abe", "01", true},
	} {
		var accounts []Account
		for i, said := range strings.Fields(c.said) {
			games, known := strings.CutPrefix(said, "hub:")
			name := fmt.Sprint(i)
			if known {
				name = "hub"
			}
			accounts = append(accounts, account(name, games))
		}
		odd, decided := Verdict(accounts...)
		names := ""
		for _, a := range odd {
			names += a.Name
		}
		if names != c.odd || decided != c.decided {
			t.Errorf("%s: %q is odd, decided %v", c.said, names, decided)
		}
	}
}

// Two accounts can be compared if there is a game that both have.
func TestCompared(t *testing.T) {
	of := func(games ...string) Account { return Account{Games: games} }
	a, b := of("a", ""), of("", "b")
	if !Compared(a, b, of("c", "")) || Compared(a, b, of("", "")) || Compared(a) {
		t.Error("games that both have are not those that are compared")
	}
}

// About the share is drawn in a long run, at least one in a short one, and the bundles of a newcomer always.
func TestDraw(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	long, n := NewDraw(r, SampleShare, 1e6, 10000), 0
	for range 10000 {
		if long.Next(false) {
			n++
			long.Taken()
		}
	}
	if n < 150 || n > 250 {
		t.Errorf("%d of 10,000 bundles", n)
	}
	which := make([]int, 4)
	for range 400 {
		short := NewDraw(r, SampleShare, 128, 4)
		var drawn []int
		for i := range 4 {
			if short.Next(false) {
				drawn = append(drawn, i)
				short.Taken()
			}
		}
		if len(drawn) == 0 {
			t.Fatal("nothing is drawn of a short run")
		}
		which[drawn[0]]++
	}
	if slices.Min(which) < 50 {
		t.Errorf("the bundles are drawn so often: %v", which)
	}
	again := NewDraw(r, SampleShare, 128, 1)
	for range 3 {
		if !again.Next(false) {
			t.Error("nobody has played the first one again, and the next one is not drawn")
		}
	}
	if !long.Next(true) {
		t.Error("a newcomer is not drawn")
	}
	for range 100 {
		if first, count := NewDraw(r, SampleShare, 128, 4).Part(32); count != 3 || first < 0 || first+count > 32 {
			t.Errorf("%d games from %d on, of a short run", count, first)
		}
		if first, count := long.Part(64); first != 0 || count != 64 {
			t.Errorf("%d games from %d on, of a long run", count, first)
		}
	}
}

// Conduct outlives hubs, and three strikes in all bar a worker, whatever they are for.
func TestStrikesOutliveTheHub(t *testing.T) {
	dir, w := t.TempDir(), worker("w")
	for round, reason := range []Reason{Illegal, TooLarge, Flood} {
		server, err := mailbox.Serve(t.Context(), mailbox.ServerConfig{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		box, err := server.Connect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		book := OpenBook(box)
		c, err := book.Change(t.Context(), w, func(c *Conduct) { c.Refuse(reason, fmt.Sprint("reason ", round)) })
		if err != nil {
			t.Fatal(err)
		}
		if c.Strikes() != round+1 || (c.Barred != "") != (round == 2) {
			t.Errorf("after %d strikes: %+v", round+1, c)
		}
		if round == 2 && !strings.Contains(c.Barred, "reason 2") {
			t.Errorf("barred because: %s", c.Barred)
		}
		if _, err := book.Change(t.Context(), worker("good"), func(c *Conduct) { c.Good++ }); err != nil {
			t.Fatal(err)
		}
		all, err := book.All(t.Context())
		if err != nil || len(all) != 2 || all[worker("good")].Good != round+1 {
			t.Errorf("%+v, %v", all, err)
		}
		if mine, err := book.Of(t.Context(), w); err != nil || mine.Strikes() != round+1 {
			t.Errorf("%+v, %v", mine, err)
		}
		box.Close()
		if err := server.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
