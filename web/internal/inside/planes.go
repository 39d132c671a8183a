package inside

import (
	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
)

// planesJSON are what networks see of a position.
type planesJSON struct {
	Size   int         `json:"size"`
	ToMove string      `json:"to_move"`
	Groups []groupJSON `json:"groups"`
}

// groupJSON is a row of Extended Data Table 2.
type groupJSON struct {
	Name   string      `json:"name"`
	Planes []planeJSON `json:"planes"`
}

// planeJSON is one plane: Points has 0 and 1, row by row from the top left.
type planeJSON struct {
	Name  string `json:"name"`
	Value *int   `json:"value,omitempty"` // of the number that the plane stands for
	More  bool   `json:"more"`            // and for all larger ones
	Count int    `json:"count"`           // how many points are 1
	// Points are the plane.
	Points string `json:"points"`
}

// planes are those of the position, the value network's one more among them.
func (l *look) planes() (*planesJSON, error) {
	l.mu.Lock()
	pos := *l.now.Position()
	l.mu.Unlock()
	return planesOf(&pos), nil
}

func planesOf(pos *board.Position) *planesJSON {
	const stride = int(features.ValuePlanes)
	size := pos.Size()
	all := make([]float32, size*size*stride)
	features.NewExtractor().Extract(all, stride, pos, features.ValuePlanes, features.Identity)
	out := &planesJSON{Size: size, ToMove: pos.ToMove().String()}
	for _, g := range features.Groups() {
		group := groupJSON{Name: g.Name}
		for i := range g.Planes {
			p := planeJSON{Name: features.Name(g.First + i)}
			if value, more, ok := g.Value(i); ok {
				p.Value, p.More = &value, more
			}
			text := make([]byte, size*size)
			for q := range text {
				text[q] = '0'
				if all[q*stride+g.First+i] != 0 {
					text[q] = '1'
					p.Count++
				}
			}
			p.Points = string(text)
			group.Planes = append(group.Planes, p)
		}
		out.Groups = append(out.Groups, group)
	}
	return out
}
