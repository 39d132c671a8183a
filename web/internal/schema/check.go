package schema

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// place is the name of the schema while it is compiled. Nothing is read from there.
const place = "https://localhost/api.schema.json"

// checks are what each address gives or takes, compiled: part is "gives" or "takes". Programs must expect more members
// in answers of later versions. This version may not give more than its own schema has.
func (s *Schema) checks(part string) (map[string]*jsonschema.Schema, error) {
	raw, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	whole, err := jsonschema.UnmarshalJSON(strings.NewReader(string(raw)))
	if err != nil {
		return nil, err
	}
	for _, def := range whole.(map[string]any)["$defs"].(map[string]any) {
		def.(map[string]any)["additionalProperties"] = false
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(place, whole); err != nil {
		return nil, err
	}
	compiled := map[string]*jsonschema.Schema{}
	for route, m := range s.Routes {
		if part == "takes" && m.Takes == nil {
			continue
		}
		at := "#/routes/" + url.PathEscape(strings.ReplaceAll(route, "/", "~1")) + "/" + part
		if compiled[route], err = compiler.Compile(place + at); err != nil {
			return nil, fmt.Errorf("%s: %w", route, err)
		}
	}
	return compiled, nil
}
