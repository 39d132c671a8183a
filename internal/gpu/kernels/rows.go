package kernels

// What numbers of channels are multiples of: input planes, and the filters of convolutions.
const (
	PlaneMultiple  = 16
	FilterMultiple = 32
)

// Pad is the number of rows of zeros before the first board and after the last. It is above
// 2·(19+1)+2, the farthest that a 5×5 filter reaches.
const Pad = 64

// PaddedPlanes is a number of planes rounded up to a multiple of [PlaneMultiple].
func PaddedPlanes(planes int) int {
	return (planes + PlaneMultiple - 1) / PlaneMultiple * PlaneMultiple
}

// PaddedFilters is a number of filters rounded up to a multiple of [FilterMultiple].
func PaddedFilters(filters int) int {
	return (filters + FilterMultiple - 1) / FilterMultiple * FilterMultiple
}

// BoardRows is the number of rows of one board.
func BoardRows(board int) int { return (board + 1) * (board + 1) }

// Rows is the number of rows of a buffer for so many boards, with its padding.
func Rows(board, boards int) int {
	return Pad + (boards*BoardRows(board)+63)/64*64 + Pad
}

// Row is the row of a point, row-major from the top left, of one of the boards.
func Row(board, number, point int) int {
	return Pad + number*BoardRows(board) + point/board*(board+1) + point%board
}

// Words is the number of words of 32 bits that hold so many bits.
func Words(bits int) int { return (bits + 31) / 32 }

// Slice is how many rows one of the splits of [ConvWeights], [ChannelSums] and [PlaneWeights] adds up: split s has the
// rows from s·Slice on, counted from the first board, as far as there are boards.
func Slice(board, boards, splits int) int {
	rows := boards * BoardRows(board)
	return ((rows+splits-1)/splits + 31) / 32 * 32
}
