package schema

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// Check says how a value of JSON, as package json reads it, differs from a part of the schema. An answer may not
// have more than the schema either: later versions may, but this one is what the schema was made from.
func (s *Schema) Check(part *Schema, value any) error { return s.check(part, value, "$") }

func (s *Schema) check(part *Schema, value any, at string) error {
	if part.Ref != "" {
		def := s.Defs[strings.TrimPrefix(part.Ref, "#/$defs/")]
		if def == nil {
			return fmt.Errorf("%s: %s is not defined", at, part.Ref)
		}
		return s.check(def, value, at)
	}
	if len(part.AnyOf) > 0 {
		var first error
		for _, one := range part.AnyOf {
			err := s.check(one, value, at)
			if err == nil {
				return nil
			}
			if first == nil {
				first = err
			}
		}
		return first
	}
	if part.Type != "" && !is(part.Type, value) {
		return fmt.Errorf("%s: want %s, not %.60v (%T)", at, part.Type, value, value)
	}
	switch v := value.(type) {
	case []any:
		if part.Items == nil {
			return nil
		}
		for i, one := range v {
			if err := s.check(part.Items, one, fmt.Sprintf("%s[%d]", at, i)); err != nil {
				return err
			}
		}
	case map[string]any:
		return s.members(part, v, at)
	}
	return nil
}

// members checks the members of an object.
func (s *Schema) members(part *Schema, all map[string]any, at string) error {
	for _, name := range part.Required {
		if _, has := all[name]; !has {
			return fmt.Errorf("%s: %s is missing", at, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		one, known := part.Properties[name]
		if other, any := part.AdditionalProperties.(*Schema); !known && any {
			one, known = other, true
		}
		if !known && part.Properties != nil {
			return fmt.Errorf("%s: %s is not in the schema", at, name)
		}
		if known {
			if err := s.check(one, all[name], at+"."+name); err != nil {
				return err
			}
		}
	}
	return nil
}

// is says whether a value has a type of JSON Schema.
func is(typ string, value any) bool {
	switch v := value.(type) {
	case nil:
		return typ == "null"
	case bool:
		return typ == "boolean"
	case string:
		return typ == "string"
	case float64:
		return typ == "number" || typ == "integer" && v == math.Trunc(v)
	case []any:
		return typ == "array"
	}
	return typ == "object"
}
