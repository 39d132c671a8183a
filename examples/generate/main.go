// Command generate makes the example games of this folder: GNU Go 3.8 plays
// against itself at mixed levels from random openings.
//
//	go run ./examples/generate -board 9  -games 2000 -o examples/gnugo9.sgfl.gz
//	go run ./examples/generate -board 13 -games 200  -o examples/gnugo13.sgfl.gz
//	go run ./examples/generate -board 19 -games 200  -o examples/gnugo19.sgfl.gz
//
// Game i depends on the seed and i alone (a fresh GNU Go process, seeded), so
// the same command makes the same file on any machine with GNU Go 3.8. Finished
// games are kept in FILE.part; an interrupted run continues from there.
package main

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/tengen-go/tengen/gtp"
	"github.com/tengen-go/tengen/internal/atomicfile"
)

// Config says which games to make.
type Config struct {
	Board   int           // side of the board: 9, 13 or 19
	Games   int           // how many
	Komi    float64       // points for White
	Seed    uint64        // first part of every game's seed
	Engine  string        // path of GNU Go
	Workers int           // games at a time
	Levels  []int         // GNU Go levels, drawn for each side
	Opening int           // at most so many random stones, an even number
	Moves   int           // a longer game is scored as it stands
	Timeout time.Duration // for one answer of GNU Go
}

func main() {
	c := Config{Engine: "gnugo", Workers: runtime.NumCPU(), Timeout: 5 * time.Minute}
	flag.IntVar(&c.Board, "board", 9, "side of the board")
	flag.IntVar(&c.Games, "games", 2000, "games in the file")
	flag.Uint64Var(&c.Seed, "seed", 2016, "seed of all games")
	flag.StringVar(&c.Engine, "gnugo", c.Engine, "the GNU Go 3.8 program")
	flag.IntVar(&c.Workers, "workers", c.Workers, "games at a time")
	out := flag.String("o", "", "output file, .sgfl.gz")
	flag.Parse()
	if *out == "" {
		fmt.Fprintln(os.Stderr, "generate: name the output file with -o")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, c.forBoard(), *out); err != nil {
		fmt.Fprintf(os.Stderr, "generate: %v\n", err)
		if errors.Is(err, context.Canceled) {
			os.Exit(130)
		}
		os.Exit(1)
	}
}

// forBoard fills in what follows from the size: on large boards only the quick levels,
// since a game of 19×19 at level 8 takes minutes.
func (c Config) forBoard() Config {
	c.Komi = 7
	c.Levels = []int{0, 1, 2, 3, 4, 5, 6, 8}
	c.Opening = 6
	c.Moves = 3 * c.Board * c.Board / 2
	if c.Board > 9 {
		c.Komi = 7.5
		c.Levels = []int{0, 0, 0, 1, 1, 2}
		c.Opening = 8
	}
	return c
}

// run makes the missing games in order and then packs the whole file.
func run(ctx context.Context, c Config, out string) error {
	part := out + ".part"
	done, err := readLines(part)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(part, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	for _, line := range done {
		fmt.Fprintln(f, line)
	}
	if err := c.make(ctx, len(done), f); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := compress(part, out); err != nil {
		return err
	}
	return os.Remove(part)
}

// make plays games first … Games−1, several at a time, and writes them in order.
func (c Config) make(ctx context.Context, first int, w io.Writer) error {
	type slot chan string
	queue := make(chan slot, c.Workers)
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(c.Workers + 1)
	g.Go(func() error { // the writer keeps the order
		start := time.Now()
		for i := first; i < c.Games; i++ {
			select {
			case s := <-queue:
				select {
				case line := <-s:
					if _, err := fmt.Fprintln(w, line); err != nil {
						return err
					}
				case <-ctx.Done():
					return ctx.Err()
				}
			case <-ctx.Done():
				return ctx.Err()
			}
			if n := i + 1 - first; n%20 == 0 {
				each := time.Since(start) / time.Duration(n)
				fmt.Fprintf(os.Stderr, "%d/%d games, %v each, %v left\n", i+1, c.Games,
					each.Round(time.Millisecond), (each * time.Duration(c.Games-i-1)).Round(time.Second))
			}
		}
		return nil
	})
	for i := first; i < c.Games && ctx.Err() == nil; i++ {
		s := make(slot, 1)
		select {
		case queue <- s:
		case <-ctx.Done():
			continue
		}
		g.Go(func() error {
			line, err := c.play(ctx, i)
			if err != nil {
				return fmt.Errorf("game %d: %w", i, err)
			}
			s <- line
			return nil
		})
	}
	return g.Wait()
}

// play is one game as a line of SGF.
func (c Config) play(ctx context.Context, i int) (string, error) {
	rng := rand.New(rand.NewPCG(c.Seed, uint64(i)))
	level := map[string]int{"black": c.pick(rng), "white": c.pick(rng)}
	engine, err := gtp.Start(c.Engine, "--mode", "gtp", "--chinese-rules",
		"--seed", fmt.Sprint(1+rng.IntN(1<<30)))
	if err != nil {
		return "", err
	}
	defer engine.Close()
	ask := func(format string, args ...any) (string, error) {
		ctx, cancel := context.WithTimeout(ctx, c.Timeout)
		defer cancel()
		return engine.Send(ctx, fmt.Sprintf(format, args...))
	}
	for _, cmd := range []string{fmt.Sprintf("boardsize %d", c.Board), "clear_board", fmt.Sprintf("komi %g", c.Komi)} {
		if _, err := ask("%s", cmd); err != nil {
			return "", err
		}
	}
	var sgf strings.Builder
	fmt.Fprintf(&sgf, "(;GM[1]FF[4]SZ[%d]KM[%g]RU[Chinese]PB[GNU Go 3.8 level %d]PW[GNU Go 3.8 level %d]GN[%d]",
		c.Board, c.Komi, level["black"], level["white"], i)

	// The opening stands in the record as setup stones: no network should learn to
	// play a move that a die chose.
	stones := map[string]string{"black": "", "white": ""}
	colors := []string{"black", "white"}
	for n, k := 2*rng.IntN(c.Opening/2+1), 0; k < n; {
		x, y := c.near(rng), c.near(rng)
		if _, err := ask("play %s %s", colors[k%2], vertex(x, y, c.Board)); err != nil {
			var refused *gtp.FailureError
			if errors.As(err, &refused) { // occupied: draw again
				continue
			}
			return "", err
		}
		stones[colors[k%2]] += "[" + point(x, y) + "]"
		k++
	}
	if stones["black"] != "" {
		fmt.Fprintf(&sgf, "AB%sAW%sPL[B]", stones["black"], stones["white"])
	}

	var moves strings.Builder
	result := ""
	for n, passes := 0, 0; n < c.Moves && passes < 2; n++ {
		color := colors[n%2]
		if _, err := ask("level %d", level[color]); err != nil {
			return "", err
		}
		v, err := ask("genmove %s", color)
		if err != nil {
			return "", err
		}
		switch v = strings.ToLower(strings.TrimSpace(v)); v {
		case "resign":
			result = strings.ToUpper(colors[(n+1)%2][:1]) + "+R"
			passes = 2
			continue
		case "pass":
			passes++
			fmt.Fprintf(&moves, ";%s[]", strings.ToUpper(color[:1]))
			continue
		}
		passes = 0
		x, y, err := coordinates(v, c.Board)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&moves, ";%s[%s]", strings.ToUpper(color[:1]), point(x, y))
	}
	if result == "" {
		if result, err = ask("final_score"); err != nil {
			return "", err
		}
		if result = strings.TrimSuffix(strings.TrimSpace(result), ".0"); result == "0" {
			result = "Draw"
		}
	}
	fmt.Fprintf(&sgf, "RE[%s]%s)", result, moves.String())
	return sgf.String(), nil
}

func (c Config) pick(rng *rand.Rand) int { return c.Levels[rng.IntN(len(c.Levels))] }

// near draws a column or row that keeps off the first line (the first two on
// boards over 9×9), where an opening stone would be wasted.
func (c Config) near(rng *rand.Rand) int {
	edge := 1
	if c.Board > 9 {
		edge = 2
	}
	return edge + rng.IntN(c.Board-2*edge)
}

const columns = "ABCDEFGHJKLMNOPQRST"

func vertex(x, y, size int) string { return fmt.Sprintf("%c%d", columns[x], size-y) }
func point(x, y int) string        { return string([]byte{'a' + byte(x), 'a' + byte(y)}) }

func coordinates(v string, size int) (x, y int, err error) {
	var row int
	if _, err := fmt.Sscanf(v[1:], "%d", &row); err != nil || row < 1 || row > size {
		return 0, 0, fmt.Errorf("GNU Go answered %q, which is no vertex", v)
	}
	x = strings.IndexByte(columns, v[0]-'a'+'A')
	if x < 0 || x >= size {
		return 0, 0, fmt.Errorf("GNU Go answered %q, which is no vertex", v)
	}
	return x, size - row, nil
}

// readLines returns the complete games of an earlier run.
func readLines(path string) ([]string, error) {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var lines []string
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		if !strings.HasSuffix(s.Text(), ")") {
			break // cut off by a kill
		}
		lines = append(lines, s.Text())
	}
	return lines, s.Err()
}

func compress(from, to string) error {
	raw, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return atomicfile.WriteFunc(to, func(w io.Writer) error {
		z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
		if err != nil {
			return err
		}
		if _, err := z.Write(raw); err != nil {
			return err
		}
		return z.Close()
	})
}
