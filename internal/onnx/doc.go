// Package onnx writes networks as ONNX models, the format that ONNX Runtime and
// most other engines read: a protocol buffer message with a graph of operators and
// their weights. It is written directly in wire form, field by field, so that no
// generated code is involved.
//
//	NewStack("planes", …) → Conv, Relu, Flatten, … → Output("logits") → Encode
//
// A [Stack] is a network of layers that stand one upon the other, which is all that
// is needed here. The operators are the plainest of operator set 13 (Conv, Relu,
// Flatten, Add, Gemm, Tanh, Softmax), in float32, and the first dimension of input
// and outputs, the batch, is left open under the name N. The same stack gives the
// same bytes.
package onnx
