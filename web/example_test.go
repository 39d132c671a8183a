package web_test

import (
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"

	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/web"
)

// A server, and a game by its interface.
func ExampleServer() {
	folder, err := os.MkdirTemp("", "games")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	server, err := web.New(web.Config{Players: player.Players(), Folder: folder, Random: rand.Reader})
	if err != nil {
		panic(err)
	}
	defer server.Close()
	h := httptest.NewServer(server.Handler())
	defer h.Close()
	response, err := http.Post(h.URL+"/api/v1/games", "application/json", strings.NewReader(`{"size": 9, "player": "random"}`))
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	game, err := io.ReadAll(response.Body)
	if err != nil {
		panic(err)
	}
	fmt.Println(response.StatusCode, strings.Contains(string(game), `"turn":"person"`))
	// Output: 201 true
}
