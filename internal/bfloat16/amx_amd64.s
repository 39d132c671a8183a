//go:build linux && !noasm

#include "textflag.h"

// Go's assembler does not know AMX. These are the instructions that are needed, as bytes: VEX prefixes with the
// opcodes 4B (tiles in memory), 49 (zero, configuration) and 5C (product). A tile in memory has its first row at
// base, and the next one index bytes further; only registers below R8 fit the prefixes as they are here.
#define BASE_SI 6
#define BASE_DI 7
#define BASE_BX 3
#define BASE_DX 2
#define INDEX_AX 0
#define INDEX_CX 8
#define TILE_LOAD(t, place) BYTE $0xC4; BYTE $0xE2; BYTE $0x7B; BYTE $0x4B; BYTE $(t<<3|4); BYTE $(place)
#define TILE_STORE(t, place) BYTE $0xC4; BYTE $0xE2; BYTE $0x7A; BYTE $0x4B; BYTE $(t<<3|4); BYTE $(place)
#define TILE_ZERO(t) BYTE $0xC4; BYTE $0xE2; BYTE $0x7B; BYTE $0x49; BYTE $(0xC0|t<<3)
#define TILE_PRODUCT(c, a, b) BYTE $0xC4; BYTE $0xE2; BYTE $((15-b)<<3|2); BYTE $0x5C; BYTE $(0xC0|c<<3|a)
#define TILE_CONFIGURE_AX BYTE $0xC4; BYTE $0xE2; BYTE $0x78; BYTE $0x49; BYTE $0x00
#define TILE_RELEASE BYTE $0xC4; BYTE $0xE2; BYTE $0x78; BYTE $0x49; BYTE $0xC0

// Y1 = the 16 floats of Z0 as bfloat16, which the assembler does not know either.
#define NARROW_Z0_Y1 BYTE $0x62; BYTE $0xF2; BYTE $0x7E; BYTE $0x48; BYTE $0x72; BYTE $0xC8

// Z0 += both halves of Z2 times those of Z4, word by word, and Z1 those of Z3.
#define PAIRS_Z0_Z2 BYTE $0x62; BYTE $0xF2; BYTE $0x5E; BYTE $0x48; BYTE $0x52; BYTE $0xC2
#define PAIRS_Z1_Z3 BYTE $0x62; BYTE $0xF2; BYTE $0x5E; BYTE $0x48; BYTE $0x52; BYTE $0xCB

// All eight tiles have 16 rows of 64 bytes.
DATA ·shape+0(SB)/8, $1 // palette
DATA ·shape+8(SB)/8, $0
DATA ·shape+16(SB)/8, $0x0040004000400040 // bytes of a row
DATA ·shape+24(SB)/8, $0x0040004000400040
DATA ·shape+32(SB)/8, $0
DATA ·shape+40(SB)/8, $0
DATA ·shape+48(SB)/8, $0x1010101010101010 // rows
DATA ·shape+56(SB)/8, $0
GLOBL ·shape(SB), RODATA|NOPTR, $64

// func tilesAMX(w *work)
// Tiles 0 to 3 are the block: two by two. 4 and 5 are rows of a, 6 and 7 columns of b.
TEXT ·tilesAMX(SB), NOSPLIT, $0-8
	MOVQ w+0(FP), R8
	LEAQ ·shape(SB), AX
	TILE_CONFIGURE_AX
	MOVQ 0(R8), R9   // c
	MOVQ 8(R8), R10  // a
	MOVQ 56(R8), R11 // blocks

block:
	// SI, DI, BX, DX: where the four tiles of c lie
	MOVQ 24(R8), AX // cRow
	MOVQ R9, SI
	LEAQ 64(R9), DI
	MOVQ AX, BX
	SHLQ $4, BX
	ADDQ R9, BX
	LEAQ 64(BX), DX
	CMPQ 80(R8), $0
	JNE  add
	TILE_ZERO(0)
	TILE_ZERO(1)
	TILE_ZERO(2)
	TILE_ZERO(3)
	JMP  sum

add:
	TILE_LOAD(0, BASE_SI|INDEX_AX)
	TILE_LOAD(1, BASE_DI|INDEX_AX)
	TILE_LOAD(2, BASE_BX|INDEX_AX)
	TILE_LOAD(3, BASE_DX|INDEX_AX)

sum:
	MOVQ 32(R8), AX  // aRow
	MOVQ $128, CX    // of b
	MOVQ 16(R8), BX  // b
	MOVQ 40(R8), R12 // offsets
	MOVQ 48(R8), R13 // steps
	MOVQ AX, R15
	SHLQ $4, R15

step:
	MOVLQSX (R12), SI
	ADDQ R10, SI
	LEAQ (SI)(R15*1), DI
	LEAQ 64(BX), DX
	TILE_LOAD(4, BASE_SI|INDEX_AX)
	TILE_LOAD(6, BASE_BX|INDEX_CX)
	TILE_PRODUCT(0, 4, 6)
	TILE_LOAD(7, BASE_DX|INDEX_CX)
	TILE_PRODUCT(1, 4, 7)
	TILE_LOAD(5, BASE_DI|INDEX_AX)
	TILE_PRODUCT(2, 5, 6)
	TILE_PRODUCT(3, 5, 7)
	ADDQ $4, R12
	ADDQ $2048, BX
	DECQ R13
	JNZ  step

	MOVQ 24(R8), AX
	MOVQ R9, SI
	LEAQ 64(R9), DI
	MOVQ AX, BX
	SHLQ $4, BX
	ADDQ R9, BX
	LEAQ 64(BX), DX
	TILE_STORE(0, BASE_SI|INDEX_AX)
	TILE_STORE(1, BASE_DI|INDEX_AX)
	TILE_STORE(2, BASE_BX|INDEX_AX)
	TILE_STORE(3, BASE_DX|INDEX_AX)
	ADDQ 64(R8), R10 // aBlock
	ADDQ 72(R8), R9  // cBlock
	DECQ R11
	JNZ  block
	TILE_RELEASE
	RET

// func narrowRows(dst *uint16, src, mask *float32, rows, n, dstRow, srcRow int)
// Without a mask, K1 stays what it is at first: all numbers count.
TEXT ·narrowRows(SB), NOSPLIT, $0-56
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ mask+16(FP), DX
	MOVQ rows+24(FP), R8
	MOVQ n+32(FP), R9
	MOVQ dstRow+40(FP), R10
	MOVQ srcRow+48(FP), R11
	VPXORD Z2, Z2, Z2
	KXNORW K1, K1, K1
	XORQ BX, BX // where the row begins, in src and mask

row:
	MOVQ BX, R12
	XORQ AX, AX

column:
	TESTQ DX, DX
	JZ   all
	VMOVUPS (DX)(R12*4), Z1
	VCMPPS $30, Z2, Z1, K1 // greater, quiet

all:
	VMOVUPS.Z (SI)(R12*4), K1, Z0
	NARROW_Z0_Y1
	VMOVDQU Y1, (DI)(AX*2)
	ADDQ $16, R12
	ADDQ $16, AX
	CMPQ AX, R9
	JLT  column
	LEAQ (DI)(R10*2), DI
	ADDQ R11, BX
	DECQ R8
	JNZ  row
	VZEROUPPER
	RET

// func pairRows(dst *uint32, src *uint16, rows, n, dstRow, srcRow int)
TEXT ·pairRows(SB), NOSPLIT, $0-48
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ rows+16(FP), R8
	MOVQ n+24(FP), R9
	MOVQ dstRow+32(FP), R10
	MOVQ srcRow+40(FP), R11

row:
	LEAQ (SI)(R11*2), DX // the second row
	XORQ AX, AX

column:
	VPMOVZXWD (SI)(AX*2), Z0
	VPMOVZXWD (DX)(AX*2), Z1
	VPSLLD $16, Z1, Z1
	VPORD Z0, Z1, Z1
	VMOVDQU32 Z1, (DI)(AX*4)
	ADDQ $16, AX
	CMPQ AX, R9
	JLT  column
	LEAQ (DI)(R10*4), DI
	LEAQ (SI)(R11*4), SI
	DECQ R8
	JNZ  row
	VZEROUPPER
	RET

// func finishPoints(y, c, bias *float32, rows, cols, n, yRow, yPixel, cRow int, relu bool)
// Without the ReLU, the maximum is taken with minus infinity. Of 16 channels, K1 leaves the second half out.
TEXT ·finishPoints(SB), NOSPLIT, $0-73
	MOVQ y+0(FP), DI
	MOVQ c+8(FP), SI
	MOVQ bias+16(FP), DX
	MOVQ rows+24(FP), R8
	MOVQ yRow+48(FP), R10
	MOVQ yPixel+56(FP), R11
	MOVQ cRow+64(FP), R12
	VPXORD Z4, Z4, Z4
	MOVBLZX relu+72(FP), AX
	TESTB AX, AX
	JNZ  lowest
	MOVL $0xff800000, AX
	VPBROADCASTD AX, Z4

lowest:
	KXNORW K1, K1, K1
	CMPQ n+40(FP), $32
	JEQ  bias
	KXORW K1, K1, K1

bias:
	VMOVUPS (DX), Z2
	VMOVUPS.Z 64(DX), K1, Z3

row:
	MOVQ cols+32(FP), CX
	MOVQ DI, AX
	MOVQ SI, BX

point:
	VADDPS (BX), Z2, Z0
	VADDPS 64(BX), Z3, Z1
	VMAXPS Z0, Z4, Z0 // of a number and NaN, the second: NaN goes through
	VMAXPS Z1, Z4, Z1
	VMOVUPS Z0, (AX)
	VMOVUPS Z1, K1, 64(AX)
	ADDQ $128, BX
	LEAQ (AX)(R11*4), AX
	DECQ CX
	JNZ  point
	LEAQ (DI)(R10*4), DI
	LEAQ (SI)(R12*4), SI
	DECQ R8
	JNZ  row
	VZEROUPPER
	RET

// func sumRows(sum *float32, words *uint32, rows int)
TEXT ·sumRows(SB), NOSPLIT, $0-24
	MOVQ sum+0(FP), DI
	MOVQ words+8(FP), SI
	MOVQ rows+16(FP), CX
	VMOVUPS (DI), Z0
	VMOVUPS 64(DI), Z1
	MOVL $0x3f803f80, AX // two ones
	VPBROADCASTD AX, Z4

row:
	VMOVDQU32 (SI), Z2
	VMOVDQU32 64(SI), Z3
	PAIRS_Z0_Z2
	PAIRS_Z1_Z3
	ADDQ $128, SI
	DECQ CX
	JNZ  row
	VMOVUPS Z0, (DI)
	VMOVUPS Z1, 64(DI)
	VZEROUPPER
	RET
