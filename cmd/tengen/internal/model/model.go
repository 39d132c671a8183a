// Package model has the commands of tengen model, one file each.
package model

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/players"
	"github.com/tengen-go/tengen/internal/printable"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/shapes"
)

// Cmd groups the commands on models.
type Cmd struct {
	List    ListCmd    `cmd:"" help:"List the models in and below folders."`
	Info    InfoCmd    `cmd:"" help:"Say what a model is and where it comes from."`
	Verify  VerifyCmd  `cmd:"" help:"Check every byte of models."`
	Join    JoinCmd    `cmd:"" help:"Make one model of several: the policy of one, the value network of another."`
	Carry   CarryCmd   `cmd:"" help:"Make a policy network for another size of the board."`
	Refresh RefreshCmd `cmd:"" help:"Prepare networks for more training: dead filters begin anew."`
	Prune   PruneCmd   `cmd:"" help:"Make networks faster: filters that respond in no position are left out."`
	Export  ExportCmd  `cmd:"" help:"Write a network for other programs, in ONNX, or a model as a web page that plays."`
}

// ListCmd lists models.
type ListCmd struct {
	flags.Common
	Dirs []string `arg:"" optional:"" help:"Folders to look in (default: where players look for models)." name:"dir"`
}

// Help is printed below the flags.
func (c *ListCmd) Help() string {
	return `A model is a folder with a model.json, or one in the program, as shipped:9x9. Without folders,
tengen looks where a player without model= looks: inside the program, in models/ and in runs/.
If the environment variable TENGEN_MODELS names folders, tengen looks in these folders first and
then inside the program. The name "shipped:" stands for all models inside the program. It reads the
manifests only; 'tengen model verify' checks the weights.

Example:

    tengen model list runs`
}

// Run prints a line for each model.
func (c *ListCmd) Run() error { return c.print(output.Stdout) }

func (c *ListCmd) print(w io.Writer) error {
	dirs := c.Dirs
	if len(dirs) == 0 {
		dirs = players.ModelDirs()
	}
	type entry struct {
		Dir      string           `json:"dir"`
		Manifest *models.Manifest `json:"manifest,omitempty"`
		Error    string           `json:"error,omitempty"`
	}
	entries := []entry{}
	for _, dir := range dirs {
		found, err := models.List(dir)
		if errors.Is(err, fs.ErrNotExist) && len(c.Dirs) == 0 {
			continue // a default place that is not there
		}
		if err != nil {
			return err
		}
		for _, f := range found {
			if f.Err != nil {
				entries = append(entries, entry{Dir: f.Dir, Error: f.Err.Error()})
				continue
			}
			entries = append(entries, entry{Dir: f.Dir, Manifest: &f.Manifest})
		}
	}
	if c.JSON {
		return output.WriteJSON(w, map[string]any{"models": entries})
	}
	if len(entries) == 0 {
		fmt.Fprintf(w, "no models in %s\n", strings.Join(dirs, ", "))
	}
	for _, e := range entries {
		if e.Error != "" {
			fmt.Fprintf(w, "%s: cannot be read: %s\n", e.Dir, e.Error)
			continue
		}
		for _, kind := range slices.Sorted(maps.Keys(e.Manifest.Networks)) {
			fmt.Fprintf(w, "%s: %s\n", e.Dir, describe(*e.Manifest, kind))
		}
	}
	return nil
}

// describe is a network in one line.
func describe(m models.Manifest, kind string) string {
	n := m.Networks[kind]
	what := "network"
	if n.Architecture.Features > 0 {
		what = "policy"
	}
	s := fmt.Sprintf("%s %s, %s", kind, what, n.Architecture.Describe(m.Board))
	if n.Original != "" {
		s += ", half precision"
	}
	if n.Training.Steps > 0 {
		s += fmt.Sprintf(", %d steps", n.Training.Steps)
	}
	if top1, ok := n.Training.Figures["top1"]; ok {
		s += fmt.Sprintf(", top-1 %.1f%%", 100*top1)
	}
	return s
}

// InfoCmd describes a model.
type InfoCmd struct {
	flags.Common
	Card bool   `help:"Print the model's card, in Markdown."`
	Dir  string `arg:"" help:"Folder of the model, or one in the program, as shipped:9x9."`
}

// Help is printed below the flags.
func (c *InfoCmd) Help() string {
	return `It reads the manifest only; 'tengen model verify' checks the weights.

Examples:

    tengen model info runs/first
    tengen model info --card shipped:9x9 > README.md`
}

// Run prints the manifest.
func (c *InfoCmd) Run() error { return c.print(output.Stdout) }

func (c *InfoCmd) print(w io.Writer) error {
	m, err := models.ReadManifest(c.Dir)
	if err != nil {
		return err
	}
	if c.JSON {
		return output.WriteJSON(w, map[string]any{"dir": c.Dir, "manifest": m})
	}
	var text strings.Builder
	if !c.Card {
		c.describe(&text, m)
	} else if err := m.WriteCard(&text, c.Dir); err != nil {
		return err
	}
	_, err = io.WriteString(w, printable.Lines(text.String())) // the manifest may be by others
	return err
}

// describe writes what a manifest says, as it stands there.
func (c *InfoCmd) describe(w io.Writer, m models.Manifest) {
	fmt.Fprintf(w, "%s (format %d)\n", c.Dir, m.Format)
	if m.Card != nil {
		printCard(w, *m.Card)
	}
	for _, kind := range slices.Sorted(maps.Keys(m.Networks)) {
		n := m.Networks[kind]
		t := n.Training
		fmt.Fprintf(w, "\n%s\n", describe(m, kind))
		line := func(name string, value any, empty bool) {
			if !empty {
				fmt.Fprintf(w, "  %-17s %v\n", name, value)
			}
		}
		line("file", fmt.Sprintf("%s, %d bytes", n.File.Name, n.File.Bytes), false)
		line("sha256", n.File.SHA256, false)
		line("rounded from", n.Original, n.Original == "")
		line("data", strings.Join(t.Data, " "), len(t.Data) == 0)
		line("games", t.Games, t.Games == 0)
		line("batch", t.Batch, t.Batch == 0)
		line("seed", t.Seed, false)
		line("parent", t.Parent, t.Parent == "")
		for _, name := range slices.Sorted(maps.Keys(t.Figures)) {
			line(name, models.FormatFigure(t.Figures[name]), false)
		}
		line("program", t.Program, t.Program == "")
		line("notes", shortened(t.Notes), t.Notes == "")
	}
}

// shortened are notes for people. How self-play made the games is thousands of letters of JSON.
func shortened(notes string) string {
	before, _, long := strings.Cut(notes, "made by {")
	if !long {
		return notes
	}
	return before + "how the games were made: tengen model info --json"
}

// printCard prints a model's card.
func printCard(w io.Writer, c models.Card) {
	for _, s := range []string{c.Title, c.About} {
		if s != "" {
			fmt.Fprintf(w, "\n%s\n", s)
		}
	}
	for _, part := range []struct {
		name  string
		lines []string
	}{{"learned from", c.Data}, {"made by", c.Recipe}, {"measured", c.Results}, {"limits", c.Limits}} {
		if len(part.lines) > 0 {
			fmt.Fprintf(w, "\n%s\n  %s\n", part.name, strings.Join(part.lines, "\n  "))
		}
	}
	if c.Licence != "" {
		fmt.Fprintf(w, "\nlicence of the weights: %s\n", c.Licence)
	}
}

// VerifyCmd checks models.
type VerifyCmd struct {
	flags.Common
	Dirs []string `arg:"" help:"Folders of the models." name:"dir"`
}

// Help is printed below the flags.
func (c *VerifyCmd) Help() string {
	return `It checks the hash of every file, and compares the names, shapes and values of all tensors with
the network that the manifest describes. The exit status is 1 if a model is faulty,
or a folder holds none.

Example:

    tengen model verify runs/first shipped:9x9`
}

// Run prints a verdict for each model.
func (c *VerifyCmd) Run() error { return c.print(output.Stdout) }

// verdict is what is found of one folder.
type verdict struct {
	Dir   string `json:"dir"`
	OK    bool   `json:"ok"`
	Error string `json:"error,omitempty"`
	none  bool   // it holds no model
}

func (v verdict) String() string {
	switch {
	case v.OK:
		return v.Dir + ": whole"
	case v.none:
		return v.Dir + ": NO MODEL: " + v.Error
	}
	return v.Dir + ": FAULTY: " + v.Error
}

// verifyModel opens a model once and gives all that it holds its meaning.
func verifyModel(dir string) error {
	m, err := models.Open(dir)
	if err != nil {
		return fmt.Errorf("load model: %w", err)
	}
	if _, err := nets.Of(m); err != nil {
		return fmt.Errorf("load model: %w", err)
	}
	if err := rollout.Verify(m); err != nil {
		return err
	}
	return shapes.Verify(m)
}

func (c *VerifyCmd) print(w io.Writer) error {
	var verdicts []verdict
	faulty := 0
	for _, dir := range c.Dirs {
		v := verdict{Dir: dir, OK: true}
		if err := verifyModel(dir); err != nil {
			_, unread := models.ReadManifest(dir)
			v = verdict{Dir: dir, Error: err.Error(), none: errors.Is(unread, fs.ErrNotExist)}
			faulty++
		}
		verdicts = append(verdicts, v)
	}
	if c.JSON {
		if err := output.WriteJSON(w, map[string]any{"models": verdicts}); err != nil {
			return err
		}
	} else {
		for _, v := range verdicts {
			fmt.Fprintln(w, v)
		}
	}
	if faulty > 0 {
		return fmt.Errorf("faulty, or no model: %d of %d", faulty, len(c.Dirs))
	}
	return nil
}
