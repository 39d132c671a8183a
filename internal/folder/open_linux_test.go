package folder

import (
	"strings"
	"testing"
)

// A folder that the system does not make is refused with what to do.
func TestOpenWhereNoFolderCanBe(t *testing.T) {
	if _, err := Open("/proc/tengen"); err == nil || !strings.Contains(err.Error(), "choose another folder") {
		t.Error(err)
	}
}
