package chart

import (
	"strings"
	"testing"
)

// The picture names both players, the winner in bold, and numbers the moves.
func TestBoardPicture(t *testing.T) {
	text, err := Encode(".svg", Boards{
		{Label: "(a)", Size: 3, Moves: []int{4, 0, 2, 8, 6}, Names: [2]string{"AOAP", "UCT"}, Winner: 0},
	})
	if err != nil {
		t.Fatal(err)
	}
	svg := string(text)
	for _, want := range []string{">AOAP<", ">UCT<", ">5<"} {
		if !strings.Contains(svg, want) {
			t.Errorf("the drawing has no %s", want)
		}
	}
	line := func(name string) string {
		at := strings.Index(svg, ">"+name+"<")
		return svg[strings.LastIndex(svg[:at], "<text"):at]
	}
	if !strings.Contains(line("AOAP"), "bold") || strings.Contains(line("UCT"), "bold") {
		t.Errorf("not the winner's name alone is bold:\n%s\n%s", line("AOAP"), line("UCT"))
	}
}
