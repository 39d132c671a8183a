package bot

import (
	"strings"
	"testing"
	"testing/fstest"
)

func module(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

// Modules are joined in the order of their imports, each once, by all forms that the project has.
func TestLink(t *testing.T) {
	got, err := link(fstest.MapFS{
		"app.js": module("import { two as zwei, three } from '/a.js';\nimport * as b from '/b.js';\nimport words from '/c.js';\n" +
			"show(zwei, three, b, words);\n"),
		"a.js": module("import { one } from '/b.js';\nexport function two() { return one; }\nexport const three = 3;\n"),
		"b.js": module("const x = 1;export{x as one};\n"),
		"c.js": module("export default { a: 'import this',\n  export: 1 };\n"),
	}, map[string]string{"/c.js": "export default 4;\n"}, "/app.js")
	if err != nil {
		t.Fatal(err)
	}
	const want = `'use strict';
// /b.js
const module0 = (() => {
const x = 1;
return { one: x };
})();
// /a.js
const module1 = (() => {
const { one } = module0;
function two() { return one; }
const three = 3;
return { two, three };
})();
// /c.js
const module2 = (() => {
const standard = 4;
return { default: standard };
})();
// /app.js
const module3 = (() => {
const { two: zwei, three } = module1;
const b = module0;
const words = module2.default;
show(zwei, three, b, words);
return {  };
})();
`
	if got != want {
		t.Errorf("joined:\n%s", got)
	}
}

// What cannot be joined is an error, never a page that does not work.
func TestLinkRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"import '/style.js';\n":                "in no form",
		"const x = await import('/late.js');":  "in no form",
		"export { x } from '/b.js';\n":         "in no form",
		"import { x } from '/nowhere.js';\n":   "no such file",
		"import { x } from '/app.js';\nx();\n": "imports itself",
		"import { x } from \"/b.js\";\n":       "in no form",
	} {
		if _, err := link(fstest.MapFS{"app.js": module(text)}, nil, "/app.js"); err == nil || !strings.Contains(strings.ReplaceAll(err.Error(), "file does not exist", "no such file"), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// The page's own modules can be joined.
func TestScript(t *testing.T) {
	joined, err := script()
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/vendor/htm-preact.js", "/board.js", "/game.js", "/text/ko.js", "/app.js"} {
		if strings.Count(joined, "\n// "+path+"\n") != 1 {
			t.Errorf("%s is not there once", path)
		}
	}
	if strings.Contains(joined, "EventSource") || strings.Contains(joined, "fetch(") {
		t.Error("the page asks a server")
	}
}
