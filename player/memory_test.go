package player

import "testing"

func TestDefaultMemory(t *testing.T) {
	if one, four := DefaultMemory(1), DefaultMemory(4); one < four || four <= 0 || one > mostMemory {
		t.Errorf("one player takes %d, one of four %d", one, four)
	}
}
