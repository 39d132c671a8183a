package kernel

// Centre takes from each column of g, [rows][cols], its mean.
func Centre(s *Scratch, g []float32, rows, cols int) {
	grow(&s.bias, cols)
	mean := s.bias[:cols]
	clear(mean)
	for r := range rows {
		Axpy(mean, g[r*cols:(r+1)*cols], 1/float32(rows))
	}
	for r := range rows {
		Axpy(g[r*cols:(r+1)*cols], mean, -1)
	}
}
