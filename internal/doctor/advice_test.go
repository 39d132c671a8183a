package doctor

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// figures are those of a machine with 8 threads and 16 GB, changed as a case wants it.
func figures(change func(f *Figures)) Figures {
	f := Figures{
		Machine: Machine{
			Platform: "linux/amd64", Cores: 8, Kernel: "avx2", Kernels: []string{"avx2", "portable"},
			Memory: 16 << 30, TreeMemory: 2 << 30,
		},
		Threads: 8, Idle: 0.98, Peak: Speeds{60, 450}, Seconds: 10.2,
		Boards: []Board{
			{Size: 9, Search: Speeds{6000, 30000}},
			{Size: 19, Search: Speeds{900, 5000}},
		},
		Trainings: Trainings(),
	}
	for i, hours := range []float64{0.08, 0.3, 1.4} {
		f.Trainings[i].Hours = hours
	}
	change(&f)
	return f
}

// The commands that the figures lead to: of the two boards, of the engine and of the two trainings.
func TestAdvise(t *testing.T) {
	for name, c := range map[string]struct {
		change func(f *Figures)
		want   [5]string // the end of each command
	}{
		"a fast machine": {
			func(*Figures) {},
			[5]string{
				// 30,000 playouts would have use for 16M + 30,000·64K = 1891M.
				"--board 9 --player search:threads=8,memory=2048M,time=1s",
				"--board 19 --player search:threads=8,memory=512M,time=1s",
				"gtp --player search:threads=8,memory=512M,time=1s",
				"--board 9 --filters 32 --layers 6 --time 5m",
				"--board 19 --filters 64 --layers 8 --time 1h25m",
			},
		},
		"threads that hinder each other": {
			func(f *Figures) {
				f.Boards[0].Search = Speeds{6000, 6500} // 8 % more
				f.Boards[1].Search = Speeds{900, 1000}  // 11 % more
			},
			[5]string{
				"search:threads=1,memory=512M,time=1s",
				"search:threads=8,memory=256M,time=2s",
				"search:threads=8,memory=256M,time=2s",
				"--time 5m", "--time 1h25m",
			},
		},
		"one thread": {
			func(f *Figures) {
				f.Threads = 1
				f.Boards[0].Search, f.Boards[1].Search = Speeds{700, 700}, Speeds{100, 100}
			},
			[5]string{
				"search:threads=1,memory=256M,time=3s",
				"search:threads=1,memory=256M,time=20s",
				"search:threads=1,memory=256M,time=20s",
				"--time 5m", "--time 1h25m",
			},
		},
		"a very slow machine": {
			func(f *Figures) {
				f.Boards[0].Search, f.Boards[1].Search = Speeds{20, 40}, Speeds{1, 2}
				for i, hours := range []float64{0.9, 7, 40} {
					f.Trainings[i].Hours = hours
				}
			},
			[5]string{
				"search:threads=8,memory=256M,time=60s",
				"search:threads=8,memory=64M,time=60s",
				"search:threads=8,memory=64M,time=60s",
				"--board 9 --filters 32 --layers 6 --time 55m",
				"--board 19 --filters 32 --layers 6 --time 7h",
			},
		},
		"an evening is four hours": {
			func(f *Figures) {
				for i, hours := range []float64{4.2, 1.1, 4.01} {
					f.Trainings[i].Hours = hours
				}
			},
			[5]string{"", "", "", "--board 9 --filters 32 --layers 6 --time 4h15m", "--board 19 --filters 32 --layers 6 --time 1h10m"},
		},
		"little memory": {
			func(f *Figures) { f.Machine.Memory, f.Machine.TreeMemory = 1<<30, 250<<20 },
			[5]string{"search:threads=8,memory=250M,time=1s", "search:threads=8,memory=250M,time=1s", "memory=250M,time=1s", "5m", "1h25m"},
		},
		"nearly no memory": {
			func(f *Figures) { f.Machine.Memory, f.Machine.TreeMemory = 64<<20, 16<<20 },
			[5]string{"memory=16M,time=1s", "memory=16M,time=1s", "memory=16M,time=1s", "5m", "1h25m"},
		},
		"a graphics card that is worth it on 19×19": {
			func(f *Figures) {
				for i, s := range []float64{500, 9000, 9000} {
					f.Trainings[i].PositionsS, f.Trainings[i].CardS = 1000, s
				}
			},
			[5]string{"", "", "", "--time 5m", "--layers 8 --time 10m --device gpu"},
		},
		"matrix tiles that are worth it on 9×9, and a faster card on 19×19": {
			func(f *Figures) {
				for i, s := range []float64{500, 9000, 9000} {
					f.Trainings[i].PositionsS, f.Trainings[i].BFloat16S, f.Trainings[i].CardS = 1000, 2000, s
				}
			},
			[5]string{"", "", "", "--device cpu:bfloat16", "--layers 8 --time 10m --device gpu"},
		},
	} {
		list := Advise(figures(c.change))
		if len(list) != len(c.want) {
			t.Fatalf("%s: %d recommendations", name, len(list))
		}
		for i, a := range list {
			if !strings.HasPrefix(a.Command, "tengen ") || !strings.HasSuffix(a.Command, c.want[i]) || a.For == "" || a.Why == "" {
				t.Errorf("%s: %s: %q, want … %q", name, a.For, a.Command, c.want[i])
			}
		}
	}
}

// What to expect of a player is said, most of all where it is little.
func TestAdviceSaysWhatToExpect(t *testing.T) {
	for name, c := range map[string]struct {
		search Speeds
		want   string
	}{
		"fast": {Speeds{6000, 31234}, "about 31,200 playouts per move"},
		"one thread is as good": {
			Speeds{6000, 6200}, "about 6,000 playouts per move; 8 threads gain under 10 %",
		},
		"slow": {Speeds{10, 21}, "about 1,260 playouts per move, too few to be strong"},
	} {
		list := Advise(figures(func(f *Figures) { f.Boards[0].Search = c.search }))
		if got := list[0].Why; got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestNotes(t *testing.T) {
	for name, c := range map[string]struct {
		change func(f *Figures)
		want   []string // in each note, in this order
	}{
		"nothing to say": {func(*Figures) {}, nil},
		"busy":           {func(f *Figures) { f.Idle = 0.45 }, []string{"left 45 % of the processor"}},
		"kernel by hand": {func(f *Figures) { f.Machine.Kernel = "portable" }, []string{"unset TENGEN_KERNEL"}},
		"no kernel": {
			func(f *Figures) { f.Machine.Kernel, f.Machine.Kernels = "portable", []string{"portable"} },
			[]string{"neither AVX-512 nor AVX2"},
		},
		"all": {
			func(f *Figures) { f.Idle, f.Machine.Kernel, f.Machine.Memory = 0.2, "portable", 0 },
			[]string{"left 20 %", "unset TENGEN_KERNEL", "how much memory"},
		},
	} {
		got := Notes(figures(c.change))
		if !slices.EqualFunc(got, c.want, strings.Contains) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// The report fits a terminal, whatever the figures.
func TestReportFits(t *testing.T) {
	for name, change := range map[string]func(f *Figures){
		"fast":       func(*Figures) {},
		"one thread": func(f *Figures) { f.Threads, f.Machine.Cores = 1, 1 },
		"huge": func(f *Figures) {
			f.Threads, f.Machine.Cores, f.Machine.Memory, f.Seconds = 1024, 1024, 1<<45, 1234
			f.Peak = Speeds{9e5, 9e9}
			for i := range f.Boards {
				s := Speeds{9.9e8, 9.99e8}
				f.Boards[i] = Board{f.Boards[i].Size, s, s, s}
			}
		},
		"a graphics card": func(f *Figures) {
			f.Card = Card{Name: "NVIDIA GeForce RTX 4090 Laptop Graphics", Note: strings.Repeat("it was lost ", 20)}
			for i := range f.Trainings {
				f.Trainings[i].PositionsS, f.Trainings[i].BFloat16S, f.Trainings[i].CardS = 1000, 2345, 123_456
			}
		},
		"tiny": func(f *Figures) {
			f.Idle, f.Machine.Kernel, f.Machine.Memory = 0.01, "portable", 0
			for i := range f.Boards {
				s := Speeds{0.01, 0.01}
				f.Boards[i] = Board{f.Boards[i].Size, s, s, s}
			}
			for i := range f.Trainings {
				f.Trainings[i].PositionsS, f.Trainings[i].Hours = 0.001, 99999
			}
		},
	} {
		f := figures(change)
		text := NewReport(f).String()
		lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		if len(lines) > 40 {
			t.Errorf("%s: %d lines", name, len(lines))
		}
		for _, line := range lines {
			most := 100
			if strings.HasPrefix(line, "    tengen ") {
				most = 110 // to be pasted, and with --device gpu a little longer
			}
			if n := utf8.RuneCountInString(line); n > most {
				t.Errorf("%s: %d columns: %s", name, n, line)
			}
		}
		for _, a := range Advise(f) {
			if !strings.Contains(text, "\n    "+a.Command+"\n") {
				t.Errorf("%s: no line to paste with %s", name, a.Command)
			}
		}
		if columns := strings.Contains(text, "1024 threads"); columns != (f.Threads == 1024) {
			t.Errorf("%s: %s", name, text)
		}
	}
}

func TestWords(t *testing.T) {
	for x, want := range map[float64]string{0: "0.00", 1.234: "1.23", 12.34: "12.3", 123.4: "123", 9996: "10,000", 1234567: "1,230,000", 117493: "117,000"} {
		if got := number(x); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
	for hours, want := range map[float64]string{0.001: "1m", 0.1: "6m", 0.17: "15m", 1: "1h", 1.99: "2h", 2.01: "2h15m", 27.6: "27h45m"} {
		if got := trainingTime(hours); got != want {
			t.Errorf("%v hours: %s, want %s", hours, got, want)
		}
	}
	for hours, want := range map[float64]string{0.01: "36 s", 0.5: "30 min", 1.9: "114 min", 2: "2.0 h"} {
		if got := hoursText(hours); got != want {
			t.Errorf("%v hours: %s, want %s", hours, got, want)
		}
	}
}
