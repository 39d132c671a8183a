package main

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/web"
)

// Every setting of a training that a language explains exists, and all languages but English explain the same.
func TestExplainedSettings(t *testing.T) {
	form, err := trainingForm()
	if err != nil {
		t.Fatal(err)
	}
	var known []string
	for _, s := range form.Settings {
		name := s.Name
		if s.Section != "" {
			name = s.Section + "_" + s.Name
		}
		known = append(known, name)
	}
	explained := func(language string) (names []string) {
		raw, err := fs.ReadFile(web.UI(), "text/"+language+".js")
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`train_about_([\w-]+): '[^']`).FindAllStringSubmatch(string(raw), -1) {
			names = append(names, m[1])
		}
		slices.Sort(names)
		return names
	}
	if own := explained("en"); own != nil {
		t.Errorf("English explains %s: the server does", strings.Join(own, ", "))
	}
	want := explained("ja")
	if len(want) < 12 {
		t.Errorf("only %d settings are explained", len(want))
	}
	for _, name := range want {
		if !slices.Contains(known, name) {
			t.Errorf("there is no setting %s", name)
		}
	}
	for _, language := range []string{"zh", "ko"} {
		if got := explained(language); !slices.Equal(got, want) {
			t.Errorf("%s explains %s, Japanese %s", language, got, want)
		}
	}
}
