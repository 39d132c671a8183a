// The step buffer, see package kernels.
const uint SCALE = 0, INVERSE = 1, RATE = 2, SHARPNESS = 3, MEAN = 4, SQUARE = 5;
