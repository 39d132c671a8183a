package pipeline

import (
	"encoding"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/tengen-go/tengen/internal/settings"
	"github.com/tengen-go/tengen/internal/spelling"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/train"
	"github.com/tengen-go/tengen/train/linear"
)

// Config is the TOML file of a chain. Keys have the names of the flags of the command that does the
// same alone. What is left out has that command's default. Each stage declares its sections.
type Config struct {
	// Seed is where all chance comes from.
	Seed uint64 `toml:"seed" help:"Where all chance comes from."`
	// Board is the side of the board.
	Board int `toml:"board" help:"Side of the board."`
	// Komi is White's points in all games that the chain plays.
	Komi float64 `toml:"komi" help:"White's points in all games that the chain plays."`

	sections map[string]section // by name, as pointers to structs
}

// Data says which games there are to learn from.
type Data struct {
	// Games are files and folders, relative to the folder of the TOML file. A setting on the command line replaces
	// them; its paths are relative to the working folder.
	Games []string `toml:"games" help:"Files and folders of games."`

	record.Filter
	Encoding string `toml:"encoding" help:"Character set of files that do not name one."`
}

// Rollout says how a linear softmax policy is learned.
type Rollout struct {
	linear.RolloutOverrides

	kind rollout.Kind
}

// Policy says how the policy network is learned from the games.
type Policy struct {
	train.Overrides

	Preset string `toml:"preset" help:"Where the defaults come from: practical, or the numbers of the paper." enum:"practical,paper"`
}

// DefaultConfig is what a file without keys says; it has no games.
func DefaultConfig() Config {
	c := Config{Seed: 1, Board: 9, Komi: 7.5, sections: map[string]section{}}
	for i := range kinds {
		for _, s := range kinds[i].sections {
			c.sections[s.name] = s.fresh()
		}
	}
	return c
}

// file is a pointer to a struct of pointers to the keys and sections of c, in order, for the
// decoder.
func (c *Config) file() reflect.Value {
	var fields []reflect.StructField
	var values []reflect.Value
	add := func(name, key string, to any) {
		v := reflect.ValueOf(to)
		fields = append(fields, reflect.StructField{
			Name: name,
			Type: v.Type(),
			Tag:  reflect.StructTag(fmt.Sprintf("toml:%q", key)),
		})
		values = append(values, v)
	}
	add("Seed", "seed", &c.Seed)
	add("Board", "board", &c.Board)
	add("Komi", "komi", &c.Komi)
	for i := range kinds {
		for _, s := range kinds[i].sections {
			add(fmt.Sprintf("Section%d", len(fields)), s.name, c.sections[s.name])
		}
	}
	file := reflect.New(reflect.StructOf(fields))
	for i, v := range values {
		file.Elem().Field(i).Set(v)
	}
	return file
}

// ConfigError is a mistake in a chain's file, or in what was put over it: of whoever wrote
// it, unlike games that are not there.
type ConfigError struct{ Err error }

func (e *ConfigError) Error() string { return e.Err.Error() }
func (e *ConfigError) Unwrap() error { return e.Err }

// locator is a section with paths, which are relative to the folder of the file.
type locator interface{ locate(dir string) }

func (d *Data) locate(dir string) {
	for i, g := range d.Games {
		if !filepath.IsAbs(g) {
			d.Games[i] = filepath.Join(dir, g)
		}
	}
}

// ReadConfig reads the file of a chain, strictly, and puts settings of the form
// section.key=value over it. Paths in these are relative to the working folder.
func ReadConfig(path string, set []string) (Config, error) {
	c := DefaultConfig()
	text, err := os.ReadFile(path)
	if err != nil {
		return c, &ConfigError{err}
	}
	if err := c.decode(text); err != nil {
		return c, &ConfigError{fmt.Errorf("%s%w", path, err)}
	}
	for _, s := range c.sections {
		if l, ok := s.(locator); ok {
			l.locate(filepath.Dir(path))
		}
	}
	wrong, from := c.Validate(), path
	for _, s := range set {
		if err := c.set(s); err != nil {
			return c, &ConfigError{fmt.Errorf("--set %s: %w", s, err)}
		}
		sound := wrong == nil
		if wrong = c.Validate(); sound && wrong != nil {
			from = "--set " + s
		}
	}
	if wrong != nil {
		return c, &ConfigError{fmt.Errorf("%s: %w", from, wrong)}
	}
	return c, nil
}

// decode reads TOML over c. Its errors begin with the place: ":7: …".
func (c *Config) decode(text []byte) error {
	err := settings.Decode(text, c.file().Interface(), func(key string) error {
		return fmt.Errorf("there is no key %s%s", key, nearestKey(key))
	})
	if err != nil {
		return err
	}
	if err := c.readNumbers(text); err != nil {
		return fmt.Errorf(": %w", err)
	}
	return nil
}

// readNumbers gives numbers in the file to the fields that read text, such as a rank or a time,
// as the text that they are: the decoder would take 5 for 5 nanoseconds.
func (c *Config) readNumbers(text []byte) error {
	var file map[string]any
	if err := toml.Unmarshal(settings.WithoutMark(text), &file); err != nil {
		return err
	}
	return readNumbers(c.file().Elem(), file, "")
}

func readNumbers(v reflect.Value, file map[string]any, prefix string) error {
	for i := range v.NumField() {
		f, field := v.Type().Field(i), v.Field(i)
		if f.Anonymous {
			if err := readNumbers(field, file, prefix); err != nil {
				return err
			}
			continue
		}
		if !f.IsExported() {
			continue
		}
		key := f.Tag.Get("toml")
		given := file[key]
		if field.Kind() == reflect.Pointer && field.Elem().Kind() == reflect.Struct {
			field = field.Elem()
			section, _ := given.(map[string]any)
			if err := readNumbers(field, section, key+"."); err != nil {
				return err
			}
			continue
		}
		if field.Kind() != reflect.Pointer {
			field = field.Addr()
		}
		reader, readsText := field.Interface().(encoding.TextUnmarshaler)
		if _, isText := given.(string); given == nil || isText || !readsText {
			continue
		}
		if err := reader.UnmarshalText(fmt.Append(nil, given)); err != nil {
			return fmt.Errorf("%s%s: %w", prefix, key, err)
		}
	}
	return nil
}

// set puts one setting, section.key=value, over c. The value is TOML; what is not is a
// text without its quotes. One length of a training replaces another.
func (c *Config) set(setting string) error {
	key, value, ok := strings.Cut(setting, "=")
	if key = strings.TrimSpace(key); !ok || key == "" {
		return errors.New("want section.key=value, such as policy.time=20m")
	}
	if section, name, ok := strings.Cut(key, "."); ok && slices.Contains(lengths, name) {
		c.clearLength(section)
	}
	err := c.decode([]byte(key + " = " + value))
	var syntax *toml.DecodeError
	if errors.As(err, &syntax) {
		err = c.decode(fmt.Appendf(nil, "%s = %q", key, strings.TrimSpace(value)))
	}
	if err != nil {
		_, what, _ := strings.Cut(err.Error(), ": ")
		return errors.New(what)
	}
	return nil
}

// lengths are the keys that bound a training: one of them is given.
var lengths = []string{"steps", "epochs", "updates", "time"}

// clearLength forgets the length of the training in a section.
func (c *Config) clearLength(section string) {
	if s := c.sections[section]; s != nil {
		settings.ClearLength(s)
	}
}

// nearestKey is the key that was probably meant: one spelt alike of a section whose
// name begins alike (value and valuedata), one of the same section by its last part, or
// one of another section as a whole.
func nearestKey(typed string) string {
	section, name, nested := cutLast(typed)
	var siblings, all []string
	for _, k := range Keys() {
		s, n, _ := cutLast(k)
		if nested && s == section {
			siblings = append(siblings, n)
		}
		if nested && n == name && section != "" && strings.HasPrefix(s, section) {
			return "; did you mean " + k + "?"
		}
		all = append(all, k)
	}
	if q := spelling.Nearest(name, siblings); q != "" {
		return q
	}
	return spelling.Nearest(typed, all)
}

func cutLast(key string) (section, name string, nested bool) {
	if i := strings.LastIndexByte(key, '.'); i >= 0 {
		return key[:i], key[i+1:], true
	}
	return "", key, false
}

// Keys are all keys of the file, sections and their keys as section.key.
func Keys() []string {
	c := DefaultConfig()
	return keysOf(c.file().Type().Elem(), "")
}

func keysOf(t reflect.Type, prefix string) []string {
	var keys []string
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			keys = append(keys, keysOf(f.Type, prefix)...)
			continue
		}
		if f.Tag.Get("toml") == "-" || !f.IsExported() {
			continue
		}
		name := prefix + f.Tag.Get("toml")
		keys = append(keys, name)
		if f.Type.Kind() == reflect.Pointer && f.Type.Elem().Kind() == reflect.Struct {
			keys = append(keys, keysOf(f.Type.Elem(), name+".")...)
		}
	}
	return keys
}
