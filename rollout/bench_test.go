package rollout

import (
	"fmt"
	"testing"

	"github.com/tengen-go/tengen/board"
)

func BenchmarkPlayout(b *testing.B) {
	for _, name := range Playouts() {
		for _, size := range []int{9, 19} {
			b.Run(fmt.Sprint(name, "/", size), func(b *testing.B) {
				b.ReportAllocs()
				p, err := NewPlayout(name)
				if err != nil {
					b.Fatal(err)
				}
				empty := board.NewPosition(size)
				r := board.NewRand(1)
				trace := make([]board.Point, 0, MoveLimit(size))
				for b.Loop() {
					pos := empty
					p.Play(&pos, &r, trace)
				}
			})
		}
	}
}
