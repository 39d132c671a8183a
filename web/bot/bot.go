package bot

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/web/internal/botgame"
	"github.com/tengen-go/tengen/web/internal/live"
)

// Config says what plays in a page.
type Config struct {
	// Model is the folder of the model, or one in the program, as shipped:9x9. It has a policy network.
	Model string
	// Value is another model, which gives the value network; "" takes the one of Model, if it has one.
	Value string
	// Half stores the weights in half precision: half the size, rounded to 11 bits.
	Half bool
	// Title is what the page is called; "" takes the title of the model's card.
	Title string
	// Engine is a folder that make engine wrote; nil takes the one in this program.
	Engine fs.FS
}

// Page says what was written.
type Page struct {
	Title    string   `json:"title"`
	Board    int      `json:"board"`
	Networks []string `json:"networks"` // policy, value
	Bytes    int64    `json:"bytes"`
	Engine   int      `json:"engine"` // bytes of it, compressed
	Model    int      `json:"model"`  // bytes of it, compressed
}

// ErrCannotPlay says that a model is none for a page; the text says why.
var ErrCannotPlay = errors.New("the model cannot play in a page")

// Write writes the page of a model.
func Write(w io.Writer, c Config) (Page, error) {
	archive, m, err := pack(c)
	if err != nil {
		return Page{}, err
	}
	e, err := readEngine(c.Engine)
	if err != nil {
		return Page{}, err
	}
	p := Page{
		Title: c.Title, Board: m.Board, Networks: slices.Sorted(maps.Keys(m.Networks)),
		Engine: len(e.program), Model: len(archive),
	}
	if p.Title == "" && m.Card != nil {
		p.Title = m.Card.Title
	}
	if p.Title == "" {
		p.Title = fmt.Sprintf("%s, %d×%d", nameOf(c.Model), m.Board, m.Board)
	}
	a := about{
		Key: m.Networks[models.Policy].File.SHA256[:16], Title: p.Title, Board: m.Board, Version: here(),
		Handicap: board.MostFixedHandicap(m.Board),
	}
	if m.Card != nil {
		a.Card = m.Card
	}
	for _, kind := range p.Networks {
		a.Networks = append(a.Networks, describe(m, kind))
	}
	count := &counter{w: w}
	err = write(count, e, a, archive)
	p.Bytes = count.n
	return p, err
}

// describe is a network and where it comes from, in one line.
func describe(m models.Manifest, kind string) string {
	n := m.Networks[kind]
	s := fmt.Sprintf("%s network: %s", kind, n.Architecture.Describe(m.Board))
	if n.Training.Games > 0 {
		s += fmt.Sprintf(", learned from %d games", n.Training.Games)
	}
	if top1, ok := n.Training.Figures["top1"]; ok {
		s += fmt.Sprintf(", top-1 accuracy %.1f %%", 100*top1)
	}
	return s
}

// nameOf is what a model's folder is called.
func nameOf(dir string) string {
	if name, ok := strings.CutPrefix(dir, models.ShippedPrefix); ok {
		return "Tengen " + name
	}
	if whole, err := filepath.Abs(dir); err == nil {
		dir = whole
	}
	return path.Base(filepath.ToSlash(dir))
}

// pack joins the networks that a bot plays by and checks them.
func pack(c Config) (archive []byte, m models.Manifest, err error) {
	has, err := models.ReadManifest(c.Model)
	if err != nil {
		return nil, m, err
	}
	if _, ok := has.Networks[models.Policy]; !ok {
		return nil, m, fmt.Errorf("%w: %s has no policy network, only %s", ErrCannotPlay, c.Model,
			strings.Join(slices.Sorted(maps.Keys(has.Networks)), " and "))
	}
	if has.Board < live.Smallest || has.Board > live.Largest {
		return nil, m, fmt.Errorf("%w: %s is for %d×%d, and pages have boards from %d to %d", ErrCannotPlay, c.Model,
			has.Board, has.Board, live.Smallest, live.Largest)
	}
	work, err := os.MkdirTemp("", "tengen-bot")
	if err != nil {
		return nil, m, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	join := models.JoinConfig{
		Models: []string{c.Model}, From: map[string]string{}, Without: botgame.Without(), Half: c.Half,
	}
	if c.Value != "" {
		join.From[models.Value] = c.Value
	}
	if m, err = models.Join(work, join); err != nil {
		return nil, m, err
	}
	if _, _, err = nets.LoadModel(work); err != nil {
		return nil, m, err
	}
	if c.Value == "" || has.Card != nil {
		m.Card = has.Card
	}
	archive, err = botgame.Archive(os.DirFS(work))
	return archive, m, err
}

// counter counts what is written.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}
