package pipeline

import (
	"bytes"
	"encoding"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/tengen-go/tengen/internal/settings"
)

// Setting is a key of the file as a form shows it.
type Setting struct {
	Section string   `json:"section,omitempty"` // "" for the keys of the whole chain
	Name    string   `json:"name"`
	About   string   `json:"about"`
	Why     string   `json:"why,omitempty"`     // why the default is so, or when to change it
	Default string   `json:"default,omitempty"` // as text; "" for none
	Zero    string   `json:"zero,omitempty"`    // what a default of 0 means
	Choices []string `json:"choices,omitempty"` // the only values, if there are few
}

// Key is the setting as section.key.
func (s Setting) Key() string { return joinKey(s.Section, s.Name) }

// learner is a section that is put over the configuration of a training, which has the defaults.
type learner interface{ training(c *Config) (any, error) }

func (r *Rollout) training(c *Config) (any, error)   { return r.config(c.Seed) }
func (p *Policy) training(c *Config) (any, error)    { return p.Config(c.Board, c.Seed, 1) }
func (v *Value) training(c *Config) (any, error)     { return v.config(c.Board, c.Seed, 1) }
func (r *Reinforce) training(c *Config) (any, error) { return r.config(c.Komi, c.Seed, 1) }

// Settings are all keys of the file with their defaults, in order, except data.games and tables.
func Settings() ([]Setting, error) {
	c := DefaultConfig()
	all := settingsOf("", reflect.ValueOf(&c).Elem(), nil)
	for i := range kinds {
		for _, s := range kinds[i].sections {
			section := c.sections[s.name]
			var config any
			if l, ok := section.(learner); ok {
				var err error
				if config, err = l.training(&c); err != nil {
					return nil, fmt.Errorf("%s: %w", s.name, err)
				}
			}
			all = append(all, settingsOf(s.name, reflect.ValueOf(section).Elem(), config)...)
		}
	}
	return all, nil
}

// settingsOf are those of a struct and of what it embeds. config has the values that its pointers
// would replace.
func settingsOf(section string, v reflect.Value, config any) (all []Setting) {
	for i := range v.NumField() {
		f, value := v.Type().Field(i), v.Field(i)
		if f.Anonymous {
			all = append(all, settingsOf(section, value, config)...)
			continue
		}
		name := f.Tag.Get("toml")
		isSection := section == "" && value.Kind() == reflect.Pointer && value.Elem().Kind() == reflect.Struct
		elsewhere := isSection || value.Kind() == reflect.Map || section == "data" && name == "games"
		if name == "" || name == "-" || elsewhere {
			continue
		}
		s := Setting{
			Section: section, Name: name, About: f.Tag.Get("help"), Why: f.Tag.Get("why"), Default: textOf(value),
		}
		if value.Kind() == reflect.Pointer && value.IsNil() && config != nil {
			s.Default = settings.Default(f, config)
		}
		if choices := f.Tag.Get("enum"); choices != "" {
			s.Choices = strings.Split(choices, ",")
			if s.Default == "" {
				s.Default = s.Choices[0]
			}
		}
		all = append(all, s)
	}
	for i := range all {
		all[i].forForm(all)
	}
	return all
}

// What a help says for the command line only, and what it says of zero.
var (
	defaultNote = regexp.MustCompile(` \(default[^)]*\)`)
	zeroNote    = regexp.MustCompile(`\(?\b0: ([^;:.)]+)\)?`)
	flagWord    = regexp.MustCompile(`--([a-z-]+)`)
)

// forForm takes out of the explanation what only a command line has: the default in other words, and flags, which
// are the names of other settings of the section here.
func (s *Setting) forForm(siblings []Setting) {
	s.About = defaultNote.ReplaceAllString(s.About, "")
	if zero := zeroNote.FindStringSubmatch(s.About); zero != nil && s.Default == "0" {
		s.Zero = zero[1]
	}
	isSetting := func(name string) bool {
		return slices.ContainsFunc(siblings, func(o Setting) bool { return o.Name == name })
	}
	var clauses []string
	for clause := range strings.SplitSeq(strings.TrimSuffix(s.About, "."), "; ") {
		if flag := flagWord.FindStringSubmatch(clause); flag == nil || isSetting(flag[1]) {
			clauses = append(clauses, flagWord.ReplaceAllString(clause, "$1"))
		}
	}
	s.About = strings.Join(clauses, "; ") + "."
}

// textOf is a default as text; "" for nothing.
func textOf(v reflect.Value) string {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return ""
		}
		v = v.Elem()
	}
	switch {
	case v.Kind() == reflect.Slice:
		words := make([]string, v.Len())
		for i := range words {
			words[i] = textOf(v.Index(i))
		}
		return strings.Join(words, ", ")
	case v.Kind() == reflect.String:
		return v.String()
	}
	_, reads := v.Addr().Interface().(encoding.TextUnmarshaler)
	if text := fmt.Sprint(v.Interface()); !reads || !v.IsZero() {
		return text
	}
	return ""
}

func joinKey(section, name string) string {
	if section == "" {
		return name
	}
	return section + "." + name
}

// WriteFile is a file of a chain with these games and values of settings, as text by their keys. Lists
// are separated by commas. It is sound: an error is a [*ConfigError].
func WriteFile(games []string, values map[string]string) ([]byte, error) {
	all, err := Settings()
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	known := map[string]bool{}
	text.WriteString("# Written by tengen serve. docs/pipeline.md explains the keys.\n\n")
	c := DefaultConfig()
	section, plain := "", reflect.ValueOf(&c).Elem()
	for _, s := range all {
		key := s.Key()
		known[key] = true
		value, given := values[key]
		if value = strings.TrimSpace(value); !given || value == "" || value == s.Default {
			continue
		}
		if s.Section != section {
			section = s.Section
			plain = reflect.ValueOf(c.sections[section]).Elem()
			fmt.Fprintf(&text, "\n[%s]\n", section)
			if section == "data" {
				writeGames(&text, games)
			}
		}
		word := literal(kindOf(plain, s.Name), value)
		fmt.Fprintf(&text, "%s = %s\n", s.Name, word)
		alone := DefaultConfig()
		if err := alone.decode([]byte(key + " = " + word)); err != nil {
			_, what, _ := strings.Cut(err.Error(), ": ")
			return nil, &ConfigError{fmt.Errorf("%s: %s", key, what)}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if !known[key] {
			return nil, &ConfigError{fmt.Errorf("there is no key %s%s", key, nearestKey(key))}
		}
	}
	if !bytes.Contains(text.Bytes(), []byte("\n[data]\n")) {
		text.WriteString("\n[data]\n")
		writeGames(&text, games)
	}
	check := DefaultConfig()
	err = check.decode(text.Bytes())
	if err == nil {
		err = check.Validate()
	}
	if err == nil {
		return text.Bytes(), nil
	}
	return nil, &ConfigError{err}
}

func writeGames(text *bytes.Buffer, games []string) {
	quoted := make([]string, len(games))
	for i, g := range games {
		quoted[i] = quote(g)
	}
	fmt.Fprintf(text, "games = [%s]\n", strings.Join(quoted, ", "))
}

// kindOf is the type of a key of a section, by its name.
func kindOf(v reflect.Value, name string) reflect.Type {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Anonymous {
			if t := kindOf(v.Field(i), name); t != nil {
				return t
			}
		}
		if f.Tag.Get("toml") == name {
			return f.Type
		}
	}
	return nil
}

// literal is a value in TOML for a field of a type. What is no number is quoted, so that the decoder says what
// is wrong with it.
func literal(t reflect.Type, value string) string {
	if t == nil {
		return quote(value)
	}
	if t.Kind() == reflect.Slice {
		var list []string
		for part := range strings.SplitSeq(value, ",") {
			list = append(list, literal(t.Elem(), strings.TrimSpace(part)))
		}
		return "[" + strings.Join(list, ", ") + "]"
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	var probe struct{ X any }
	isText := t.Kind() == reflect.String || reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
	if !isText && toml.Unmarshal([]byte("X = "+value), &probe) == nil && !strings.ContainsAny(value, "\n\"'[{#") {
		return value
	}
	return quote(value)
}

// quote is a text as a string of TOML.
func quote(text string) string {
	line, err := toml.Marshal(map[string]string{"x": text})
	if err != nil { // toml writes every string
		return fmt.Sprintf("%q", text)
	}
	return strings.TrimSpace(strings.TrimPrefix(string(line), "x = "))
}
