package board

import "testing"

func benchPlayout(b *testing.B, size int) {
	start := NewPosition(size)
	r := NewRand(1)
	moves := 0
	for range b.N {
		p := start
		moves += p.Playout(&r, 3*size*size)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "playouts/s")
	b.ReportMetric(float64(moves)/float64(b.N), "moves")
	b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(moves), "ns/move")
}
func BenchmarkPlayout9(b *testing.B)  { benchPlayout(b, 9) }
func BenchmarkPlayout19(b *testing.B) { benchPlayout(b, 19) }
