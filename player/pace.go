package player

import (
	"slices"

	"github.com/tengen-go/tengen/options"
)

// ByTime says whether how well the player of a string plays depends on its clock and its machine's speed: it reads as
// much as the time allows, or it is another program. A string that nobody can read counts as such.
func ByTime(text string) bool {
	spec, err := options.Parse("player", text)
	if err != nil || spec.StartsPrograms() || spec.Value("time") != "" {
		return true
	}
	kind := AllKinds().Find(spec.Kind)
	return kind != nil && kind.Bounds != nil &&
		!slices.ContainsFunc(kind.Bounds, func(name string) bool { return spec.Value(name) != "" })
}
