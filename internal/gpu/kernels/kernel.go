package kernels

// Name names a kernel. Its signature says what it takes, its comment here what it computes.
//
// Names in the formulas: b is a board of the batch, p a point, r a row, c an input channel, k an
// output channel (a filter), t a tap of a filter with its shift in rows, S the side of the board. "On points"
// means that a row of the border becomes zero.
type Name string

// What relu is in the shapes of kernels.
const (
	Linear = 0
	ReLU   = 1
	// BoundedReLU ends at [MaxHalf]. Trainings in float16 use it, so that a large activation does not stop them.
	BoundedReLU = 2
)

// MaxHalf is the largest finite number of float16.
const MaxHalf = 65504

// Planes and convolutions. Weights of convolutions are [tap][C][K], taps row-major.
const (
	// Expand unpacks planes: x[row(b,p)][c] = bit p·planes+c of board b for c < planes, else 0.
	// The bits of a board begin at a word; bit i is bit i%32 of word i/32.
	Expand Name = "expand"
	// Conv is y[r][k] = bias[k] + Σ over t, c of x[r+t][c]·w[t][c][k] on points, with relu ≠ 0 the
	// larger of that and 0, and with [BoundedReLU] at most [MaxHalf] if that is finite; what is not a number stays so.
	// Taps off the board count as zero; with side 5 the kernel must check.
	Conv Name = "conv"
	// ConvData is the gradient before the ReLU of the layer below, on points:
	// d[r][c] = x[r][c] > 0 ? Σ over t, k of g[r+t][k]·turned[t][k][c] : 0.
	// turned are the weights that [Copies] turned; x is what the layer below put out.
	ConvData Name = "conv-data"
	// ConvWeights is the gradient of the weights in parts, one for each split s of the rows, of [Slice] rows:
	// part[s][t][c][k] = Σ over the split's r that are points of x[r+t][c]·g[r][k].
	ConvWeights Name = "conv-weights"
	// Winograd is Conv and WinogradData is ConvData, with side 3, by Winograd's F(2×2, 3×3): 16 products make four
	// points. With the matrices of package twin, a tile of 2×2 points is Aᵀ(Σ over c of (G·w·Gᵀ)∘(Bᵀ·x·B))A. What is
	// not a number spreads to all points of its tiles, not to its neighbours only.
	Winograd     Name = "winograd"
	WinogradData Name = "winograd-data"
	// Reduce adds up parts: d[i] = inverse · Σ over s of part[s·size+i].
	Reduce Name = "reduce"
	// ChannelSums adds up activations in the same parts: part[s][c] = Σ over the split's r of x[r][c]. Of the gradient
	// before a ReLU that is the gradient of the biases.
	ChannelSums Name = "channel-sums"
	// Copies makes the copies of weights that convolutions read: copy[t][c][k] = w[t][c][k] and
	// turned[taps−1−t][k][c] = w[t][c][k].
	Copies Name = "copies"
)

// Layers above the convolutions. All but x and g on rows is float32.
const (
	// Plane is a 1×1 filter to one plane: z[b][p] = bias[p % biases] + Σ over c of x[row(b,p)][c]·w[c].
	Plane Name = "plane"
	// PlaneData is g[row(b,p)][c] = x[row(b,p)][c] > 0 ? dz[b][p]·w[c] : 0, on points.
	PlaneData Name = "plane-data"
	// PlaneWeights is the gradient of the filter in parts, as those of ConvWeights:
	// part[s][c] = Σ over the split's rows that are points of dz[b][p]·x[row(b,p)][c].
	PlaneWeights Name = "plane-weights"
	// Bias is the gradient of biases: d[i] = inverse · Σ over rows of dz [rows][columns] and the
	// columns j with j % biases = i of dz[row][j]. biases is columns or 1.
	Bias Name = "bias"
	// Dense is y[b][j] = bias[j] + Σ over i of x[b][i]·w[i][j], with relu ≠ 0 the larger of that and 0.
	Dense Name = "dense"
	// DenseData is dx[b][i] = Σ over j of dy[b][j]·w[i][j], with relu ≠ 0 zero unless x[b][i] > 0.
	DenseData Name = "dense-data"
	// DenseWeights is d[i][j] = inverse · Σ over b of x[b][i]·dy[b][j].
	DenseWeights Name = "dense-weights"
)

// Losses. For each board b they write result[b][0] = weight[b]·loss, result[b][1] = the number of
// answers before the target, result[b][2] = an entropy or 0 and result[b][3] = 0.
const (
	// CrossEntropy is the loss of the move target[b] among the allowed moves (bit p of board b; the bits of a
	// board begin at a word). With u[p] = sharpness·z[b][p], π = softmax of u over the allowed moves:
	// loss = −log π[target], dz[b][p] = scale·weight[b]·sharpness·(π[p] − [p = target]), 0 where
	// not allowed. Before the target are larger z, and equal z of lower p, among all points. The entropy is
	// −Σ π·log π. A loss must not overflow for logits of any size.
	CrossEntropy Name = "cross-entropy"
	// SquaredError is v = tanh(z[b]), loss = ½(v − target[b])², dz[b] = scale·weight[b]·(v − target[b])·(1 − v²);
	// no answer comes before the target if v·target[b] > 0, else one does.
	SquaredError Name = "squared-error"
	// Owners adds to the gradient of a plane that it be the owners of points, [boards][points]:
	// dz[b][p] += factor·scale·weight[b]·(z[b][p] − owner[b][p]). It has no result.
	Owners Name = "owners"
)

// Memory and the check. flag[0] ≠ 0 means that a gradient is not finite.
const (
	// Clear sets x[i] = 0 of words.
	Clear Name = "clear"
	// Finite sets flag[0] = 1 if any x[i] is infinite or not a number.
	Finite Name = "finite"
	// AddTo is sum[i] += x[i], unless flag[0] ≠ 0.
	AddTo Name = "add-to"
)

// Optimisers, on arrays of size floats. All do nothing if flag[0] ≠ 0. rate, mean and square are
// in the step buffer, the other constants are floats as [Bits].
const (
	// SGD is w −= rate·factor·(g + decay·w).
	SGD Name = "sgd"
	// Momentum is v = momentum·v + g + decay·w, then w −= rate·v.
	Momentum Name = "momentum"
	// Adam is m = β₁m + (1−β₁)g, v = β₂v + (1−β₂)g², then w −= rate·(m·mean/(√(v·square) + ε) + decay·w).
	Adam Name = "adam"
	// LookAhead is m = momentum·m + g, then y = g + momentum·m.
	LookAhead Name = "look-ahead"
)

// Matrices of float32, for Muon.
const (
	// Centre takes from each column of x, [rows][columns], its mean over the rows r with r mod padded < real. The other
	// rows must be zero, and stay so.
	Centre Name = "centre"
	// MeanGradient is g[r][k] −= d[k]·mean[r mod padded], g [rows][columns].
	MeanGradient Name = "mean-gradient"
	// MeanStep is b[k] += rate · Σ over r of (factor·y[r][k] + decay·w[r][k])·mean[r mod padded], y and w
	// [rows][columns], unless flag[0] ≠ 0.
	MeanStep Name = "mean-step"
	// Squares is sum[0] = Σ over i of x[i]².
	Squares Name = "squares"
	// Normalize is y[i] = x[i]/√sum[0], or 0 if that root is below least (1e-18).
	Normalize Name = "normalize"
	// Gram is y[i][j] = Σ over r of x[r][i]·x[r][j], y [columns][columns], x [rows][columns].
	Gram Name = "gram"
	// Product is y[i][j] = Σ over l of a[i][l]·b[l][j], a [rows][inner], b [inner][columns].
	Product Name = "product"
	// Polynomial is q[i][j] = ca·[i = j] + cb·a[i][j] + cc·t[i][j], all [side][side].
	Polynomial Name = "polynomial"
)

// The step buffer: float32 values that the caller sets before a program.
const (
	StepScale     = iota // by which the gradient of the loss is multiplied
	StepInverse          // by which sums are multiplied: gradients of parameters, or means
	StepRate             // size of the optimiser's step
	StepSharpness        // inverse of the temperature
	StepMean             // 1/(1−β₁ⁿ) of Adam's step n
	StepSquare           // 1/(1−β₂ⁿ)
	StepSize      = 8
)

// LeastNorm is the norm below which a matrix counts as zero, see [Normalize].
const LeastNorm = 1e-18

// ResultSize is the number of floats of one board's result.
const ResultSize = 4
