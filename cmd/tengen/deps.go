// deps.go keeps the chosen libraries in go.mod until the code that uses them lands.
package main

import (
	_ "charm.land/bubbletea/v2"
	_ "charm.land/lipgloss/v2"
	_ "github.com/alecthomas/kong"
	_ "github.com/chewxy/hm"
	_ "github.com/google/go-cmp/cmp"
	_ "github.com/google/renameio/v2"
	_ "github.com/klauspost/compress/zstd"
	_ "github.com/pelletier/go-toml/v2"
	_ "github.com/rogpeppe/go-internal/testscript"
	_ "github.com/schollz/progressbar/v3"
	_ "golang.org/x/sync/errgroup"
	_ "golang.org/x/sys/cpu"
	_ "golang.org/x/term"
	_ "golang.org/x/text/encoding/htmlindex"
	_ "gonum.org/v1/gonum/blas/gonum"
	_ "gonum.org/v1/gonum/stat/distuv"
	_ "gonum.org/v1/plot"
	_ "gonum.org/v1/plot/plotter"
	_ "gonum.org/v1/plot/vg/vgimg"
	_ "gonum.org/v1/plot/vg/vgsvg"
	_ "google.golang.org/protobuf/encoding/protowire"
	_ "gorgonia.org/gorgonia"
	_ "gorgonia.org/tensor"
	_ "pgregory.net/rapid"
)
