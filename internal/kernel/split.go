package kernel

// ForwardSplit is [Conv.Forward] with the boards, and each of them, shared out among
// the members of a team: the way to the earliest result for few boards. The result is
// the same to the bit.
//
// A part is a band of a board and a range of blocks of 32 output channels. It does not
// need the other parts. It transforms the input of its band itself, which costs less than
// to fetch what other cores have transformed. Then it multiplies by its share of the
// filters, and transforms its own outputs. So a layer is one phase.
func (c *Conv) ForwardSplit(t *Team, s *Scratch, y, x, bias []float32, batch int, relu bool) {
	if batch <= 0 {
		return
	}
	if t.solo() || c.work(batch) < 2*t.least {
		c.Forward(s, y, x, bias, batch, relu)
		return
	}
	y, x = y[:batch*c.OutSize()], x[:batch*c.InSize()]
	c.setBias(s, bias)
	t.forward = splitForward{c: c, relu: relu, bias: s.bias}
	for b := 0; b < batch; {
		b += t.forward.run(t, s, y[b*c.OutSize():], x[b*c.InSize():], batch-b)
	}
	t.forward = splitForward{} // releases the caller's memory
}

// maxParts is how many parts of a phase a team can count.
const maxParts = 1<<16 - 1

// splitForward is some boards of a layer, as work for a team.
type splitForward struct {
	c          *Conv
	y, x, bias []float32
	relu       bool
	boards     int
	words      *planes // of the caller: the boards go by way of the table
	size       int     // boards of a part; by the table, all
	grid       grid    // the parts of so many boards
}

// run does the first boards and returns how many.
func (p *splitForward) run(t *Team, s *Scratch, y, x []float32, boards int) int {
	c, members := p.c, t.Size()
	p.y, p.x, p.words, p.size = y, x, nil, 1
	if c.rows != nil {
		if n := c.setWords(&s.planes, x, min(planeBoards, boards)); n > 0 {
			p.words, p.boards, p.size, p.grid = &s.planes, n, n, grid{1, min(members, c.outBlocks)}
			t.run(p, p.grid.groups, s)
			return n
		}
		boards = 1
	}
	boards = min(boards, maxParts/members) // there are at most as many parts of a board
	p.boards, p.grid = boards, c.cut(members, boards, t.least)
	if p.grid == (grid{1, 1}) {
		p.size = chunk((boards+members-1)/members, c.tiles, forwardTiles)
	}
	t.run(p, (boards+p.size-1)/p.size*p.grid.bands*p.grid.groups, s)
	return boards
}

// part computes some output channels of a band of some boards.
func (p *splitForward) part(i int, m *member) {
	c, s, g := p.c, m.scratch, p.grid
	i, group := i/g.groups, i%g.groups
	first, across := i/g.bands*p.size, i%g.bands
	from, to := group*c.outBlocks/g.groups, (group+1)*c.outBlocks/g.groups
	y, x, n := p.y[first*c.OutSize():], p.x[first*c.InSize():], min(p.size, p.boards-first)
	if p.words != nil {
		c.sumTable(p.words, &s.planes.table, y, p.bias, n, from, to, p.relu)
		return
	}
	r := band{across * c.tiles / g.bands, (across + 1) * c.tiles / g.bands}
	s.bias = p.bias // read only
	if m.holds != i+1 {
		m.holds = i + 1
		c.inputs(s, x, n, r)
	}
	c.outputs(s, y, n, r, from, to, p.relu)
}

// BackwardSplit is [Conv.Backward] shared out among the members of a team: the way for
// fewer boards than threads, which could not each take some. The result is the same to
// the bit.
//
// A part is a range of blocks of the weights' output channels and of dx's channels, for
// all boards. As in [Conv.ForwardSplit] it transforms for itself what it needs, so that
// no part waits for another.
func (c *Conv) BackwardSplit(t *Team, s *Scratch, dx, dw, db, x, y, dy []float32, batch int) {
	if batch == 0 || t.solo() || c.work(batch) < t.least {
		c.Backward(s, dx, dw, db, x, y, dy, batch)
		return
	}
	p := &t.backward
	*p = splitBackward{c: c, gradients: c.gradients(s, dx, dw, db, x, y, dy, batch)}
	p.groups = min(t.Size(), max(c.outBlocks, c.inBlocks))
	if c.rows != nil && dx == nil && c.allWords(&s.planes, p.gradients) {
		p.words, p.groups = &s.planes, min(t.Size(), c.outBlocks)
		for p.first = 0; p.first < batch; p.first += p.boards {
			p.boards = c.setLists(p.words, p.gradients, p.first)
			t.run(p, p.groups, s)
		}
	} else {
		t.run(p, p.groups, s)
	}
	*p = splitBackward{}
}

// splitBackward is the gradients of a layer, as work for a team.
type splitBackward struct {
	gradients
	c             *Conv
	groups        int
	words         *planes // of the caller: the boards go by way of the table
	first, boards int     // that have lists there
}

// part computes the gradients of some blocks of channels.
func (p *splitBackward) part(i int, m *member) {
	c := p.c
	from, to := i*c.outBlocks/p.groups, (i+1)*c.outBlocks/p.groups
	if p.words != nil {
		c.sumWords(p.words, &m.scratch.planes, p.gradients, p.first, p.boards, from, to)
		return
	}
	c.backward(m.scratch, p.gradients, from, to, i*c.inBlocks/p.groups, (i+1)*c.inBlocks/p.groups)
}
