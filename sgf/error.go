package sgf

import "fmt"

// SyntaxError says where a record breaks the format.
type SyntaxError struct {
	File string
	Line int // from 1
	Col  int // in characters, from 1
	Msg  string
	// Mended says that the record was read all the same.
	Mended bool
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg)
}
