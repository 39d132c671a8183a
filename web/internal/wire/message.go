package wire

// Message is an address with the types of what it takes and gives. docs/api.schema.json is made from all of them.
type Message struct {
	// Route is the pattern of the address, as http.ServeMux has it.
	Route string
	// Takes has the type of the JSON that a request brings; nil for none.
	Takes any
	// Gives are of the types of the JSON that may come back, as events on the addresses of streams.
	Gives []any
}

// Nothing is the answer of what only does something.
type Nothing struct{}

// Given is an answer of one type.
func Given[T any]() []any { return []any{*new(T)} }
