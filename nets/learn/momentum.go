package learn

import "fmt"

// CheckMomentum refuses a momentum for an optimizer which has none; nil is none given.
func CheckMomentum(momentum *float64, optimizer string) error {
	if momentum != nil && optimizer != Momentum {
		return fmt.Errorf("momentum %v has no meaning for %s: choose the optimizer momentum, or leave it out",
			*momentum, optimizer)
	}
	return nil
}
