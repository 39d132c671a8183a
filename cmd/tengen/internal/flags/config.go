package flags

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/tengen-go/tengen/internal/settings"
	"github.com/tengen-go/tengen/internal/spelling"
)

// Config is --config FILE.toml: the flags of the command as a file, one
// `name = value` a line, without the dashes in front. Flags on the command line
// win over the file, the file over the defaults.
type Config string

// OwnConfig marks a command with a --config that is not a file of flags.
type OwnConfig interface{ OwnConfig() }

// BeforeResolve reads the file once the command is known, so that a name which is
// not a flag of this command is refused.
func (Config) BeforeResolve(ctx *kong.Context, trace *kong.Path) error {
	if selected := ctx.Selected(); selected != nil {
		if _, own := selected.Target.Addr().Interface().(OwnConfig); own {
			return nil
		}
	}
	path := string(ctx.FlagValue(trace.Flag).(Config))
	if path == "" {
		return errors.New("--config: the name of the file is empty")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	values, err := parseConfig(path, text, ctx.Flags())
	if err != nil {
		return err
	}
	// A flag on the command line wins over the file's value of a flag that excludes
	// it as well: --time over steps.
	given := map[string]bool{}
	for _, step := range ctx.Path {
		if step.Flag != nil {
			for _, group := range step.Flag.Xor {
				given[group] = true
			}
		}
	}
	ctx.AddResolver(kong.ResolverFunc(func(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
		if slices.ContainsFunc(flag.Xor, func(group string) bool { return given[group] }) {
			return nil, nil
		}
		return values[flag.Name], nil
	}))
	return nil
}

// configName is what a flag is called in files: its name, unless its tag config has another.
func configName(f *kong.Flag) string {
	if f.Tag != nil && f.Tag.Has("config") {
		return f.Tag.Get("config")
	}
	return f.Name
}

// parseConfig reads name = value pairs, strictly: a name that is not among the
// flags is an error with its line.
func parseConfig(path string, text []byte, flags []*kong.Flag) (map[string]any, error) {
	// The decoder is strict only towards structs, so one is made of the flags.
	fields := make([]reflect.StructField, 0, len(flags))
	names := make([]string, 0, len(flags))
	for _, f := range flags {
		if f.Name == "help" || f.Name == "config" {
			continue
		}
		names = append(names, configName(f))
		list := ""
		switch {
		case f.IsSlice():
			list = "may be"
		case f.IsMap():
			list = "pairs"
		}
		fields = append(fields, reflect.StructField{
			Name: fmt.Sprintf("F%d", len(fields)),
			Type: reflect.TypeFor[any](),
			Tag:  reflect.StructTag(fmt.Sprintf("toml:%q flag:%q list:%q", configName(f), f.Name, list)),
		})
	}
	into := reflect.New(reflect.StructOf(fields))
	err := settings.Decode(text, into.Interface(), func(key string) error {
		return fmt.Errorf("%q is not a flag of this command%s", key, spelling.Nearest(key, names))
	})
	if err != nil {
		return nil, fmt.Errorf("%s%w", path, err)
	}
	values := make(map[string]any, len(fields))
	for i, f := range fields {
		value := into.Elem().Field(i).Interface()
		switch v := value.(type) {
		case nil:
			continue
		case map[string]any:
			return nil, fmt.Errorf("%s: %s: want a plain value, not a table", path, f.Tag.Get("flag"))
		case []any:
			switch f.Tag.Get("list") {
			case "":
				return nil, fmt.Errorf("%s: %s: want a plain value, not a list", path, f.Tag.Get("flag"))
			case "pairs":
				if value, err = pairs(v); err != nil {
					return nil, fmt.Errorf("%s: %s: %w", path, f.Tag.Get("flag"), err)
				}
			}
		}
		values[f.Tag.Get("flag")] = asTyped(value)
	}
	return values, checkTables(path, values, flags)
}

// pairs are the values of a flag with a name each. On the command line it is given once for each.
func pairs(list []any) (map[string]any, error) {
	named := make(map[string]any, len(list))
	for _, v := range list {
		text, _ := v.(string)
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return nil, fmt.Errorf("want a list of \"NAME=VALUE\", not %#v", v)
		}
		named[name] = value
	}
	return named, nil
}

// asTyped is a value as people type it on the command line, so that a flag checks it there and in a file alike. Kong
// would round a number for a whole one, and take a number for nanoseconds.
func asTyped(value any) any {
	switch v := value.(type) {
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return value // a list too: it is read as JSON, which rounds nothing
}

// checkTables reads lists of tables into what their flags hold, once before kong does. Kong's own
// error is in terms of Go.
func checkTables(path string, values map[string]any, flags []*kong.Flag) error {
	for _, f := range flags {
		v, given := values[f.Name]
		if !given || !f.IsSlice() {
			continue
		}
		element := reflect.PointerTo(f.Target.Type().Elem())
		if !element.Implements(reflect.TypeFor[json.Unmarshaler]()) {
			continue
		}
		if _, list := v.([]any); !list {
			return fmt.Errorf("%s: want tables [[%s]]", path, configName(f))
		}
		text, err := json.Marshal(v)
		if err == nil {
			err = json.Unmarshal(text, reflect.New(f.Target.Type()).Interface())
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}
