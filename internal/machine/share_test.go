package machine

import "testing"

func TestShare(t *testing.T) {
	if one, four := Share(1), Share(4); one < four || four <= 0 || one > mostMemory {
		t.Errorf("one player takes %d, one of four %d", one, four)
	}
}
