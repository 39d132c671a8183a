// Package difference says in which values two settings differ, for people.
package difference

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"
)

// Object turns a struct or map into a JSON object and back, which leaves of it what a file
// on disk has; nil has nothing.
func Object(settings any) (map[string]any, error) {
	text, err := json.Marshal(settings)
	if err != nil {
		return nil, err
	}
	object := map[string]any{}
	if settings == nil {
		return object, nil
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return object, d.Decode(&object)
}

// Settings are the fields of a configuration that decide a result: those with a name in JSON.
// Times are as people write them. A field with omitzero that says IsZero and a field with omitempty that is
// zero are left out. What is not a struct stays as it is.
func Settings(config any) any {
	v := reflect.Indirect(reflect.ValueOf(config))
	if v.Kind() != reflect.Struct {
		return config
	}
	m := map[string]any{}
	addSettings(m, v)
	return m
}

func addSettings(m map[string]any, v reflect.Value) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name, more, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct:
			addSettings(m, v.Field(i))
		case name == "-" || name == "":
		default:
			value := v.Field(i).Interface()
			if z, ok := value.(interface{ IsZero() bool }); ok && more == "omitzero" && z.IsZero() {
				continue // JSON has no such field either
			}
			if more == "omitempty" && v.Field(i).IsZero() {
				continue
			}
			if d, ok := value.(time.Duration); ok {
				value = d.String()
			}
			m[name] = value
		}
	}
}

// Between says which values of two JSON objects differ, as "rate 0.004, now 0.002; tree.seed 1,
// now 2", in order of their keys; "" if none do. What one of them lacks is unset.
func Between(then, now map[string]any) string { return Since(then, now, nil) }

// Since is Between with settings that a later version added. Where then lacks one of these, nobody knows
// what it was, so any value is the same.
func Since(then, now map[string]any, added []string) string {
	now = maps.Clone(now)
	maps.DeleteFunc(now, func(name string, _ any) bool {
		_, known := then[name]
		return !known && slices.Contains(added, name)
	})
	return strings.Join(list(nil, "", then, now), "; ")
}

// list goes down to the values that differ; path is the path of both.
func list(found []string, path string, then, now any) []string {
	a, b := words(then), words(now)
	if a == b {
		return found
	}
	was, object := then.(map[string]any)
	is, both := now.(map[string]any)
	if object && both {
		if path != "" {
			path += "."
		}
		keys := map[string]any{}
		maps.Copy(keys, was)
		maps.Copy(keys, is)
		for _, key := range slices.Sorted(maps.Keys(keys)) {
			found = list(found, path+strings.ReplaceAll(key, "_", "-"), was[key], is[key])
		}
		return found
	}
	old, rows := then.([]any)
	young, both := now.([]any)
	if rows && both && len(old) == len(young) && objects(old) && objects(young) {
		for i := range old {
			found = list(found, fmt.Sprintf("%s.%d", path, i+1), old[i], young[i])
		}
		return found
	}
	return append(found, fmt.Sprintf("%s %s, now %s", path, a, b))
}

func objects(values []any) bool {
	return !slices.ContainsFunc(values, func(v any) bool { _, ok := v.(map[string]any); return !ok })
}

// words are a value for people; equal ones have equal words.
func words(v any) string {
	if v == nil {
		return "unset"
	}
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(text)
}
