package options

// Option is one option of a kind: what people read about it, and how it is taken.
type Option struct {
	Name    string `json:"name"`
	Values  string `json:"values"` // what it may be
	Default string `json:"default"`
	About   string `json:"about"`
	// GoOnly says why small games do not have it; "" if they do.
	GoOnly string `json:"go_only,omitempty"`

	// Read takes it, into the configuration that it was made for.
	Read func(o *Values, name string) `json:"-"`
}

// New is an option. goOnly is "" unless small games lack it.
func New(name, values, byDefault, about, goOnly string, read func(o *Values, name string)) Option {
	return Option{name, values, byDefault, about, goOnly, read}
}
