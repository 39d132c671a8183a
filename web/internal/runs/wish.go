package runs

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/tengen-go/tengen/models"
)

// wish is a run that somebody wants to begin, or what somebody wanted of one.
type wish struct {
	Name string `json:"name"`
	// Games are paths of folders and files, as the list has them; none for the files that the page sent.
	Games []string `json:"games"`
	// Until is the last stage; "" for all.
	Until string `json:"until"`
	// Values are by the keys of the settings.
	Values map[string]string `json:"values"`
}

// asked is the wish for another run like this one, of the settings in its file; nil if there are none. Games that a
// page sent for this run are its own, and so are not in it.
func (r *run) asked(file map[string]any) *wish {
	if file == nil {
		return nil
	}
	w := &wish{Name: r.name, Games: []string{}, Until: r.until(), Values: map[string]string{}}
	for name, value := range file {
		section, isSection := value.(map[string]any)
		if !isSection {
			w.Values[name] = textOf(value)
			continue
		}
		for key, value := range section {
			if _, isTable := value.(map[string]any); !isTable && name+"."+key != "data.games" {
				w.Values[name+"."+key] = textOf(value)
			}
		}
	}
	data, _ := file["data"].(map[string]any)
	list, _ := data["games"].([]any)
	for _, g := range list {
		if path := fmt.Sprint(g); filepath.IsAbs(path) {
			w.Games = append(w.Games, path)
		}
	}
	return w
}

// textOf is a value of the file as a form has it.
func textOf(value any) string {
	list, ok := value.([]any)
	if !ok {
		return fmt.Sprint(value)
	}
	words := make([]string, len(list))
	for i := range list {
		words[i] = fmt.Sprint(list[i])
	}
	return strings.Join(words, ", ")
}

// usualBoard is the side of the board where the file of a chain names none.
const usualBoard = 9

// board is the side of the board of a run; 0 if nobody knows.
func (p *Part) board(r *run) int {
	if r.kind == kindTraining {
		if fit(r.path(models.ManifestName)) != nil {
			return 0
		}
		m, _ := models.ReadManifest(r.dir) // a damaged one has no board
		return m.Board
	}
	path := r.path(settingsName)
	board, _ := cached(&p.brief, path, func() (int, error) {
		file := struct {
			Board int `toml:"board"`
		}{usualBoard}
		text, err := readPlain(path)
		if err == nil {
			err = toml.Unmarshal(text, &file)
		}
		return file.Board, err
	})
	return board
}
