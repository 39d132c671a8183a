package bench

import (
	"bufio"
	"bytes"
	"os"
	"strconv"
)

// PeakMemory is the most memory that this process has had resident, in bytes; 0
// where the system does not say (Linux does, in /proc).
func PeakMemory() int64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	return statusKB(status, "VmHWM") << 10
}

// statusKB finds the value of a line "name:   1234 kB"; 0 if there is none.
func statusKB(status []byte, name string) int64 {
	for lines := bufio.NewScanner(bytes.NewReader(status)); lines.Scan(); {
		value, found := bytes.CutPrefix(lines.Bytes(), []byte(name+":"))
		if !found {
			continue
		}
		kb, err := strconv.ParseInt(string(bytes.TrimSpace(bytes.TrimSuffix(value, []byte("kB")))), 10, 64)
		if err != nil {
			return 0
		}
		return kb
	}
	return 0
}
