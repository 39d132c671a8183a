package traintest

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/internal/settings"
)

// CheckSettings checks that every setting that people choose is a field of its configuration, with
// one name for the command line and for files. It also checks that the other fields are known: fixed
// lists the fields that are constant, or that the command or the chain sets for all stages.
func CheckSettings(t *testing.T, overrides, config any, fixed string) {
	t.Helper()
	left := map[string]bool{}
	fields := reflect.TypeOf(config)
	for _, f := range reflect.VisibleFields(fields) {
		if !f.Anonymous {
			left[f.Name] = true
		}
	}
	settings.Each(reflect.ValueOf(overrides), func(f reflect.StructField, _ reflect.Value) {
		field, has := fields.FieldByName(f.Name)
		if !has || !f.Type.Elem().ConvertibleTo(field.Type) {
			t.Errorf("%T.%s sets no field of %T", overrides, f.Name, config)
		}
		delete(left, f.Name)
		flag := f.Tag.Get("name")
		if flag == "" {
			flag = kebab(f.Name)
		}
		if key := f.Tag.Get("toml"); key != flag || f.Tag.Get("help") == "" {
			t.Errorf("%T.%s: key %s, flag %s, help %q", overrides, f.Name, key, flag, f.Tag.Get("help"))
		}
	})
	known := map[string]bool{}
	for _, name := range strings.Fields(fixed) {
		known[name] = true
	}
	if d := cmp.Diff(known, left); d != "" {
		t.Errorf("fields of %T that no setting sets: %s", config, d)
	}
}

// kebab is a field's name as a flag, as kong writes it.
func kebab(name string) string {
	var s strings.Builder
	for i, r := range name {
		if i > 0 && r >= 'A' && r <= 'Z' {
			s.WriteByte('-')
		}
		s.WriteString(strings.ToLower(string(r)))
	}
	return s.String()
}
