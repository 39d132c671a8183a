// Package schema is the JSON Schema of the interface, made from the Go types of its messages, and a check of
// values against it. Only tests use it: docs/api.schema.json must be what the types say, and what a server
// answers must be what docs/api.schema.json says.
//
// How it works: [Of] writes a definition for each type, with "required" for what an answer always has. A library
// that knows all of JSON Schema 2020-12 compiles the schema and checks values against it.
//
// The names are not stable.
package schema

import (
	"encoding"
	"encoding/json"
	"path"
	"reflect"
	"strings"
	"time"

	"github.com/tengen-go/tengen/web/internal/wire"
)

// Schema is a part of a JSON Schema, and with Defs and Routes the whole of it.
type Schema struct {
	Dialect string              `json:"$schema,omitempty"`
	Title   string              `json:"title,omitempty"`
	Comment string              `json:"$comment,omitempty"`
	Routes  map[string]*Message `json:"routes,omitempty"`

	Ref                  string             `json:"$ref,omitempty"`
	Type                 string             `json:"type,omitempty"`
	Format               string             `json:"format,omitempty"`
	ContentEncoding      string             `json:"contentEncoding,omitempty"`
	AnyOf                []*Schema          `json:"anyOf,omitempty"`
	Items                *Schema            `json:"items,omitempty"`
	Properties           map[string]*Schema `json:"properties,omitempty"`
	Required             []string           `json:"required,omitempty"`
	AdditionalProperties any                `json:"additionalProperties,omitempty"` // false or a *Schema
	Defs                 map[string]*Schema `json:"$defs,omitempty"`
}

// Message is what an address takes and gives.
type Message struct {
	Takes *Schema `json:"takes,omitempty"`
	Gives *Schema `json:"gives"`
}

// Of is the schema of messages.
func Of(messages []wire.Message) *Schema {
	s := &Schema{
		Dialect: "https://json-schema.org/draft/2020-12/schema", Title: "The interface of tengen serve",
		Comment: "Made from the types of the program by go test ./web -run Schema -update. docs/api.md says what the " +
			"names mean. An event of a stream has what its address gives.",
		Routes: map[string]*Message{}, Defs: map[string]*Schema{},
	}
	for _, m := range messages {
		one := &Message{}
		if m.Takes != nil {
			one.Takes = s.of(reflect.TypeOf(m.Takes), true)
		}
		var all []*Schema
		for _, value := range m.Gives {
			all = append(all, s.of(reflect.TypeOf(value), false))
		}
		if one.Gives = all[0]; len(all) > 1 {
			one.Gives = &Schema{AnyOf: all}
		}
		s.Routes[m.Route] = one
	}
	return s
}

// of is the schema of a type, taken or given.
func (s *Schema) of(t reflect.Type, taken bool) *Schema {
	switch {
	case t == reflect.TypeFor[time.Time]():
		return &Schema{Type: "string", Format: "date-time"}
	case t.Kind() == reflect.Pointer:
		return &Schema{AnyOf: []*Schema{s.of(t.Elem(), taken), {Type: "null"}}}
	case t.Implements(reflect.TypeFor[json.Marshaler]()), t.Kind() == reflect.Interface:
		return &Schema{}
	case t.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		return &Schema{Type: "string"}
	}
	switch t.Kind() {
	case reflect.Bool:
		return &Schema{Type: "boolean"}
	case reflect.String:
		return &Schema{Type: "string"}
	case reflect.Float32, reflect.Float64:
		return &Schema{Type: "number"}
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 && t.Kind() == reflect.Slice {
			return &Schema{Type: "string", ContentEncoding: "base64"}
		}
		return &Schema{Type: "array", Items: s.of(t.Elem(), taken)}
	case reflect.Map:
		return &Schema{Type: "object", AdditionalProperties: s.of(t.Elem(), taken)}
	case reflect.Struct:
		return s.object(t, taken)
	}
	return &Schema{Type: "integer"}
}

// object is a reference to the definition of a struct, which has the name of its package before its own.
func (s *Schema) object(t reflect.Type, taken bool) *Schema {
	name := path.Base(t.PkgPath()) + "." + strings.TrimSuffix(t.Name(), "JSON")
	if taken {
		name += ".request"
	}
	if s.Defs[name] == nil {
		def := &Schema{Type: "object", Properties: map[string]*Schema{}}
		if taken { // answers may get more
			def.AdditionalProperties = false
		}
		s.Defs[name] = def
		s.fields(def, t, taken)
	}
	return &Schema{Ref: "#/$defs/" + name}
}

// fields adds those of a struct to a definition.
func (s *Schema) fields(def *Schema, t reflect.Type, taken bool) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, how, _ := strings.Cut(f.Tag.Get("json"), ",")
		embedded := f.Type
		if embedded.Kind() == reflect.Pointer {
			embedded = embedded.Elem()
		}
		switch {
		case f.Anonymous && name == "" && embedded.Kind() == reflect.Struct:
			s.fields(def, embedded, taken)
			continue
		case name == "-" || !f.IsExported():
			continue
		case name == "":
			name = f.Name
		}
		optional := taken || strings.Contains(how, "omit")
		typ := f.Type
		if typ.Kind() == reflect.Pointer && optional && !taken {
			typ = typ.Elem()
		}
		def.Properties[name] = s.of(typ, taken)
		if !optional {
			def.Required = append(def.Required, name)
		}
	}
}
