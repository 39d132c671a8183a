package match

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/selfplay"
)

// Games that other machines have played and that are taken back are played again. The file is the same as without,
// with a game before them that failed, too.
func TestCollectTakesGamesBack(t *testing.T) {
	config, err := smallTournament(12).Config()
	if err != nil {
		t.Fatal(err)
	}
	sides := [2]Side{}
	for k := range sides {
		sides[k] = Side{Name: "r", Make: func() (player.Player, error) { return parsePlayer("random:seed=1") }}
	}
	var games [12]*Game
	if err := Run(t.Context(), config, sides[0], sides[1], nil, func(g *Game) error {
		games[g.Game] = g
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	games[2].End, games[2].Error = EndFailed, "it broke"
	collect := func(name string, backs map[int]int) []byte {
		path := filepath.Join(t.TempDir(), name)
		file, err := selfplay.OpenFile(path, selfplay.About{Program: "test", Kind: selfplay.KindGames, Board: 5})
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		config := config
		config.Elsewhere = func(_ context.Context, c Config, _ [2]Side, _ map[int]bool, finished func(*Game) error) error {
			for i := 0; i < c.Games; i++ {
				if err := finished(games[i]); err != nil {
					return err
				}
				if i%5 == 4 {
					if err := c.Flush(); err != nil {
						return err
					}
				}
				if to, ok := backs[i]; ok {
					delete(backs, i)
					next, err := c.Back(to)
					if err != nil || next > to {
						t.Errorf("back from %d to %d: %d is next, %v", i, to, next, err)
					}
					i = next - 1
				}
			}
			return nil
		}
		failure, err := Collect(t.Context(), config, sides[0], sides[1], file, func(*selfplay.Game) {})
		if err != nil || failure == "" || file.Tally().Failed != 1 || file.Next() != config.Games {
			t.Errorf("%v, %q, %+v", err, failure, file.Tally())
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	want := collect("whole.tengen", nil)
	for _, backs := range []map[int]int{{2: 1}, {6: 5}, {6: 1}, {11: 7, 9: 0}} {
		if !bytes.Equal(collect("back.tengen", backs), want) {
			t.Error("another file")
		}
	}
}

// A file with games is finished although all games that were left have failed, as without the interruption before them.
func TestCollectFinishesWhatIsThere(t *testing.T) {
	side := Side{Name: "r", Make: func() (player.Player, error) { return parsePlayer("random:seed=1") }}
	path := filepath.Join(t.TempDir(), "games.tengen")
	collect := func(games int, end string) error {
		config, err := smallTournament(games).Config()
		if err != nil {
			t.Fatal(err)
		}
		file, err := selfplay.OpenFile(path, selfplay.About{Program: "test", Kind: selfplay.KindGames, Board: 5})
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		config.Elsewhere = func(
			ctx context.Context, c Config, sides [2]Side, done map[int]bool, finished func(*Game) error,
		) error {
			c.Elsewhere = nil
			return Run(ctx, c, sides[0], sides[1], done, func(g *Game) error {
				if end != "" {
					g.End, g.Error = end, "it broke"
				}
				return finished(g)
			})
		}
		_, err = Collect(t.Context(), config, side, side, file, func(*selfplay.Game) {})
		return err
	}
	if err := collect(2, EndFailed); err == nil {
		t.Error("a file of no games was finished")
	}
	if err := collect(2, ""); err != nil {
		t.Fatal(err)
	}
	if err := collect(3, EndFailed); err != nil {
		t.Errorf("with two games: %v", err)
	}
}
