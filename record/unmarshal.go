package record

import (
	"fmt"
	"strings"
)

// UnmarshalText reads a rank as [ParseRank] does, and refuses what is none. No text is no rank.
func (r *Rank) UnmarshalText(text []byte) error {
	rank := ParseRank(string(text))
	if rank == 0 && len(text) > 0 {
		return fmt.Errorf("%q is no rank: want 12k, 6d, 9p or a rating such as 2200", text)
	}
	*r = rank
	return nil
}

// UnmarshalText reads a date as [ParseDate] does, and refuses what is none. No text is no date.
func (d *Date) UnmarshalText(text []byte) error {
	date := ParseDate(string(text))
	if len(text) > 0 && (date == 0 || date.String() != strings.NewReplacer("/", "-", ".", "-").Replace(string(text))) {
		return fmt.Errorf("%q is no date: want 2016, 2016-03 or 2016-03-09", text)
	}
	*d = date
	return nil
}
