package difference

import (
	"encoding/json"
	"testing"
)

func TestOnlyWhatDiffersIsNamed(t *testing.T) {
	for _, c := range []struct{ then, now, want string }{
		{`{"a":1,"b":{"c":[1,2]}}`, `{"b":{"c":[1,2]},"a":1}`, ""},
		{`{"a":1,"eval_every":2}`, `{"a":1,"eval_every":3}`, "eval-every 2, now 3"},
		{`{"tree":{"seed":1,"rate":0.5},"all":{"seed":1}}`, `{"tree":{"seed":2,"rate":0.5},"all":{"seed":2}}`, "all.seed 1, now 2; tree.seed 1, now 2"},
		{`{"players":[{"name":"a","t":1},{"name":"b","t":1}]}`, `{"players":[{"name":"a","t":1},{"name":"c","t":1}]}`, `players.2.name "b", now "c"`},
		{`{"players":[{"name":"a"}]}`, `{"players":[]}`, `players [{"name":"a"}], now []`},
		{`{"lambda":[0,1]}`, `{"lambda":[0,2]}`, "lambda [0,1], now [0,2]"},
		{`{"a":{"b":1}}`, `{}`, `a {"b":1}, now unset`},
	} {
		var then, now map[string]any
		if err := json.Unmarshal([]byte(c.then), &then); err != nil {
			t.Fatal(err)
		}
		now, err := Object(json.RawMessage(c.now))
		if err != nil {
			t.Fatal(err)
		}
		if got := Between(then, now); got != c.want {
			t.Errorf("%s and %s: %q, want %q", c.then, c.now, got, c.want)
		}
	}
}

// usual is a setting with a value that was the only one before there were others.
func TestWhatALaterVersionAddedIsNotMissed(t *testing.T) {
	then, now := map[string]any{"a": 1, "b": 2}, map[string]any{"a": 1, "b": 3, "c": 4, "d": 5}
	if got := Since(then, now, []string{"b", "c"}); got != "b 2, now 3; d unset, now 5" {
		t.Errorf("%q", got)
	}
	if len(now) != 4 {
		t.Errorf("the settings were changed: %v", now)
	}
}

type usual string

func (u usual) IsZero() bool { return u == "usual" || u == "" }

// A field that says of itself that it is zero is unset, so that settings written before it existed still agree.
func TestAZeroFieldIsLeftOut(t *testing.T) {
	type config struct {
		Rate float64 `json:"rate"`
		How  usual   `json:"how,omitzero"`
		On   string  `json:"on,omitempty"`
	}
	before := map[string]any{"rate": 0.5}
	for how, want := range map[usual]string{"usual": "", "": "", "other": `how unset, now "other"`} {
		now, err := Object(Settings(config{0.5, how, ""}))
		if err != nil {
			t.Fatal(err)
		}
		if got := Between(before, now); got != want {
			t.Errorf("%q: %q, want %q", how, got, want)
		}
	}
}
