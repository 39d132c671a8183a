package job

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"unicode/utf8"
)

// Bounds of a log. A log that has grown to the larger one keeps its end, of the size of the smaller one.
const (
	mostLog = 1 << 20
	keepLog = mostLog / 2
)

// tail is the end of a file, at most so many bytes, from the beginning of a line.
func tail(path string, most int64) ([]byte, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	from := max(0, info.Size()-most)
	text, err := io.ReadAll(io.NewSectionReader(f, from, most))
	if err != nil {
		return nil, err
	}
	if from > 0 {
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			text = text[i+1:]
		}
	}
	return text, nil
}

// trim keeps the end of a log that has grown too long. Its process goes on writing at the end.
func trim(path string) error {
	info, err := os.Stat(path)
	if err != nil || info.Size() < mostLog {
		return err
	}
	text, err := tail(path, keepLog)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	err = f.Truncate(0)
	if err == nil {
		_, err = f.Write(text)
	}
	return errors.Join(err, f.Close())
}

// reason is what the end of a log says of a failure: what our commands say last, after their name.
func reason(log []byte, otherwise string) string {
	lines := strings.Split(strings.TrimSpace(string(log)), "\n")
	for i := len(lines) - 1; i >= 0 && i > len(lines)-20; i-- {
		if text, ours := strings.CutPrefix(lines[i], "tengen: "); ours {
			return strings.ToValidUTF8(strings.Join(append([]string{text}, lines[i+1:]...), "\n"), "�")
		}
	}
	if last := lines[len(lines)-1]; last != "" && utf8.ValidString(last) {
		return otherwise + ": " + last
	}
	return otherwise
}
