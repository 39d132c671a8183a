package features

import "testing"

func TestSymmetryInverseAndCompose(t *testing.T) {
	const size = 5
	for s := range Symmetry(Symmetries) {
		for i := range size * size {
			if got := s.Inverse().Index(s.Index(i, size), size); got != i {
				t.Fatalf("symmetry %d: inverse takes %d to %d", s, i, got)
			}
			for u := range Symmetry(Symmetries) {
				if got, want := s.Compose(u).Index(i, size), u.Index(s.Index(i, size), size); got != want {
					t.Fatalf("%d then %d: point %d goes to %d, want %d", s, u, i, got, want)
				}
			}
		}
	}
}
