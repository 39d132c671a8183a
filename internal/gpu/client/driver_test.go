//go:build vulkan && linux

package client

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/internal/carried"
	"github.com/tengen-go/tengen/internal/gpu"
)

// aborting is a shared library that calls abort when it is loaded. It needs no compiler: it is a list of functions to
// call at the start, with abort of the C library in it, and what the loader has to know for that.
func aborting(t *testing.T) []byte {
	t.Helper()
	machine, address := elf.EM_X86_64, uint32(elf.R_X86_64_64) // how the loader writes an address
	if runtime.GOARCH == "arm64" {
		machine, address = elf.EM_AARCH64, uint32(elf.R_AARCH64_ABS64)
	}
	const programs, page = 3, 1 << 16
	names := []byte("\x00abort\x00\x00") // eight bytes
	symbols := []elf.Sym64{{}, {Name: 1, Info: elf.ST_INFO(elf.STB_GLOBAL, elf.STT_FUNC)}}
	// What the file has, in its order. It lies in memory as in the file.
	head := elf.Header64{
		Ident: [elf.EI_NIDENT]byte{
			0x7f, 'E', 'L', 'F', byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT),
		},
		Type: uint16(elf.ET_DYN), Machine: uint16(machine), Version: uint32(elf.EV_CURRENT),
	}
	size := func(v any) uint64 { return uint64(binary.Size(v)) }
	head.Phoff, head.Ehsize = size(head), uint16(size(head))
	head.Phentsize, head.Phnum = uint16(size(elf.Prog64{})), programs
	namesAt := head.Phoff + programs*size(elf.Prog64{})
	symbolsAt := namesAt + size(names)
	functionsAt := symbolsAt + size(symbols)
	addressAt := functionsAt + 8
	addresses := []elf.Rela64{{Off: functionsAt, Info: elf.R_INFO(1, address)}}
	dynamicAt := addressAt + size(addresses)
	var dynamic []elf.Dyn64
	for _, d := range []struct {
		tag   elf.DynTag
		value uint64
	}{
		{elf.DT_STRTAB, namesAt},
		{elf.DT_STRSZ, size(names)},
		{elf.DT_SYMTAB, symbolsAt},
		{elf.DT_SYMENT, size(symbols[0])},
		{elf.DT_RELA, addressAt},
		{elf.DT_RELASZ, size(addresses)},
		{elf.DT_RELAENT, size(addresses[0])},
		{elf.DT_INIT_ARRAY, functionsAt},
		{elf.DT_INIT_ARRAYSZ, 8},
		{elf.DT_NULL, 0},
	} {
		dynamic = append(dynamic, elf.Dyn64{Tag: int64(d.tag), Val: d.value})
	}
	part := func(kind elf.ProgType, from, to, align uint64) elf.Prog64 {
		return elf.Prog64{
			Type: uint32(kind), Flags: uint32(elf.PF_R | elf.PF_W),
			Off: from, Vaddr: from, Paddr: from, Filesz: to - from, Memsz: to - from, Align: align,
		}
	}
	end := dynamicAt + size(dynamic)
	var out bytes.Buffer
	for _, v := range []any{
		head,
		part(elf.PT_LOAD, 0, end, page), part(elf.PT_DYNAMIC, dynamicAt, end, 8), part(elf.PT_GNU_STACK, 0, 0, 16),
		names, symbols, uint64(0), addresses, dynamic,
	} {
		if err := binary.Write(&out, binary.LittleEndian, v); err != nil {
			t.Fatal(err)
		}
	}
	return out.Bytes()
}

// use makes a library the only Vulkan driver.
func use(t *testing.T, library []byte) {
	t.Helper()
	dir := t.TempDir()
	driver, description := filepath.Join(dir, "libdriver.so"), filepath.Join(dir, "driver.json")
	text := fmt.Sprintf(`{"file_format_version": "1.0.0", "ICD": {"library_path": %q, "api_version": "1.3.0"}}`, driver)
	err := errors.Join(os.WriteFile(driver, library, 0o755), os.WriteFile(description, []byte(text), 0o644))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []string{"VK_ICD_FILENAMES", "VK_DRIVER_FILES"} {
		t.Setenv(v, description)
	}
}

// carrying builds a tengen that carries a program, whatever lies in the folder that it embeds.
func carrying(t *testing.T, program []byte) string {
	t.Helper()
	dir := t.TempDir()
	small, overlay := filepath.Join(dir, "child.gz"), filepath.Join(dir, "overlay.json")
	out := filepath.Join(dir, "tengen")
	compressed, err := carried.Compress(program)
	if err != nil {
		t.Fatal(err)
	}
	place, err := filepath.Abs(filepath.Join(carriedDir, "child.gz"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(map[string]any{"Replace": map[string]string{place: small}})
	if err = errors.Join(err, os.WriteFile(small, compressed, 0o644), os.WriteFile(overlay, text, 0o644)); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "go", "build", "-overlay", overlay, "-o", out, "../../../cmd/tengen")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	return out
}

// A driver that is no library, or that ends the process it is loaded into, is a line that says so, and the CPU
// computes what was asked for.
func TestBrokenDrivers(t *testing.T) {
	data := program(t)
	tengen := carrying(t, data)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for name, c := range map[string]struct {
		library []byte
		words   string
	}{
		"no library": {[]byte("\x7fELF and nothing more"), "no Vulkan driver"},
		"aborts":     {aborting(t), "its last words: SIGABRT: abort"},
	} {
		t.Run(name, func(t *testing.T) {
			use(t, c.library)
			_, err := cards(t.Context(), func() (*process, error) { return startProgram(data) })
			if !errors.Is(err, gpu.ErrNone) || !strings.Contains(err.Error(), c.words) {
				t.Errorf("the list of cards: %v, want %q", err, c.words)
			}
			cmd := exec.CommandContext(t.Context(), tengen,
				"gtp", "--device", "gpu:0", "--board", "9", "--player", "policy", "--quiet")
			var said strings.Builder
			cmd.Stdin, cmd.Stderr = strings.NewReader("genmove b\nquit\n"), &said
			answers, err := cmd.Output()
			if err != nil || !bytes.HasPrefix(answers, []byte("= ")) {
				t.Errorf("tengen: %v, answers %q", err, answers)
			}
			line, rest, _ := strings.Cut(said.String(), "\n")
			if !strings.HasPrefix(line, "--device gpu:0: ") || !strings.Contains(line, c.words) ||
				!strings.HasSuffix(line, ": the CPU computes instead") || rest != "" {
				t.Errorf("tengen says %q, want one line with %q", said.String(), c.words)
			}
		})
	}
}
