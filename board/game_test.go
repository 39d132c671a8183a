package board

import "testing"

func TestSnapbackSmoke(t *testing.T) {
	b, err := Parse(`
		. . . . .
		. X O . .
		X O . O .
		. X O . .
		. . . . .`)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.Play(XY(2, 2), Black); got != 1 {
		t.Fatalf("captured %d, want 1\n%s", got, b.String())
	}
	if b.Ko() != XY(1, 2) {
		t.Fatalf("ko at %s\n%s", b.Ko().Vertex(5), b.String())
	}
}
