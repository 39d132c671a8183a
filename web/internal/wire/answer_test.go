package wire

import (
	"net/http/httptest"
	"strings"
	"testing"
)

// A request that does not fit is refused in words of JSON, without those of the program.
func TestDecode(t *testing.T) {
	type inner struct {
		List []int `json:"list"`
	}
	type request struct {
		inner
		Size  int      `json:"size"`
		Seed  uint64   `json:"seed"`
		Komi  *float64 `json:"komi"`
		Name  string   `json:"name"`
		Teach bool     `json:"teach"`
		A     struct {
			Level string `json:"level"`
		} `json:"a"`
	}
	for body, want := range map[string]string{
		`{"size":"9"}`:      "size: want a whole number, not string",
		`{"size":9.5}`:      "size: want a whole number, not number 9.5",
		`{"seed":-1}`:       "seed: want a whole number, 0 or more, not number -1",
		`{"komi":"7"}`:      "komi: want a number, not string",
		`{"name":7}`:        "name: want a string, not number",
		`{"teach":"yes"}`:   "teach: want true or false, not string",
		`{"a":{"level":8}}`: "a.level: want a string, not number",
		`{"a":[]}`:          "a: want an object, not array",
		`{"list":{}}`:       "list: want a list, not object",
		`[]`:                "the body: want an object, not array",
		``:                  "the body is empty, want JSON",
		`{"sise":9}`:        `unknown field "sise"`,
	} {
		var into request
		err := Decode(httptest.NewRequestWithContext(t.Context(), "POST", "/", strings.NewReader(body)), &into)
		if err == nil || !strings.HasSuffix(err.Error(), want) || strings.Contains(err.Error(), "Go ") {
			t.Errorf("%s: %v, want %s", body, err, want)
		}
	}
	var into request
	err := Decode(httptest.NewRequestWithContext(t.Context(), "POST", "/", strings.NewReader(`{"size":9,"komi":null}`)), &into)
	if err != nil || into.Size != 9 {
		t.Errorf("%+v, %v", into, err)
	}
}
