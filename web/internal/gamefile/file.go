// Package gamefile is a record of a game that a page sends, to be played on or looked into.
//
//	var wish struct {
//		gamefile.File
//	}
//	if wish.Given() {
//		tree, err := wish.Tree()
//	}
//
// A page sends the bytes of a file as they are, because only the server knows the encodings of SGF. What
// cannot be shown whole is refused, with what to do.
//
// The names are not stable.
package gamefile

import (
	"errors"
	"io"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/sgf"
	"github.com/tengen-go/tengen/web/internal/refusal"
)

// File is a record as text, or as the bytes of a file.
type File struct {
	// SGF is the record as text.
	SGF string `json:"sgf"`
	// Record is a file as it is, in any encoding; in JSON its bytes in base64.
	Record []byte `json:"record"`
}

// Given says whether there is a record. A file without a byte is one.
func (f File) Given() bool { return f.SGF != "" || f.Record != nil }

// Tree is the only game of the record, which can be played to its end. Other records are refused.
func (f File) Tree() (*sgf.Tree, error) {
	raw := f.Record
	if raw == nil {
		raw = []byte(f.SGF)
	}
	text, _, err := sgf.Decode(raw, "")
	if err != nil {
		return nil, refusal.Of("the record: %v", err)
	}
	var only *sgf.Tree
	var fault error // the first
	for games := sgf.NewScanner("record", text); ; {
		tree, err := games.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			if fault == nil {
				fault = err
			}
			continue
		}
		if only != nil {
			return nil, refusal.Of("the file has several games: the Review page lists them")
		}
		only = tree
	}
	if only == nil {
		if fault == nil {
			fault = errors.New("want an SGF file, which begins with (;")
		}
		return nil, refusal.Of("the record has no game: %v", fault)
	}
	if nodes(only.Root) > record.MaxShown {
		return nil, refusal.Of("the record has more than %d moves and variations: cut it into parts", record.MaxShown)
	}
	_, err = record.ReadGame(only, board.Chinese(), -1)
	var broken *record.BreakError
	switch {
	case errors.As(err, &broken):
		return nil, refusal.Of("the record breaks off after %d moves (%v): the Review page shows it up to there",
			broken.Moves, broken.Err)
	case err != nil:
		return nil, refusal.Of("the record: %v", err)
	}
	return only, nil
}

// nodes counts a node and all below it.
func nodes(root *sgf.Node) (n int) {
	for todo := []*sgf.Node{root}; len(todo) > 0; n++ {
		last := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], last.Children...)
	}
	return n
}
