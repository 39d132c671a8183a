// Package settings puts the settings that people give into a configuration. A setting is declared once,
// as a pointer in a struct of overrides: its tags are for the command line and for files. The field of
// the same name in the configuration gets its value.
//
//	type Overrides struct {
//		Rate *float64           `toml:"rate" help:"Learning rate." placeholder:"X"`
//		Time *settings.Duration `toml:"time" help:"Length of the run." xor:"length" placeholder:"D"`
//	}
//
//	bounded := settings.Over(&config, &given)
package settings

import (
	"fmt"
	"reflect"
	"strings"
	"time"
)

// Duration is a length of time in a file or on the command line, such as "90s" or "2h30m".
type Duration time.Duration

// UnmarshalText reads a duration, which must not be negative.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	if err != nil || v < 0 {
		return fmt.Errorf(`%q is no time such as "90s" or "2h30m"`, text)
	}
	*d = Duration(v)
	return nil
}

// Preset is the configuration that name stands for: "practical" or "paper".
func Preset[C any](name string, practical, paper func() C) (cfg C, err error) {
	switch name {
	case "practical":
		return practical(), nil
	case "paper":
		return paper(), nil
	}
	return cfg, fmt.Errorf("preset %q: want practical or paper", name)
}

// Over sets fields of cfg from the pointers of the same names in given. A nil pointer leaves its
// field alone. Some fields bound a run: if given has one of them, Over clears the others. Both
// arguments are pointers to structs, and fields of embedded structs count. Over reports whether
// given bounds the run.
func Over(cfg, given any) (bounded bool) {
	to, from := reflect.ValueOf(cfg).Elem(), reflect.ValueOf(given).Elem()
	Each(from, func(f reflect.StructField, v reflect.Value) {
		bounded = bounded || bounds(f) && !v.IsNil()
	})
	Each(from, func(f reflect.StructField, v reflect.Value) {
		field := to.FieldByName(f.Name)
		switch {
		case !field.IsValid():
		case !v.IsNil():
			field.Set(v.Elem().Convert(field.Type()))
		case bounded && bounds(f):
			field.SetZero()
		}
	})
	return bounded
}

// bounds reports whether a setting bounds a run: of such settings one at most is given.
func bounds(f reflect.StructField) bool { return f.Tag.Get("xor") == "length" }

// ClearLength forgets which setting of overrides, a pointer to a struct of them, bounds the run,
// so that another may.
func ClearLength(overrides any) {
	Each(reflect.ValueOf(overrides).Elem(), func(f reflect.StructField, v reflect.Value) {
		if bounds(f) {
			v.SetZero()
		}
	})
}

// Each calls do with the fields of a struct of overrides: its pointers, and the pointers of
// the structs that it embeds.
func Each(s reflect.Value, do func(reflect.StructField, reflect.Value)) {
	for i := range s.NumField() {
		switch f := s.Type().Field(i); {
		case f.Anonymous:
			Each(s.Field(i), do)
		case f.Type.Kind() == reflect.Pointer:
			do(f, s.Field(i))
		}
	}
}

// Defaults is a table of the values of settings that are left out. It has a line for each setting
// of overrides, a struct of them, in the order of its fields, and a column for each configuration
// under its name. The settings that bound a run share the line "length".
func Defaults(overrides any, names []string, configs ...any) string {
	var s strings.Builder
	row := func(name string, cells []string) {
		line := fmt.Sprintf("    %-22s", name)
		for _, c := range cells {
			line += fmt.Sprintf("%-12s", c)
		}
		s.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	row("", names)
	lengths := make([]string, len(configs))
	Each(reflect.ValueOf(overrides), func(f reflect.StructField, _ reflect.Value) {
		flag, cells := "--"+f.Tag.Get("toml"), make([]string, len(configs))
		for i, c := range configs {
			switch v := reflect.ValueOf(c).FieldByName(f.Name); {
			case bounds(f) && !v.IsZero():
				lengths[i] = flag + " " + cell(v)
			case !bounds(f):
				cells[i] = cell(v)
			}
		}
		if !bounds(f) {
			row(flag, cells)
		}
	})
	row("length", lengths)
	return s.String()
}

// Default is the value that a setting has in a configuration if nobody gives it, as text; "" if it
// bounds a run and another one does, or if the configuration lacks it.
func Default(f reflect.StructField, config any) string {
	v := reflect.ValueOf(config).FieldByName(f.Name)
	if !v.IsValid() || bounds(f) && v.IsZero() {
		return ""
	}
	return cell(v)
}

// cell is a value in a table of settings, a time without its seconds and minutes of 0.
func cell(v reflect.Value) string {
	s := fmt.Sprint(v)
	if _, isTime := v.Interface().(time.Duration); isTime {
		for _, zero := range []string{"m0s", "h0m"} {
			if strings.HasSuffix(s, zero) {
				s = s[:len(s)-2]
			}
		}
	}
	return s
}
