//go:build vulkan

package vk

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// A device that fails says how, and its objects can still be given back.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		call string
		code Code
		want error
	}{
		{"vkQueueSubmit", DeviceLost, ErrLost},
		{"vkWaitForFences", DeviceLost, ErrLost},
		{"vkWaitForFences", timeout, ErrLost},
		{"vkAllocateMemory", OutOfDeviceMemory, ErrOutOfMemory},
		{"vkCreateBuffer", outOfHostMemory, ErrOutOfMemory},
	} {
		d := opened(t, Options{Fault: func(call string) Code {
			if call == c.call {
				return c.code
			}
			return 0
		}})
		buffers, err := d.Buffers([]int{64})
		if err == nil {
			err = d.Clear(buffers)
		}
		var e *Error
		if !errors.Is(err, c.want) || !errors.As(err, &e) || e.Call != c.call {
			t.Errorf("%s answers %d: %v, want %v", c.call, c.code, err, c.want)
		}
	}
}

// A submission that is refused leaves nothing under way, and nothing behind.
func TestRefusedSubmissions(t *testing.T) {
	refuse := false
	d := opened(t, Options{Fault: func(call string) Code {
		if refuse && call == "vkQueueSubmit" {
			return OutOfDeviceMemory
		}
		return 0
	}})
	x, y, b, push := sum(t, d, 5, 2)
	l, err := d.Record(func(r *Recorder) { r.Dispatch(b, [3]int{1, 1, 1}, push) })
	if err != nil {
		t.Fatal(err)
	}
	in, got := []Span{{x, 0, floats(1)}}, make([]byte, 20)
	for _, refused := range []bool{true, false, true, false} {
		refuse = refused
		if err := d.Run(in, []*List{l}, []Span{{y, 0, got}}); errors.Is(err, ErrOutOfMemory) != refused {
			t.Errorf("refused: %v, and the error is %v", refused, err)
		}
	}
	if want := floats(4, 0, 0, 0, 0); string(got) != string(want) || len(d.idle) != 1 {
		t.Errorf("two runs give % x, want % x; %d slots", got, want, len(d.idle))
	}
}

// A device that takes longer than its deadline is lost.
func TestDeadline(t *testing.T) {
	d := opened(t, Options{})
	_, _, b, push := sum(t, d, 1<<20, 2)
	l, err := d.Record(func(r *Recorder) {
		for range 200 {
			r.Dispatch(b, [3]int{1 << 14, 1, 1}, push)
			r.Wait()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	d.Deadline = time.Nanosecond
	if err := d.Run(nil, []*List{l}, nil); !errors.Is(err, ErrLost) {
		t.Errorf("a deadline of a nanosecond: %v", err)
	}
}

func TestNoLoader(t *testing.T) {
	if _, err := Load(Options{Library: "libnovulkan.so.1"}); !errors.Is(err, ErrNoDriver) {
		t.Errorf("no library: %v", err)
	}
	// libc is a library, and has none of Vulkan's functions.
	if _, err := Load(Options{Library: "libc.so.6"}); err == nil {
		t.Error("the C library passes for Vulkan")
	}
}

// The loader reads from the environment which drivers there are; a process of its own has another.
func TestNoDriver(t *testing.T) {
	if os.Getenv("VK_TEST_NO_DRIVER") != "" {
		i, err := Load(Options{})
		if err == nil {
			_, err = i.Devices()
		}
		if !errors.Is(err, ErrNoDriver) {
			t.Errorf("error %v, want %v", err, ErrNoDriver)
		}
		return
	}
	dir := t.TempDir()
	broken := filepath.Join(dir, "broken.json")
	library := filepath.Join(dir, "libbroken.so")
	if err := os.WriteFile(library, []byte("\x7fELF and nothing more"), 0o755); err != nil {
		t.Fatal(err)
	}
	text := `{"file_format_version": "1.0.0", "ICD": {"library_path": "` + library + `", "api_version": "1.3.0"}}`
	if err := os.WriteFile(broken, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, driver := range map[string]string{
		"no driver": filepath.Join(dir, "none.json"), "a broken driver": broken,
	} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestNoDriver$")
		cmd.Env = append(os.Environ(), "VK_TEST_NO_DRIVER=1", "VK_ICD_FILENAMES="+driver, "VK_DRIVER_FILES="+driver)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}
