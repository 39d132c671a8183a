//go:build long && linux

package hub_test

import "testing"

func TestAThousandWorkersAtOnce(t *testing.T) { testManyWorkers(t, 1000, 20_000) }
