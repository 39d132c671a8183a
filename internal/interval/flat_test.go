package interval

import (
	"encoding/json"
	"math"
	"testing"
)

type flatFigures struct {
	Games int      `json:"games"`
	Rate  Estimate `json:"rate"`
	Error Estimate `json:"error,omitzero"`
	Score Estimate `json:"score" ends:"lo,hi"`
	Last  *string  `json:"last,omitempty"`
}

func (f flatFigures) MarshalJSON() ([]byte, error)     { return Marshal(f) }
func (f *flatFigures) UnmarshalJSON(text []byte) error { return Unmarshal(text, f) }

func TestEstimatesAreFlatNumbers(t *testing.T) {
	name := "x"
	for want, f := range map[string]flatFigures{
		`{"games":3,"rate":0.5,"rate_lo":0.25,"rate_hi":0.75,"score":1,"lo":0,"hi":2,"last":"x"}`: {
			3, Estimate{Value: 0.5, Lo: 0.25, Hi: 0.75}, Estimate{}, Estimate{Value: 1, Hi: 2}, &name,
		},
		`{"games":0,"rate":0,"rate_lo":0,"rate_hi":0,"error":4,"error_lo":4,"error_hi":4,"score":0,"lo":0,"hi":0}`: {Error: Exact(4)},
	} {
		text, err := json.Marshal(map[string]any{"of": f}) // nested, and by value
		if err != nil || string(text) != `{"of":`+want+`}` {
			t.Errorf("%s, want %s; %v", text, want, err)
		}
		var back struct{ Of flatFigures }
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		if back.Of.Rate != f.Rate || back.Of.Error != f.Error || back.Of.Score != f.Score || back.Of.Games != f.Games {
			t.Errorf("%+v, want %+v", back.Of, f)
		}
	}
}

// Ends that JSON cannot have are left out, and what has no ends has no interval.
func TestFlatNumbersWithoutEnds(t *testing.T) {
	text, err := json.Marshal(flatFigures{Rate: Estimate{Value: 0.5, Lo: math.Inf(-1), Hi: math.Inf(1)}})
	if want := `{"games":0,"rate":0.5,"score":0,"lo":0,"hi":0}`; err != nil || string(text) != want {
		t.Errorf("%s, want %s; %v", text, want, err)
	}
	var back flatFigures
	if err := json.Unmarshal(text, &back); err != nil || back.Rate != Exact(0.5) {
		t.Errorf("%+v, %v", back.Rate, err)
	}
	half := Estimate{Value: 0.5, Lo: 0.25, Hi: math.Inf(1)}
	text, err = json.Marshal(flatFigures{Rate: half})
	if want := `{"games":0,"rate":0.5,"rate_lo":0.25,"score":0,"lo":0,"hi":0}`; err != nil || string(text) != want {
		t.Errorf("%s, want %s; %v", text, want, err)
	}
	if err := json.Unmarshal(text, &back); err != nil || back.Rate != half {
		t.Errorf("%+v, %v", back.Rate, err)
	}
	if err := json.Unmarshal([]byte(`{"rate":"high"}`), &back); err == nil {
		t.Error("a word for a number was read")
	}
}

func TestPut(t *testing.T) {
	object, numbers := map[string]any{"games": 3}, map[string]float64{}
	Put(object, "rate", Estimate{Value: 0.5, Lo: 0.25, Hi: 0.75})
	Put(numbers, "rate", Estimate{Value: 0.5, Lo: 0.25, Hi: 0.75})
	if len(object) != 4 || object["rate"] != 0.5 || object["rate_lo"] != 0.25 || object["rate_hi"] != 0.75 {
		t.Errorf("%v", object)
	}
	open := map[string]any{} // JSON has no infinity
	Put(open, "rate", Estimate{Value: 0.5, Lo: 0.25, Hi: math.Inf(1)})
	if _, there := open["rate_hi"]; there || len(open) != 2 {
		t.Errorf("%v", open)
	}
	if len(numbers) != 3 || numbers["rate"] != 0.5 || numbers["rate_lo"] != 0.25 || numbers["rate_hi"] != 0.75 {
		t.Errorf("%v", numbers)
	}
}
