package stages

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/checksum"
)

// RecordName is the file in a stage's folder that says what the stage is and whether it
// is done.
const RecordName = "stage.json"

// Record is stage.json.
type Record struct {
	Stage    string            `json:"stage"`
	Program  string            `json:"program"`           // version of the program that did it
	Settings map[string]any    `json:"settings"`          // as they were, one level deep
	Inputs   map[string]string `json:"inputs"`            // hash of the results of each stage that it took
	Done     bool              `json:"done"`              //
	Results  map[string]string `json:"results,omitempty"` // SHA-256 of each file, when done
	Figures  json.RawMessage   `json:"figures,omitempty"`
	Began    time.Time         `json:"began"`
	Ended    time.Time         `json:"ended,omitzero"`
	Seconds  float64           `json:"seconds"` // of work, over all sessions; a kill takes off the last of them, timeKept at most
}

// Hash is the hash of all results. Later stages depend on it.
func (r *Record) Hash() string {
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(r.Results)) {
		fmt.Fprintf(h, "%s %s\n", name, r.Results[name])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// ReadFigures reads the figures of a stage that is done into a struct or map.
func (r *Record) ReadFigures(into any) error {
	if err := json.Unmarshal(r.Figures, into); err != nil {
		return fmt.Errorf("%s of stage %s: figures: %w", RecordName, r.Stage, err)
	}
	return nil
}

// ReadRecord reads the record in a stage's folder; nil if the folder is not there or empty. What a killed write of a
// record left does not count.
func ReadRecord(dir, stage string) (*Record, error) {
	path := filepath.Join(dir, RecordName)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		entries, err := os.ReadDir(dir)
		entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
			return atomicfile.AsideOf(e.Name()) == RecordName
		})
		switch {
		case errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0:
			return nil, nil
		case err != nil:
			return nil, err
		}
		return nil, fmt.Errorf("%s holds files but no %s, so it is not the work of this chain: move it away, or "+
			"choose another folder with -o", dir, RecordName)
	}
	if err != nil {
		return nil, err
	}
	r := &Record{}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber() // a seed has more digits than a float64
	err = d.Decode(r)
	if _, more := d.Token(); err == nil && more != io.EOF {
		err = errors.New("there is more behind it")
	}
	if err != nil || r.Stage != stage {
		if err == nil {
			err = fmt.Errorf("it is of the stage %q", r.Stage)
		}
		return nil, fmt.Errorf("%s is damaged (%w): remove the folder %s, and the stage is done again", path, err, dir)
	}
	return r, nil
}

// Write puts the record into its stage's folder, in place of the one before.
func (r *Record) Write(dir string) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.Write(filepath.Join(dir, RecordName), append(text, '\n'))
}

// verify checks that the results of a stage that is done are what it left.
func (r *Record) verify(dir string) error {
	for _, name := range slices.Sorted(maps.Keys(r.Results)) {
		path := filepath.Join(dir, name)
		sum, err := checksum.File(path)
		if err == nil && sum != r.Results[name] {
			err = errors.New("its content has changed since")
		}
		if err != nil {
			return fmt.Errorf("stage %s is done, but %s is not what it left (%w): remove the folder %s, and the "+
				"stage is done again", r.Stage, path, err, dir)
		}
	}
	return nil
}

// bare says whether a stage has left no file but its record.
func bare(dir string) bool {
	found := errors.New("a file")
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && path != filepath.Join(dir, RecordName) && !atomicfile.Aside(d.Name()) {
			err = found
		}
		return err
	})
	return err == nil
}
