package alphago

import (
	"slices"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/wyrand"
)

// Keys are equal if and only if the planes are, for every number of planes.
func TestKeysAreEqualWherePlanesAre(t *testing.T) {
	r := wyrand.New(3)
	extractor := features.NewExtractor()
	games := 300
	if testing.Short() {
		games = 60 // one thread: fewer are enough under the race detector
	}
	for _, planes := range []features.Planes{
		features.StonePlanes, features.TurnPlanes, features.LibertyPlanes, features.PolicyPlanes,
		features.ValuePlanes,
	} {
		keys, seen, shared := map[uint64]string{}, map[string]uint64{}, 0
		row := make([]float32, 9*int(planes))
		text := make([]byte, len(row)+1)
		for range games {
			pos := board.NewPosition(3) // small, so that games meet
			for range 12 {
				p := pos.RandomMove(&r)
				if !pos.Legal(p, pos.ToMove()) {
					break
				}
				pos.Play(p, pos.ToMove())
				extractor.Extract(row, int(planes), &pos, planes, features.Identity)
				for i, x := range row {
					text[i] = byte(x)
				}
				text[len(row)] = byte(pos.ToMove())
				key := positionKey(&pos, int(planes))
				if was, ok := keys[key]; ok && was != string(text) {
					t.Fatalf("%d planes: two inputs have one key", planes)
				}
				keys[key] = string(text)
				if _, ok := seen[string(text)]; ok {
					shared++
				}
				seen[string(text)] = key
			}
		}
		if shared == 0 {
			t.Errorf("%d planes: no two games met", planes)
		}
	}
}

func TestKeysTellHistoriesApart(t *testing.T) {
	play := func(vertices ...string) *board.Position {
		pos := board.NewPosition(9)
		for _, v := range vertices {
			p, err := board.ParseVertex(v, 9)
			if err != nil {
				t.Fatal(err)
			}
			pos.Play(p, pos.ToMove())
		}
		return &pos
	}
	a, b := play("A1", "B2", "C3", "D4"), play("C3", "B2", "A1", "D4")
	if a.HashToMove() != b.HashToMove() {
		t.Fatal("the stones differ")
	}
	if positionKey(a, 48) == positionKey(b, 48) {
		t.Error("stones of other ages have the same key")
	}
	if positionKey(a, 4) != positionKey(b, 4) {
		t.Error("ages count though the network does not see them")
	}
	// Seven moves later nobody knows which came first.
	later := []string{"A9", "B9", "C9", "D9", "E9", "F9", "G9"}
	a, b = play(append([]string{"A1", "B2", "C3", "D4"}, later...)...), play(append([]string{"C3", "B2", "A1", "D4"}, later...)...)
	if positionKey(a, 48) != positionKey(b, 48) {
		t.Error("ages count beyond the planes")
	}
}

func TestCacheKeepsWithinItsBytes(t *testing.T) {
	const points = 25
	for _, bytes := range []int64{answerBytes(points, true) * cacheWays, 10000, 1 << 20} {
		c, err := newAnswerCache(bytes, points, true)
		if err != nil {
			t.Fatal(err)
		}
		if c.bytes() > bytes || 2*c.bytes() < bytes-answerBytes(points, true)*cacheWays {
			t.Errorf("%d bytes asked for, %d taken", bytes, c.bytes())
		}
		priors, got := make([]float32, points), make([]float32, points)
		hits, n := 0, 4*len(c.keys)
		for i := range n {
			for p := range priors {
				priors[p] = float32(i + p)
			}
			c.put(wyrand.Scramble(uint64(i)), wantPriors|wantValue, float32(i), priors)
		}
		for i := range n {
			v, ok := c.get(wyrand.Scramble(uint64(i)), wantPriors|wantValue, got)
			if !ok {
				continue
			}
			hits++
			if v != float32(i) || got[0] != float32(i) || got[points-1] != float32(i+points-1) {
				t.Fatalf("answer %d came back as %v, %v", i, v, got)
			}
		}
		if hits > len(c.keys) || 2*hits < len(c.keys) {
			t.Errorf("%d answers in %d places", hits, len(c.keys))
		}
	}
}

func TestCacheJoinsAnswersAndSparesTheWanted(t *testing.T) {
	const points = 3
	c, err := newAnswerCache(answerBytes(points, true)*cacheWays, points, true)
	if err != nil {
		t.Fatal(err)
	}
	got := make([]float32, points)
	c.put(1, wantValue, 0.5, nil)
	if _, ok := c.get(1, wantPriors|wantValue, got); ok {
		t.Error("priors came from nowhere")
	}
	c.put(1, wantPriors, 9, []float32{1, 2, 3})
	if v, ok := c.get(1, wantPriors|wantValue, got); !ok || v != 0.5 || !slices.Equal(got, []float32{1, 2, 3}) {
		t.Errorf("%v %v %v", v, got, ok)
	}
	// One set: every new position pushes another one out, but not the one that is asked for.
	for key := uint64(2); key < 50; key++ {
		c.put(key, wantValue, float32(key), nil)
		if _, ok := c.get(1, wantValue, nil); !ok {
			t.Fatalf("position %d pushed out what was just asked for", key)
		}
	}
	if _, ok := c.get(2, wantValue, nil); ok {
		t.Error("50 answers in 4 places")
	}
	if _, ok := (*answerCache)(nil).get(1, wantValue, nil); ok {
		t.Error("no cache knew something")
	}
}
