package models

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/tengen-go/tengen/internal/atomicfile"
)

const (
	checkpointFormat = 1
	checkpointPrefix = "checkpoint-"
	checkpointSuffix = ".safetensors"
	damagedSuffix    = ".damaged"
	keptCheckpoints  = 2

	weightsPrefix   = "weights/"
	optimizerPrefix = "optimizer/"
	metaState       = "tengen.checkpoint" // JSON of checkpointState
	metaHash        = "tengen.sha256"     // over the whole file, with this value all zeros
)

// Checkpoint is a training run at rest: going on from it gives the same run as
// never having stopped.
type Checkpoint struct {
	Step      uint64          // training steps done
	Weights   []Tensor        // the network
	Optimizer []Tensor        // velocities, moments; may be empty
	Extra     json.RawMessage // the trainer's own: data cursor, random state, schedule; may be nil
}

type checkpointState struct {
	Format int             `json:"format"`
	Step   uint64          `json:"step"`
	Extra  json.RawMessage `json:"extra,omitempty"`
}

// SaveCheckpoint adds a checkpoint to the folder, which it makes if need be,
// and then deletes all but the newest two. Until the new one is whole on the
// disk nothing else changes.
func SaveCheckpoint(dir string, c Checkpoint) error {
	data, err := encodeCheckpoint(c)
	if err != nil {
		return fmt.Errorf("checkpoint of step %d: %w", c.Step, err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("checkpoint folder: %w", err)
	}
	serials, err := checkpointSerials(dir)
	if err != nil {
		return err
	}
	next := 1
	if len(serials) > 0 {
		next = serials[len(serials)-1] + 1
	}
	if err := atomicfile.Write(checkpointPath(dir, next), data); err != nil {
		return err
	}
	serials = append(serials, next)
	for _, s := range serials[:max(0, len(serials)-keptCheckpoints)] {
		if err := os.Remove(checkpointPath(dir, s)); err != nil && !os.IsNotExist(err) {
			return fmt.Errorf("old checkpoint: %w", err)
		}
	}
	return removeLeftovers(dir, checkpointPrefix)
}

// LoadCheckpoint returns the newest checkpoint of the folder. The error is
// ErrNoCheckpoint if there is none (errors.Is), and a [Fault] if the newest is
// damaged or of a newer format; an older one is never taken in its place, see
// [RecoverCheckpoint].
func LoadCheckpoint(dir string) (Checkpoint, error) {
	serials, err := checkpointSerials(dir)
	if err != nil {
		return Checkpoint{}, err
	}
	if len(serials) == 0 {
		return Checkpoint{}, fmt.Errorf("%s: %w to resume from", dir, ErrNoCheckpoint)
	}
	c, err := readCheckpoint(checkpointPath(dir, serials[len(serials)-1]))
	var f *Fault
	if errors.As(err, &f) && errors.Is(err, ErrDamaged) {
		if len(serials) > 1 {
			before := filepath.Base(checkpointPath(dir, serials[len(serials)-2]))
			f.Remedy = "the one before it, " + before + ", serves a run that is resumed"
		} else {
			f.Remedy = "there is no older one: start the training again"
		}
	}
	return c, err
}

// HasCheckpoint says whether a folder has a checkpoint, whole or not.
func HasCheckpoint(dir string) bool {
	serials, err := checkpointSerials(dir)
	return err == nil && len(serials) > 0
}

// RecoverCheckpoint returns the newest checkpoint that is whole. Damaged ones
// on the way are set aside under the suffix .damaged, and their new paths are
// returned for the report that the caller owes the user; where nothing whole is
// left, those set aside before are returned too, so that asking again does not make
// the folder look like one that never held a checkpoint. A newer format is never
// passed over.
func RecoverCheckpoint(dir string) (c Checkpoint, damaged []string, err error) {
	serials, err := checkpointSerials(dir)
	if err != nil {
		return Checkpoint{}, nil, err
	}
	for _, s := range slices.Backward(serials) {
		path := checkpointPath(dir, s)
		c, err := readCheckpoint(path)
		if err == nil || !errors.Is(err, ErrDamaged) {
			return c, damaged, err
		}
		if err := os.Rename(path, path+damagedSuffix); err != nil {
			return Checkpoint{}, damaged, fmt.Errorf("set a damaged checkpoint aside: %w", err)
		}
		damaged = append(damaged, path+damagedSuffix)
	}
	damaged, err = filepath.Glob(filepath.Join(globEscape(dir), checkpointPrefix+"*"+damagedSuffix))
	if err != nil {
		return Checkpoint{}, nil, err
	}
	return Checkpoint{}, damaged, fmt.Errorf("%s: %w that is whole; begin again in another folder",
		dir, ErrNoCheckpoint)
}

// globEscape takes the meaning from the characters that filepath.Glob gives one.
func globEscape(s string) string {
	return strings.NewReplacer(`*`, `\*`, `?`, `\?`, `[`, `\[`, `\`, `\\`).Replace(s)
}

func checkpointPath(dir string, serial int) string {
	return filepath.Join(dir, fmt.Sprintf("%s%06d%s", checkpointPrefix, serial, checkpointSuffix))
}

// checkpointSerials lists the serial numbers in a folder, in rising order.
func checkpointSerials(dir string) ([]int, error) {
	entries, err := os.ReadDir(dir)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("checkpoint folder: %w", err)
	}
	var out []int
	for _, e := range entries {
		name, ok := strings.CutPrefix(e.Name(), checkpointPrefix)
		if !ok {
			continue
		}
		if name, ok = strings.CutSuffix(name, checkpointSuffix); !ok {
			continue
		}
		if n, err := strconv.Atoi(name); err == nil && n > 0 && filepath.Base(checkpointPath(dir, n)) == e.Name() {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return out, nil
}

// encodeCheckpoint builds the file with zeros for the hash, hashes it, and puts
// the hash in their place.
func encodeCheckpoint(c Checkpoint) ([]byte, error) {
	state, err := json.Marshal(checkpointState{Format: checkpointFormat, Step: c.Step, Extra: c.Extra})
	if err != nil {
		return nil, err
	}
	tensors := make([]Tensor, 0, len(c.Weights)+len(c.Optimizer))
	for _, t := range c.Weights {
		t.Name = weightsPrefix + t.Name
		tensors = append(tensors, t)
	}
	for _, t := range c.Optimizer {
		t.Name = optimizerPrefix + t.Name
		tensors = append(tensors, t)
	}
	zeros := strings.Repeat("0", hex.EncodedLen(sha256.Size))
	data, err := encode(tensors, map[string]string{metaState: string(state), metaHash: zeros})
	if err != nil {
		return nil, err
	}
	return data, sealCheckpoint(data, zeros)
}

// sealCheckpoint replaces the zeros by the hash of the file that has them.
func sealCheckpoint(data []byte, zeros string) error {
	at, err := hashPlace(data, zeros)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(data)
	hex.Encode(data[at:], sum[:])
	return nil
}

// hashPlace finds the value of the hash in the header. The key sorts last in
// the metadata, so no text of the caller's can stand before it and be taken for
// it without its quotes escaped.
func hashPlace(data []byte, value string) (int, error) {
	field := `"` + metaHash + `":"`
	header, _, err := split(data)
	if err != nil {
		return 0, err
	}
	at := bytes.Index(header, []byte(field+value+`"`))
	if at < 0 {
		return 0, errors.New("the header has no hash")
	}
	return lengthBytes + at + len(field), nil
}

func readCheckpoint(path string) (Checkpoint, error) {
	data, err := readPlain(path, maxCheckpoint)
	if err != nil {
		return Checkpoint{}, unreadable(path, err, "")
	}
	c, err := decodeCheckpoint(data)
	if err != nil {
		f := &Fault{Path: path, Kind: ErrDamaged, Reason: "damaged checkpoint: " + err.Error()}
		if errors.Is(err, ErrNewer) {
			f.Kind, f.Reason, f.Remedy = ErrNewer, err.Error(), remedyNewer
		}
		return Checkpoint{}, f
	}
	return c, nil
}

func decodeCheckpoint(data []byte) (Checkpoint, error) {
	tensors, meta, err := Read(data)
	if err != nil {
		return Checkpoint{}, err
	}
	at, err := hashPlace(data, meta[metaHash])
	if err != nil {
		return Checkpoint{}, err
	}
	size := hex.EncodedLen(sha256.Size)
	if len(meta[metaHash]) != size {
		return Checkpoint{}, errors.New("the hash has the wrong length")
	}
	h := sha256.New()
	h.Write(data[:at])
	h.Write(bytes.Repeat([]byte{'0'}, size))
	h.Write(data[at+size:])
	if got := hex.EncodeToString(h.Sum(nil)); got != meta[metaHash] {
		return Checkpoint{}, fmt.Errorf("SHA-256 is %s, recorded is %s", got, meta[metaHash])
	}
	var state checkpointState
	if err := json.Unmarshal([]byte(meta[metaState]), &state); err != nil {
		return Checkpoint{}, fmt.Errorf("state: %w", err)
	}
	if state.Format > checkpointFormat {
		return Checkpoint{}, fmt.Errorf("checkpoint format %d, this program reads up to %d: %w",
			state.Format, checkpointFormat, ErrNewer)
	}
	c := Checkpoint{Step: state.Step, Extra: state.Extra}
	for _, t := range tensors {
		var ok bool
		if name, is := strings.CutPrefix(t.Name, weightsPrefix); is {
			t.Name, ok = name, true
			c.Weights = append(c.Weights, t)
		} else if name, is := strings.CutPrefix(t.Name, optimizerPrefix); is {
			t.Name, ok = name, true
			c.Optimizer = append(c.Optimizer, t)
		}
		if !ok {
			return Checkpoint{}, fmt.Errorf("tensor %q belongs to neither weights nor optimizer", t.Name)
		}
	}
	return c, nil
}
