package analysis_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"strings"

	"github.com/tengen-go/tengen/analysis"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player"
)

// White can capture two stones.
func Example() {
	p, err := player.Players().Parse("rave:threads=1,memory=20M", player.Env{Rules: game.Go{Board: 5}, Seed: 1, Threads: 1})
	if err != nil {
		log.Fatal(err)
	}
	server, err := analysis.New([]analysis.Analyst{p.(player.Analyst)}, analysis.Config{Settings: analysis.Defaults()})
	if err != nil {
		log.Fatal(err)
	}
	query := `{"id":"a","boardXSize":5,"boardYSize":5,"rules":"chinese","komi":0.5,"maxVisits":400,"initialPlayer":"W","moves":[],` +
		`"initialStones":[["B","C3"],["B","C4"],["W","C5"],["W","B4"],["W","B3"],["W","D4"],["W","D3"]]}`
	var out bytes.Buffer
	if err := server.Run(context.Background(), strings.NewReader(query), &out); err != nil {
		log.Fatal(err)
	}
	var answer struct{ MoveInfos []struct{ Move string } }
	if err := json.Unmarshal(out.Bytes(), &answer); err != nil {
		log.Fatal(err)
	}
	fmt.Println(answer.MoveInfos[0].Move)
	// Output: C2
}
