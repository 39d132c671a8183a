package interval

import (
	"cmp"
	"encoding/json"
	"math"
	"reflect"
	"strings"
)

// Marshal is json.Marshal for a struct with estimates, or a pointer to one. A field of type Estimate
// with the key rate becomes the numbers rate, rate_lo and rate_hi; the tag ends:"lo,hi" gives the ends
// other keys. Ends that are not finite are left out, and with omitzero all of the zero Estimate. N is
// not written.
//
//	func (f Figures) MarshalJSON() ([]byte, error)     { return interval.Marshal(f) }
//	func (f *Figures) UnmarshalJSON(text []byte) error { return interval.Unmarshal(text, f) }
func Marshal(v any) ([]byte, error) {
	from := reflect.Indirect(reflect.ValueOf(v))
	flat := newFlat(from.Type())
	for i := range from.NumField() {
		e, is := from.Field(i).Interface().(Estimate)
		if !is {
			flat.Field(i).Set(from.Field(i))
			continue
		}
		numbers := flat.Field(i)
		numbers.Field(0).SetFloat(e.Value)
		_, options, _ := strings.Cut(from.Type().Field(i).Tag.Get("json"), ",")
		none := options == "omitzero" && e == Estimate{}
		for j, end := range []*float64{&e.Lo, &e.Hi} {
			if !none && !math.IsInf(*end, 0) {
				numbers.Field(1 + j).Set(reflect.ValueOf(end))
			}
		}
	}
	return json.Marshal(flat.Interface())
}

// open are the ends of an interval that reaches everywhere.
var open = [2]float64{math.Inf(-1), math.Inf(1)}

// Unmarshal reads what Marshal has written into v, a pointer to such a struct. An estimate without ends
// has no interval; one with a single end is open at the other.
func Unmarshal(text []byte, v any) error {
	to := reflect.ValueOf(v).Elem()
	flat := newFlat(to.Type())
	if err := json.Unmarshal(text, flat.Addr().Interface()); err != nil {
		return err
	}
	for i := range to.NumField() {
		if to.Type().Field(i).Type != estimateType {
			to.Field(i).Set(flat.Field(i))
			continue
		}
		numbers := flat.Field(i)
		e := Exact(numbers.Field(0).Float())
		lo, hi := numbers.Field(1).Interface().(*float64), numbers.Field(2).Interface().(*float64)
		if lo != nil || hi != nil {
			e.Lo, e.Hi = *cmp.Or(lo, &open[0]), *cmp.Or(hi, &open[1])
		}
		to.Field(i).Set(reflect.ValueOf(e))
	}
	return nil
}

// Put adds an estimate to an object: the numbers key, key_lo and key_hi, without ends that are not finite.
func Put[V any](object map[string]V, key string, e Estimate) {
	object[key] = any(e.Value).(V)
	for k, x := range map[string]float64{key + "_lo": e.Lo, key + "_hi": e.Hi} {
		if !math.IsInf(x, 0) && !math.IsNaN(x) {
			object[k] = any(x).(V)
		}
	}
}

var estimateType = reflect.TypeFor[Estimate]()

// newFlat makes a struct with the fields of type t, where estimates are embedded structs of three numbers.
func newFlat(t reflect.Type) reflect.Value {
	fields := make([]reflect.StructField, t.NumField())
	for i := range fields {
		f := t.Field(i)
		fields[i] = reflect.StructField{Name: f.Name, Type: f.Type, Tag: f.Tag}
		if f.Type == estimateType {
			fields[i] = reflect.StructField{Name: f.Name, Type: numbersType(f.Tag), Anonymous: true}
		}
	}
	return reflect.New(reflect.StructOf(fields)).Elem()
}

// numbersType is a struct of a number and its ends with the keys that the tag of an estimate says.
func numbersType(tag reflect.StructTag) reflect.Type {
	key, _, _ := strings.Cut(tag.Get("json"), ",")
	lo, hi, given := strings.Cut(tag.Get("ends"), ",")
	if !given {
		lo, hi = key+"_lo", key+"_hi"
	}
	end := reflect.TypeFor[*float64]()
	return reflect.StructOf([]reflect.StructField{
		{Name: "Value", Type: reflect.TypeFor[float64](), Tag: reflect.StructTag(`json:"` + tag.Get("json") + `"`)},
		{Name: "Lo", Type: end, Tag: reflect.StructTag(`json:"` + lo + `,omitempty"`)},
		{Name: "Hi", Type: end, Tag: reflect.StructTag(`json:"` + hi + `,omitempty"`)},
	})
}
