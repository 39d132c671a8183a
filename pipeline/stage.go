package pipeline

import (
	"bytes"
	"context"
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
	"github.com/tengen-go/tengen/pipeline/internal/source"
)

// Stage is one step of a chain. Its folder has its name.
type Stage struct {
	// Name is the name of the folder, Title what people call the stage.
	Name  string
	Title string
	// Needs are the names of the earlier stages; the stage takes their results.
	Needs []string
	// Settings is what decides the result, in addition to the needed stages: a struct or map that
	// becomes a JSON object. Speed, cadence and the like are not in it.
	Settings any
	// Anew changes Settings, if it is not nil, before the stage begins anew: to what the stage finds then.
	Anew func()
	// Added are settings that records of earlier versions lack: such a record fits any value of them.
	Added []string
	// Results are the files in the folder that later stages take.
	Results []string
	// Run does the stage in its folder, or goes on with it where it was stopped. What it
	// returns becomes a JSON object, the figures of the record.
	Run func(ctx context.Context, dir string) (figures any, err error)
}

// RecordName is the file in a stage's folder that says what the stage is and whether it
// is done.
const RecordName = "stage.json"

// Record is stage.json.
type Record struct {
	Stage    string            `json:"stage"`
	Program  string            `json:"program"`           // version of tengen that did it
	Settings map[string]any    `json:"settings"`          // as they were, one level deep
	Inputs   map[string]string `json:"inputs"`            // hash of the results of each stage that it took
	Done     bool              `json:"done"`              //
	Results  map[string]string `json:"results,omitempty"` // SHA-256 of each file, when done
	Figures  json.RawMessage   `json:"figures,omitempty"`
	Began    time.Time         `json:"began"`
	Ended    time.Time         `json:"ended,omitzero"`
	Seconds  float64           `json:"seconds"` // of work, over all sessions; a kill takes off the last of them, timeKept at most
}

// hash is the hash of all results. Later stages depend on it.
func (r *Record) hash() string {
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(r.Results)) {
		fmt.Fprintf(h, "%s %s\n", name, r.Results[name])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// figures reads the figures of a stage that is done.
func (r *Record) figures(into any) error {
	if err := json.Unmarshal(r.Figures, into); err != nil {
		return fmt.Errorf("%s of stage %s: figures: %w", RecordName, r.Stage, err)
	}
	return nil
}

// readRecord reads a stage's record; nil if its folder is not there or empty. What a killed write of a record left
// does not count.
func readRecord(dir, stage string) (*Record, error) {
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

func (r *Record) write(dir string) error {
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
		sum, err := source.File(path)
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
