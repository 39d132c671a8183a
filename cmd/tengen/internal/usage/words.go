package usage

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/tengen-go/tengen/internal/spelling"
)

// The errors of the parser are plain texts: kong.ParseError says only which command they are about. The tests of
// Words parse with kong itself, and so find out when a new version has other words.

// oneOf is the parser's message for a value that the flag does not have.
var oneOf = regexp.MustCompile(`^(.* must be one of )(.*) but got "(.*)"$`)

// notA is what the parser says of a value of the wrong type, in the words of the programming language.
var notA = regexp.MustCompile(`expected (?:an? )?(?:valid \d+ bit )?(int|uint|float|duration|bool) but got ("(?:[^"\\]|\\.)*").*$`)

// noValue is what the parser says of a flag at the end of the line.
var noValue = regexp.MustCompile(`^(--?[\w-]+): expected .* but got "EOL".*$`)

// noArgument is what it says of an argument that is missing.
var noArgument = regexp.MustCompile(`^expected "(<.*)"$`)

// argumentName is one of them.
var argumentName = regexp.MustCompile(`<[^>]*>`)

// noFlags begins what it says of flags that are missing.
const noFlags = "missing flags: "

// missingFolder says how to name a folder, where the flag for it is what is missing.
func missingFolder(err error) string {
	var parse *kong.ParseError
	if !errors.As(err, &parse) || parse.Context == nil {
		return ""
	}
	for _, flag := range parse.Context.Flags() {
		if flag.Short != 0 && flag.PlaceHolder == "DIR" && err.Error() == noFlags+flag.Summary() {
			return fmt.Sprintf("; name a folder with -%c DIR", flag.Short)
		}
	}
	return ""
}

// noFile is what it says of a file among the arguments.
var noFile = regexp.MustCompile(`^\[?<\w+>\]?: stat (.*)$`)

// kinds are the same types in words.
var kinds = map[string]string{
	"int":      "a whole number",
	"uint":     "a whole number, 0 or more",
	"float":    "a number",
	"duration": "a time such as 90s, 5m or 1h30m",
	"bool":     "true or false",
}

// missingArguments says which arguments are missing, and what each may be: its values, or what its
// help says.
func missingArguments(err error, missing string) string {
	names := argumentName.FindAllString(missing, -1)
	text := missing + []string{" is", " are"}[min(len(names)-1, 1)] + " missing"
	var parse *kong.ParseError
	if !errors.As(err, &parse) || parse.Context == nil || parse.Context.Selected() == nil {
		return text
	}
	for _, argument := range parse.Context.Selected().Positional {
		name := "<" + argument.Name + ">"
		if !slices.Contains(names, name) {
			continue
		}
		what := strings.TrimSuffix(argument.Help, ".")
		if argument.Enum != "" {
			what = "want " + strings.Join(argument.EnumSlice(), ", ")
		}
		if len(names) > 1 {
			text += "\n  " + name + ": " + what
		} else if what != "" {
			text += ": " + what
		}
	}
	return text
}

// Words is an error of the parser in words. Where a flag has a few values to choose from
// the empty one, which stands for the default, is left out, and the nearest is asked for.
func Words(err error) string {
	if m := noValue.FindStringSubmatch(err.Error()); m != nil {
		return m[1] + ": a value is missing"
	}
	if m := noArgument.FindStringSubmatch(err.Error()); m != nil {
		return missingArguments(err, m[1])
	}
	if strings.HasPrefix(err.Error(), noFlags) {
		return err.Error() + missingFolder(err)
	}
	if m := noFile.FindStringSubmatch(err.Error()); m != nil {
		return m[1]
	}
	if m := notA.FindStringSubmatch(err.Error()); m != nil {
		return notA.ReplaceAllLiteralString(err.Error(), fmt.Sprintf("want %s, not %s", kinds[m[1]], m[2]))
	}
	m := oneOf.FindStringSubmatch(err.Error())
	if m == nil {
		return err.Error()
	}
	var values []string
	for _, v := range strings.Split(m[2], ",") {
		if v = strings.Trim(v, `"`); v != "" {
			values = append(values, v)
		}
	}
	return fmt.Sprintf("%s%s, and not %q%s", m[1], strings.Join(values, ", "), m[3], spelling.Nearest(m[3], values))
}
