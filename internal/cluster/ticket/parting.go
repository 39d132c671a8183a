package ticket

import (
	"encoding/json"
	"fmt"
)

// Parting is what a hub says to its workers when it ends.
type Parting string

// The partings.
const (
	Finished Parting = "finished" // all games are made, and the workers can go
	Stopped  Parting = "stopped"  // it may come back
)

// partingText is a parting as it is sent. It is no ticket, so that workers that do not know it refuse it.
type partingText struct {
	Parting Parting `json:"parting"`
}

// Encode is the parting as it is sent.
func (p Parting) Encode() ([]byte, error) {
	data, err := json.Marshal(partingText{p})
	if err != nil {
		return nil, fmt.Errorf("parting: %w", err)
	}
	return seal(data), nil
}

// DecodeParting reads a parting; ok is false for anything else.
func DecodeParting(data []byte) (p Parting, ok bool) {
	contents, err := open(data)
	var text partingText
	if err != nil || json.Unmarshal(contents, &text) != nil {
		return "", false
	}
	return text.Parting, text.Parting == Finished || text.Parting == Stopped
}
