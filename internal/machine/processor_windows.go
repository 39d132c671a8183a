package machine

import (
	"time"

	"golang.org/x/sys/windows"
)

// ProcessorTime is how long the processors have worked for this process.
func ProcessorTime() time.Duration {
	var began, ended, system, user windows.Filetime
	if err := windows.GetProcessTimes(windows.CurrentProcess(), &began, &ended, &system, &user); err != nil {
		return 0
	}
	return lasting(system) + lasting(user)
}

// lasting is a duration that Windows gives, in units of 100 ns.
func lasting(t windows.Filetime) time.Duration {
	return time.Duration(int64(t.HighDateTime)<<32+int64(t.LowDateTime)) * 100
}
