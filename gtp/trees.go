package gtp

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/alphago"
	"github.com/tengen-go/tengen/search/near"
)

// grower is a player with a tree that other machines can ask for playouts: a player.Searcher.
type grower interface {
	player.Reseeder
	// Inside makes the position, with c to move, the tree's root.
	Inside(c board.Color) (*search.Tree, *alphago.Network, error)
	Tree() *search.Tree
}

// The commands by which machines that search together talk. They are for package machines, and no part of GTP.
const (
	CommandReseed = "tengen-reseed" // SEED
	CommandGrow   = "tengen-grow"   // COLOUR PLAYOUTS DEPTH [MILLISECONDS]; the answer is a near.Report as JSON
	CommandAdopt  = "tengen-adopt"  // more|last TEXT; the texts make a near.Position as JSON
)

// mostAdopted bounds what is adopted at once, in bytes.
const mostAdopted = 16 << 20

// trees has the commands of searches on several machines, if the player can take part.
func (e *Engine) trees() map[string]handler {
	g, ok := e.player.(grower)
	if !ok {
		return nil
	}
	var text strings.Builder // of statistics that arrive in parts
	return map[string]handler{
		CommandReseed: func(_ context.Context, args []string) (string, error) {
			seed, err := strconv.ParseUint(strings.Join(args, " "), 10, 64)
			if err != nil {
				return "", errSyntax
			}
			g.Reseed(seed)
			return "", nil
		},
		CommandGrow: func(ctx context.Context, args []string) (string, error) { return grow(ctx, g, args) },
		CommandAdopt: func(_ context.Context, args []string) (string, error) {
			if len(args) != 2 || args[0] != "more" && args[0] != "last" || text.Len() > mostAdopted {
				text.Reset()
				return "", errSyntax
			}
			text.WriteString(args[1])
			if args[0] == "more" {
				return "", nil
			}
			defer text.Reset()
			return "", adopt(g.Tree(), text.String())
		},
	}
}

// grow makes playouts, fewer if time is over, and says what the tree knows then.
func grow(ctx context.Context, g grower, args []string) (string, error) {
	if len(args) != 3 && len(args) != 4 {
		return "", errSyntax
	}
	c, err := parseColor(args[0])
	if err != nil {
		return "", err
	}
	var numbers [3]int
	for i, text := range args[1:] {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return "", errSyntax
		}
		numbers[i] = n
	}
	playouts, depth, limit := numbers[0], numbers[1], numbers[2]
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Duration(limit)*time.Millisecond)
		defer cancel()
	}
	tree, _, err := g.Inside(c)
	if err == nil {
		err = tree.Search(ctx, search.Budget{Playouts: playouts})
	}
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(near.Report{Playouts: tree.Playouts(), Position: tree.Near(depth)})
	return string(text), err
}

// adopt replaces what a tree knows.
func adopt(tree *search.Tree, text string) error {
	var p near.Position
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		return errSyntax
	}
	return tree.Adopt(p)
}
