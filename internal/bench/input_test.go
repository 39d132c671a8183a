package bench

import (
	"testing"

	"github.com/tengen-go/tengen/nets"
)

// The inputs are positions: of every empty or taken point one plane says so, and the
// target is empty.
func TestInputIsOfPositions(t *testing.T) {
	p, err := nets.NewPolicy(nets.PolicyConfig{Board: 9, Planes: 48, Filters: 8, Layers: 3}, 1)
	if err != nil {
		t.Fatal(err)
	}
	in, err := newInput("positions", 9, 48, p.Stride(), 24, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(in.planes) != leastBatches {
		t.Fatalf("%d batches of 24", len(in.planes))
	}
	stones := map[int]int{}
	for range in.planes {
		planes, targets := in.next()
		for i, target := range targets {
			n := 0
			for point := range p.Points() {
				row := planes[(i*p.Points()+point)*p.Stride():][:p.Stride()]
				if row[0]+row[1]+row[2] != 1 || row[3] != 1 {
					t.Fatalf("position %d: point %d has stones %v", i, point, row[:4])
				}
				if row[2] == 0 {
					n++
				}
				if point == int(target) && row[2] != 1 {
					t.Fatalf("position %d: the move goes where a stone is", i)
				}
			}
			stones[n]++
		}
	}
	if len(stones) < 10 {
		t.Errorf("few kinds of positions, by stones: %v", stones)
	}
}
