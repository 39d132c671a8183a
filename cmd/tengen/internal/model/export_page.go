package model

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/web/bot"
)

const pageExtension = ".html"

// page writes the model as a web page.
func (c *ExportCmd) page(w io.Writer) error {
	if !strings.HasSuffix(c.HTML, pageExtension) {
		return usage.Errorf("--html %s: the file's name must end in %s", c.HTML, pageExtension)
	}
	if err := atomicfile.Check(c.HTML); err != nil {
		return fmt.Errorf("--html: %w", err)
	}
	var file bytes.Buffer
	page, err := bot.Write(&file, bot.Config{Model: c.Dir, Value: c.Value, Half: c.Half, Title: c.Title})
	if errors.Is(err, bot.ErrCannotPlay) {
		return usage.Wrap(err)
	}
	if err != nil {
		return err
	}
	if err := atomicfile.Write(c.HTML, file.Bytes()); err != nil {
		return err
	}
	if c.JSON {
		return output.WriteJSON(w, struct {
			File string `json:"file"`
			bot.Page
		}{c.HTML, page})
	}
	_, err = fmt.Fprintf(w, "%s: %s, %s, %.1f MB. Open it in a browser, or put it on a web site.\n",
		c.HTML, page.Title, strings.Join(page.Networks, " and "), float64(page.Bytes)/1e6)
	return err
}
