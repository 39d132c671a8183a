package gtp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"
)

// childEngine, set in the environment, turns the test binary into a program that
// speaks GTP, "fake" one that misbehaves on request, "hide NAMES" a real one, or into a
// "sleeper FILE" that makes the file after a while and ends.
const childEngine = "TENGEN_TEST_ENGINE"

var childModes = map[string]func(rest string){"fake": runFake, "hide": runEngine, "sleeper": runSleeper}

func TestMain(m *testing.M) {
	mode, rest, _ := strings.Cut(os.Getenv(childEngine), " ")
	if run, ok := childModes[mode]; ok {
		run(rest)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func runSleeper(file string) {
	time.Sleep(20 * time.Second)
	_ = os.WriteFile(file, nil, 0o600)
}

func runFake(string) {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		switch line, rest, _ := strings.Cut(in.Text(), " "); line {
		case "quit":
			fmt.Print("=\n\n")
			return
		case "name":
			fmt.Print("= Fake Engine\r\n\r\n")
		case "list_commands":
			fmt.Print("\n\n=7 name\nquit\n\tbad\x07\n\n")
		case "die":
			fmt.Fprintln(os.Stderr, "out of stones")
			os.Exit(3)
		case "answer-and-end":
			fmt.Print("=\n\n")
			return
		case "half":
			fmt.Print("= half an ans")
			return
		case "babble":
			fmt.Print("hello there\n\n")
		case "echo": // as cat does: no empty line ever ends it
			fmt.Println(line)
		case "hang":
			time.Sleep(time.Hour)
		case "nest": // as a script that starts the engine, which holds the script's pipes
			child := exec.Command(os.Args[0])
			child.Env, child.Stdout, child.Stderr = append(os.Environ(), childEngine+"=sleeper "+rest), os.Stdout, os.Stderr
			if err := child.Start(); err != nil {
				fmt.Printf("? %v\n\n", err)
				continue
			}
			fmt.Printf("= %d\n\n", child.Process.Pid)
		case "flood":
			for {
				if _, err := fmt.Print("= more and more and more and more\n"); err != nil {
					return
				}
			}
		default:
			fmt.Print("? unknown command\n\n")
		}
	}
}

func startFake(t *testing.T) *Controller {
	t.Helper()
	t.Setenv(childEngine, "fake")
	c, err := Start(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return c
}

func TestControllerReadsAnswers(t *testing.T) {
	c := startFake(t)
	ctx := t.Context()
	got, err := c.Send(ctx, "name")
	if err != nil || got != "Fake Engine" {
		t.Fatalf("name = %q, %v; carriage returns must be dropped", got, err)
	}
	got, err = c.Send(ctx, "list_commands")
	if want := "name\nquit\n bad"; err != nil || got != want {
		t.Fatalf("list_commands = %q, %v; want %q", got, err, want)
	}
	var refused *FailureError
	if _, err = c.Send(ctx, "play", "b", "Z99"); !errors.As(err, &refused) {
		t.Fatalf("a refusal gave %v", err)
	}
	if refused.Command != "play b Z99" || refused.Text != "unknown command" {
		t.Errorf("refusal = %+v", refused)
	}
	if _, err = c.Send(ctx, "name"); err != nil {
		t.Errorf("a refusal broke the conversation: %v", err)
	}
	if _, err = c.Send(ctx, "name\nquit"); err == nil {
		t.Error("two lines in one command were sent")
	}
}

// xes is n times the letter x.
type xes struct{ n int }

func (x *xes) Read(p []byte) (int, error) {
	n := min(len(p), x.n)
	for i := range n {
		p[i] = 'x'
	}
	if x.n -= n; n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// A program that writes without a newline is given up after maxResponse bytes, not kept in memory.
func TestAnswerWithoutNewlineIsBounded(t *testing.T) {
	const all = 64 * maxResponse
	for _, start := range []string{"= ", ""} {
		endless := &xes{all}
		a := readAnswer(bufio.NewReader(io.MultiReader(strings.NewReader(start), endless)))
		if read := all - endless.n; !errors.Is(a.err, errLongAnswer) || read > maxResponse+1<<16 {
			t.Errorf("after %q: %d bytes were read, error %v", start, read, a.err)
		}
	}
}

func TestControllerReportsDeath(t *testing.T) {
	for command, want := range map[string][]string{
		"die":    {"exit status 3", "out of stones", `"die"`},
		"half":   {"unexpected EOF"},
		"babble": {"does not speak GTP", "hello there"},
		"echo":   {"does not speak GTP", `"echo" got a response that starts with neither`},
		"flood":  {"more than"},
	} {
		t.Run(command, func(t *testing.T) {
			c := startFake(t)
			_, err := c.Send(t.Context(), command)
			for _, w := range want {
				if err == nil || !strings.Contains(err.Error(), w) {
					t.Errorf("error %v lacks %q", err, w)
				}
			}
			if _, err := c.Send(t.Context(), "name"); !errors.Is(err, ErrClosed) {
				t.Errorf("a command after the end gave %v, want ErrClosed", err)
			}
		})
	}
}

func TestControllerTimesOut(t *testing.T) {
	c := startFake(t)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := c.Send(ctx, "hang"); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("a silent program gave %v", err)
	}
	if _, err := c.Send(t.Context(), "name"); !errors.Is(err, ErrClosed) {
		t.Errorf("a command after a timeout gave %v, want ErrClosed", err)
	}
}

// What a program has started may live on and hold its pipes; nobody waits for that.
func TestProgramsOfAProgramAreNotWaitedFor(t *testing.T) {
	c := startFake(t)
	woke := filepath.Join(t.TempDir(), "woke")
	text, err := c.Send(t.Context(), "nest", woke)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	sleeper, err := os.FindProcess(pid)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := c.Send(ctx, "hang"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a silent program gave %v", err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(woke); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the program's own program was waited for (%v)", err)
	}
	if err := sleeper.Kill(); err != nil {
		t.Error(err)
	}
}

// TestSilenceIsToldPlainly: the error about a silent program names the command and the time.
func TestSilenceIsToldPlainly(t *testing.T) {
	o := Outside{controller: startFake(t)}
	_, err := o.SendWithin(50*time.Millisecond, "hang")
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("a silent program gave %v", err)
	}
	if text := err.Error(); !strings.Contains(text, `gave no answer to "hang": it said nothing for 50ms; is it a GTP program`) {
		t.Errorf("told %q", text)
	}
}

func TestStartRefusesWhatIsNotThere(t *testing.T) {
	if _, err := Start("no-such-go-program"); !errors.Is(err, exec.ErrNotFound) ||
		!strings.Contains(err.Error(), "no-such-go-program") || !strings.HasSuffix(err.Error(), ": install it, or give its path") {
		t.Errorf("error = %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := Start("gnugo", "--mode", "gtp"); err == nil || !strings.HasSuffix(err.Error(), "give its path, such as /usr/games/gnugo") {
		t.Errorf("error = %v", err)
	}
	if _, err := Start(); err == nil {
		t.Error("an empty command was started")
	}
}

func TestSplitCommand(t *testing.T) {
	for line, want := range map[string][]string{
		`gnugo --mode gtp`:         {"gnugo", "--mode", "gtp"},
		`  "a b"  'c "d' e\ f "" `: {"a b", `c "d`, "e f", ""},
		`java -jar "x\"y".jar`:     {"java", "-jar", `x"y.jar`},
		`C:\gnugo\gnugo.exe -x`:    {`C:\gnugo\gnugo.exe`, "-x"},
		`"C:\Program Files\a" \\b`: {`C:\Program Files\a`, `\\b`},
		`"\\server\my share\a"`:    {`\\server\my share\a`},
		`\\server\a\\b \"`:         {`\\server\a\b`, `"`},
	} {
		if got, err := SplitCommand(line); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("SplitCommand(%q) = %q, %v; want %q", line, got, err, want)
		}
	}
	for _, line := range []string{"", "   ", `a "b`, `a 'b`, `a\`} {
		if got, err := SplitCommand(line); err == nil {
			t.Errorf("SplitCommand(%q) = %q, want an error", line, got)
		}
	}
}
