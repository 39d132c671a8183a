package analysis

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// rewrite replaces the expected answers by the present ones. Commit only differences that you
// understand.
var rewrite = flag.Bool("rewrite", false, "rewrite testdata/*.txt")

// talk is a server that runs, with the other end of its input and output.
type talk struct {
	in   *io.PipeWriter
	out  *bufio.Reader
	done chan error
}

func start(t *testing.T, config Config, analysts ...Analyst) *talk {
	t.Helper()
	if config.Settings == (Settings{}) {
		config.Settings = Defaults()
	}
	config.Version, config.Models = "9", []string{"stub"}
	server, err := New(analysts, config)
	if err != nil {
		t.Fatal(err)
	}
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	s := &talk{inWrite, bufio.NewReader(outRead), make(chan error, 1)}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		err := server.Run(ctx, inRead, outWrite)
		outWrite.Close()
		s.done <- err
	}()
	t.Cleanup(cancel)
	return s
}

func (s *talk) send(t *testing.T, line string) {
	t.Helper()
	if _, err := io.WriteString(s.in, line+"\n"); err != nil {
		t.Fatal(err)
	}
}

func (s *talk) line(t *testing.T) string {
	t.Helper()
	line, err := s.out.ReadString('\n')
	if err != nil {
		t.Fatalf("no answer: %v", err)
	}
	return line
}

// end closes the input and returns what was still answered.
func (s *talk) end(t *testing.T) string {
	t.Helper()
	s.in.Close()
	rest, err := io.ReadAll(s.out)
	if err == nil {
		err = <-s.done
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(rest)
}

// TestConversations holds conversations as the programs hold them, written from their sources. A line
// as "2> {…}" is sent; the two lines after it are the expected answers, in the order of the alphabet:
// answers of the reader and of a worker may come in any order. A reading without an end is under way
// when its first report has come.
func TestConversations(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(paths) < 4 {
		t.Fatalf("%d conversations, %v", len(paths), err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			s := start(t, Config{Seed: 1}, &stub{})
			var got strings.Builder
			for line := range strings.Lines(string(raw)) {
				count, send, ok := strings.Cut(line, "> ")
				n, err := strconv.Atoi(count)
				if strings.HasPrefix(line, "//") || line == "\n" {
					got.WriteString(line)
				}
				if !ok || err != nil {
					continue
				}
				got.WriteString(line)
				s.send(t, strings.TrimSpace(send))
				var answers []string
				for range n {
					answers = append(answers, s.line(t))
				}
				slices.Sort(answers)
				got.WriteString(strings.Join(answers, ""))
			}
			if rest := s.end(t); rest != "" {
				t.Errorf("more answers than expected: %s", rest)
			}
			if *rewrite {
				if err := os.WriteFile(path, []byte(got.String()), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(raw), got.String()); diff != "" {
				t.Errorf("answers differ from %s (-want +got):\n%s", path, diff)
			}
		})
	}
}

// query is the text of a query on 5×5 with one move.
func text(id, move, more string) string {
	return fmt.Sprintf(`{"id":%q,"moves":[["B",%q]],"rules":"chinese","boardXSize":5,"boardYSize":5%s}`, id, move, more)
}
