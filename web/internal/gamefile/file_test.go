package gamefile

import (
	"encoding/json"
	"strings"
	"testing"

	"golang.org/x/text/encoding/simplifiedchinese"

	"github.com/tengen-go/tengen/record"
)

// A file in another encoding than UTF-8 keeps its names.
func TestTreeOfEncodedFile(t *testing.T) {
	raw, err := simplifiedchinese.GB18030.NewEncoder().Bytes([]byte("(;CA[GB18030]SZ[9]PB[柯洁];B[ee])"))
	if err != nil {
		t.Fatal(err)
	}
	sent, err := json.Marshal(File{Record: raw})
	if err != nil {
		t.Fatal(err)
	}
	var f File
	if err := json.Unmarshal(sent, &f); err != nil {
		t.Fatal(err)
	}
	tree, err := f.Tree()
	if err != nil {
		t.Fatal(err)
	}
	if name := tree.Root.Text("PB"); name != "柯洁" {
		t.Errorf("Black is %q", name)
	}
}

func TestTreeRefuses(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"an empty file":   {"", "no game"},
		"no SGF":          {"hello", "no game"},
		"several games":   {"(;SZ[9];B[ee])(;SZ[9];B[ee])", "the Review page lists them"},
		"a broken start":  {strings.Repeat("(;$)", 4) + "(;SZ[9];B[ee])(;SZ[9];B[ee])", "the Review page lists them"},
		"an illegal move": {"(;SZ[9];B[ee];W[ee];B[aa])", "breaks off after 1 moves"},
		"too many moves":  {"(;SZ[9]" + strings.Repeat(";B[]", record.MaxShown) + ")", "cut it into parts"},
		"a board of 30":   {"(;SZ[30];B[ee])", "the record:"},
	} {
		f := File{Record: []byte(c.text)}
		if !f.Given() {
			t.Errorf("%s: not given", name)
		}
		if _, err := f.Tree(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	most := File{SGF: "(;SZ[9]" + strings.Repeat(";B[]", record.MaxShown-1) + ")"}
	if _, err := most.Tree(); err != nil {
		t.Errorf("a record with as many moves as may be: %v", err)
	}
	if (File{}).Given() {
		t.Error("nothing was given")
	}
}
