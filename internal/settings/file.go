package settings

import (
	"bytes"
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// Decode reads TOML into a struct, to which into points. A key that the struct lacks is an error, in the
// words of unknown. Errors begin with the place in the text, such as ":7: " or ":7:12: ", so that the name
// of the file may stand before them.
func Decode(text []byte, into any, unknown func(key string) error) error {
	text = WithoutMark(text)
	err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(into)
	var missing *toml.StrictMissingError
	var wrong *toml.DecodeError
	switch {
	case errors.As(err, &missing) && len(missing.Errors) > 0:
		e := &missing.Errors[0]
		line, _ := e.Position()
		return fmt.Errorf(":%d: %w", line, unknown(strings.Join(e.Key(), ".")))
	case errors.As(err, &wrong):
		line, column := wrong.Position()
		if words := misread(text, reflect.TypeOf(into), wrong); words != "" {
			err = &valueError{words, err}
		} else if want := wanted(text, reflect.TypeOf(into), wrong.Key()); want != "" {
			err = &valueError{"want " + want, err}
		} else if toml.Unmarshal(text, new(map[string]any)) == nil { // a value's own words, not the decoder's
			err = &valueError{strings.TrimPrefix(wrong.Error(), "toml: "), err}
		}
		return fmt.Errorf(":%d:%d: %w", line, column, err)
	case err != nil:
		return fmt.Errorf(": %w", err)
	}
	return nil
}

// WithoutMark is a text without the byte-order mark, with which editors on Windows begin files.
func WithoutMark(text []byte) []byte { return bytes.TrimPrefix(text, []byte("\ufeff")) }

// valueError is a wrong value, in words of TOML. The decoder speaks of Go's types.
type valueError struct {
	words string
	err   error
}

func (e *valueError) Error() string { return e.words }
func (e *valueError) Unwrap() error { return e.err }

// moment is a date or a time without quotes, not always a whole one.
var moment = regexp.MustCompile(`\b\d{4}-\d[-+:.\dTtZz]*( \d\d:[-+:.\dZz]*)?|\b\d\d:[:.\d]*`)

// misread says what is wrong with a date or a time without quotes where a text belongs. It is "" for other errors.
func misread(text []byte, t reflect.Type, wrong *toml.DecodeError) string {
	line, column := wrong.Position()
	lines := bytes.Split(text, []byte("\n"))
	if line < 1 || line > len(lines) {
		return ""
	}
	for _, at := range moment.FindAllIndex(lines[line-1], -1) {
		if at[0] > column-1 || column-1 >= at[1] {
			continue
		}
		value := lines[line-1][at[0]:at[1]]
		for _, name := range wrong.Key() {
			if t = fieldType(t, name); t == nil {
				return ""
			}
		}
		if t = pointed(t); t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
			t = pointed(t.Elem())
		}
		reader, readsText := reflect.New(t).Interface().(encoding.TextUnmarshaler)
		if readsText {
			if err := reader.UnmarshalText(value); err != nil {
				return err.Error() // quotes would not help
			}
		} else if t.Kind() != reflect.String && t.Kind() != reflect.Interface {
			return ""
		}
		return fmt.Sprintf("a date or a time without quotes: want %q", value)
	}
	return ""
}

// wanted says what the value of a key should have been. It is "" where the error is not one of type.
func wanted(text []byte, t reflect.Type, key toml.Key) string {
	var file map[string]any
	if len(key) == 0 || toml.Unmarshal(text, &file) != nil {
		return "" // no TOML at all
	}
	var value any = file
	for _, name := range key {
		table, _ := value.(map[string]any)
		if t, value = fieldType(t, name), table[name]; t == nil {
			return ""
		}
	}
	if t = pointed(t); reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
		return "" // which says itself what it wants
	}
	if _, table := value.(map[string]any); table && t.Kind() == reflect.Struct {
		return "" // an inline table: the wrong value is in it
	}
	return inWords(t)
}

// inWords is a type as people know it, "" for others than settings have.
func inWords(t reflect.Type) string {
	switch kind := t.Kind(); {
	case reflect.Int <= kind && kind <= reflect.Int64:
		return "a whole number"
	case reflect.Uint <= kind && kind <= reflect.Uint64:
		return "a whole number, 0 or more"
	case kind == reflect.Float32, kind == reflect.Float64:
		return "a number"
	case kind == reflect.Bool:
		return "true or false"
	case kind == reflect.String:
		return `a text, such as "adam"`
	case kind == reflect.Slice && t.Elem().Kind() == reflect.Float64:
		return "a list of numbers, such as [0.5, 1]"
	case kind == reflect.Slice && t.Elem().Kind() == reflect.String:
		return `a list of texts, such as ["a", "b"]`
	case kind == reflect.Map:
		return `names with texts, such as {a = "b"}`
	case kind == reflect.Struct:
		return "a section with its keys"
	}
	return ""
}

// fieldType is the type of a key's field, of embedded structs too; nil if there is none.
func fieldType(t reflect.Type, key string) reflect.Type {
	if t = pointed(t); t.Kind() != reflect.Struct {
		return nil
	}
	for _, f := range reflect.VisibleFields(t) {
		if f.Tag.Get("toml") == key {
			return f.Type
		}
	}
	return nil
}

func pointed(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}
