package work

import (
	"errors"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/nets"
)

// A sound machine passes with each kernel that it has, and one that computes wrong numbers or does not repeat its
// games fails.
func TestSelfTest(t *testing.T) {
	was := kernel.Name()
	defer func() { _ = kernel.Use(was) }()
	for _, name := range kernel.Names() {
		if err := kernel.Use(name); err != nil {
			t.Fatal(err)
		}
		if err := SelfTest(t.Context(), nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	var networks [2]*nets.Policy
	for i := range networks {
		var err error
		if networks[i], err = nets.NewPolicy(selfTestConfig, uint64(i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := compare(networks[0], nets.NewReference(networks[1]), cardRounding); err == nil || !strings.Contains(err.Error(), "plain loops give") {
		t.Errorf("a network for another one: %v", err)
	}
	games := func(other uint64) func(threads int) ([]byte, error) {
		return func(threads int) ([]byte, error) {
			return testGames(t.Context(), networks[uint64(threads-1)*other], threads)
		}
	}
	if err := repeat(games(0)); err != nil {
		t.Error(err)
	}
	if err := repeat(games(1)); err == nil || !strings.Contains(err.Error(), "the second time") {
		t.Errorf("other games: %v", err)
	}
	broken := errors.New("broken")
	if err := repeat(func(int) ([]byte, error) { return nil, broken }); !errors.Is(err, broken) {
		t.Error(err)
	}
}
