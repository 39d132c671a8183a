package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
)

// unsteady are the keys of JSON with values that a repetition of a run does not repeat: times,
// speeds and the build.
var unsteady = regexp.MustCompile(`^(.*seconds|elapsed|us_per_.*|.*_per_s|version|program)$`)

// normal is the content of a file without what differs between repetitions.
func normal(name string, content []byte) ([]byte, error) {
	switch {
	case strings.HasSuffix(name, ".json"):
		return normalJSON(content)
	case strings.HasSuffix(name, ".jsonl"):
		// Games that are played at once end in any order.
		var all []string
		for line := range bytes.Lines(content) {
			n, err := normalJSON(line)
			if err != nil {
				return nil, err
			}
			all = append(all, string(n))
		}
		slices.Sort(all)
		return []byte(strings.Join(all, "\n")), nil
	case strings.HasSuffix(name, ".sgf"), strings.HasSuffix(name, ".sgfl"):
		return sgfProgram.ReplaceAll(content, nil), nil
	}
	return content, nil
}

// sgfProgram are the properties of the program and of the day.
var sgfProgram = regexp.MustCompile(`(AP|DT)\[[^\]]*\]`)

func normalJSON(content []byte) ([]byte, error) {
	var v any
	if err := json.Unmarshal(content, &v); err != nil {
		return nil, err
	}
	return json.Marshal(steady(v))
}

func steady(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, inside := range v {
			if unsteady.MatchString(k) {
				delete(v, k)
				continue
			}
			v[k] = steady(inside)
		}
	case []any:
		for i := range v {
			v[i] = steady(v[i])
		}
	}
	return v
}

// hash is the first half of the SHA-256 of the normal content of files, one after the other.
func hash(files []string) (string, error) {
	sum := sha256.New()
	for _, path := range files {
		content, err := os.ReadFile(path)
		if err != nil {
			return "", err
		}
		n, err := normal(path, content)
		if err != nil {
			return "", fmt.Errorf("%s: %w", path, err)
		}
		fmt.Fprintf(sum, "%d\n", len(n))
		sum.Write(n)
	}
	return fmt.Sprintf("%.16x", sum.Sum(nil)), nil
}
