package model

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/onnx"
	"github.com/tengen-go/tengen/internal/version"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
)

const onnxExtension = ".onnx"

// ExportCmd writes a network in a format that other programs read, or a model as a web page.
type ExportCmd struct {
	flags.Common
	ONNX    string `name:"onnx" help:"File to write, in ONNX; its name ends in .onnx. An older file is replaced." placeholder:"FILE"`
	Network string `help:"With --onnx: which network of the model, policy or value. Needed if it has both." placeholder:"KIND"`
	HTML    string `name:"html" help:"File to write, a web page that plays; its name ends in .html. An older file is replaced." placeholder:"FILE"`
	Value   string `help:"With --html: take the value network of this model." placeholder:"MODEL"`
	Half    bool   `help:"With --html: store weights in half precision. Half the size, rounded to 11 bits."`
	Title   string `help:"With --html: what the page is called (default: the title of the model's card)." placeholder:"TEXT"`
	Dir     string `arg:"" help:"Folder of the model, or one in the program, as shipped:9x9." name:"model"`
}

// Help is printed below the flags.
func (c *ExportCmd) Help() string {
	return `--onnx writes one network. ONNX Runtime and most other engines run the file without Tengen.
docs/onnx.md says what goes in and what comes out.

--html writes a bot: one page with the model and Tengen's engine in it. It plays in any browser,
without a server, as a file or on a web site. docs/bot.md says more.

Examples:

    tengen model export --onnx first.onnx runs/first
    tengen model export --onnx value.onnx --network value models/9x9
    tengen model export --html bot.html shipped:9x9
    tengen model export --html bot.html --value runs/value --title "Our club's bot" runs/policy`
}

// Run writes the file and says what is in it.
func (c *ExportCmd) Run() error { return c.print(output.Stdout) }

// exported is the JSON object of tengen model export.
type exported struct {
	File    string   `json:"file"`
	Network string   `json:"network"`
	Board   int      `json:"board"`
	Planes  int      `json:"planes"`
	Input   string   `json:"input"`
	Outputs []string `json:"outputs"`
	Opset   int      `json:"opset"`
	Bytes   int      `json:"bytes"`
}

func (c *ExportCmd) print(w io.Writer) error {
	switch {
	case c.ONNX == "" && c.HTML == "":
		return usage.Errorf("give --onnx FILE.onnx or --html FILE.html: what to write")
	case c.ONNX != "" && c.HTML != "":
		return usage.Errorf("--onnx and --html: give one of them")
	case c.HTML != "" && c.Network != "":
		return usage.Errorf("--network is for --onnx: a page has the policy and the value network")
	case c.ONNX != "" && (c.Value != "" || c.Half || c.Title != ""):
		return usage.Errorf("--value, --half and --title are for --html")
	case c.HTML != "":
		return c.page(w)
	}
	if !strings.HasSuffix(c.ONNX, onnxExtension) {
		return usage.Errorf("--onnx %s: the file's name must end in %s", c.ONNX, onnxExtension)
	}
	if err := atomicfile.Check(c.ONNX); err != nil {
		return fmt.Errorf("--onnx: %w", err)
	}
	m, err := models.ReadManifest(c.Dir)
	if err != nil {
		return err
	}
	kind, err := c.kind(m)
	if err != nil {
		return err
	}
	e := exported{File: c.ONNX, Network: kind, Input: nets.ONNXPlanes, Opset: onnx.OperatorSet}
	data, err := c.encode(&e)
	if err != nil {
		return err
	}
	e.Bytes = len(data)
	if err := atomicfile.Write(c.ONNX, data); err != nil {
		return err
	}
	if c.JSON {
		return output.WriteJSON(w, e)
	}
	_, err = fmt.Fprintf(w, "%s: %s network, input %s [N, %d, %d, %d], output %s, %.1f MB\n",
		e.File, e.Network, e.Input, e.Planes, e.Board, e.Board, strings.Join(e.Outputs, " and "), float64(e.Bytes)/1e6)
	return err
}

// kind is the network asked for, or the only one.
func (c *ExportCmd) kind(m models.Manifest) (string, error) {
	var kinds []string // which ONNX can hold
	for _, kind := range []string{models.Policy, models.Value} {
		if _, is := m.Networks[kind]; is {
			kinds = append(kinds, kind)
		}
	}
	has := strings.Join(kinds, " and ")
	switch {
	case len(kinds) == 0:
		return "", usage.Errorf("%s has no policy and no value network: ONNX holds no others", c.Dir)
	case c.Network == "" && len(kinds) == 1:
		return kinds[0], nil
	case c.Network == "":
		return "", usage.Errorf("%s has %s networks: choose one by --network", c.Dir, has)
	case !slices.Contains(kinds, c.Network):
		return "", usage.Errorf("--network %s: %s has a %s network for ONNX", c.Network, c.Dir, has)
	}
	return c.Network, nil
}

// encode loads the network, which checks all of it, and returns its file.
func (c *ExportCmd) encode(e *exported) ([]byte, error) {
	switch e.Network {
	case models.Policy:
		p, m, err := nets.LoadPolicy(c.Dir)
		if err != nil {
			return nil, err
		}
		e.Board, e.Planes, e.Outputs = m.Board, p.Config().Planes, []string{nets.ONNXLogits, nets.ONNXPolicy}
		return p.ONNX(c.notes(m, e))
	case models.Value:
		v, m, err := nets.LoadValue(c.Dir)
		if err != nil {
			return nil, err
		}
		e.Board, e.Planes, e.Outputs = m.Board, v.Config().Planes, []string{nets.ONNXValue}
		return v.ONNX(c.notes(m, e))
	}
	return nil, fmt.Errorf("%s: a %s network has no form in ONNX", c.Dir, e.Network)
}

func (c *ExportCmd) notes(m models.Manifest, e *exported) nets.ONNXNotes {
	n := nets.ONNXNotes{Version: version.String(), SHA256: m.Networks[e.Network].File.SHA256}
	if dir, err := filepath.Abs(c.Dir); err == nil {
		n.Model = filepath.Base(dir)
	}
	for i := range e.Planes {
		n.Planes = append(n.Planes, features.Name(i))
	}
	return n
}
