package onnx

import (
	"encoding/binary"
	"math"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
)

// Versions written: what ONNX 1.8 of 2020 introduced, and every reader since
// knows.
const (
	IRVersion   = 7
	OperatorSet = 13
)

// maxBytes of weights stay below the 2 GiB that a protocol buffer may have.
const maxBytes = 1<<31 - 1<<20

// batch is the name of the dimension that is left open.
const batch = "N"

// About is what a model says about itself.
type About struct {
	Program    string     // that wrote it
	Version    string     // of that program
	Graph      string     // name of the network
	Doc        string     // for people
	Properties []Property // for programs, in their order
}

// Property is one entry of the metadata.
type Property struct{ Key, Value string }

// Field numbers of onnx/onnx.proto of ONNX 1.8.
const (
	modelIRVersion       = 1
	modelProducerName    = 2
	modelProducerVersion = 3
	modelDoc             = 6
	modelGraph           = 7
	modelOperatorSet     = 8
	modelMetadata        = 14

	operatorSetVersion = 2

	entryKey   = 1
	entryValue = 2

	graphNode        = 1
	graphName        = 2
	graphInitializer = 5
	graphInput       = 11
	graphOutput      = 12

	nodeInput     = 1
	nodeOutput    = 2
	nodeName      = 3
	nodeOp        = 4
	nodeAttribute = 5

	attributeName     = 1
	attributeInt      = 3
	attributeInts     = 8
	attributeType     = 20
	attributeTypeInt  = 2
	attributeTypeInts = 7

	tensorDims      = 1
	tensorDataType  = 2
	tensorName      = 8
	tensorRaw       = 9
	tensorTypeFloat = 1

	valueName = 1
	valueType = 2

	typeTensor     = 1
	tensorTypeElem = 1
	tensorShape    = 2
	shapeDim       = 1
	dimValue       = 1
	dimParam       = 2
)

// Encode returns the file.
func (s *Stack) Encode(about About) ([]byte, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	m := number(nil, modelIRVersion, IRVersion)
	m = text(m, modelProducerName, about.Program)
	m = text(m, modelProducerVersion, about.Version)
	m = text(m, modelDoc, about.Doc)
	m = message(m, modelGraph, s.graph(about.Graph))
	m = message(m, modelOperatorSet, number(nil, operatorSetVersion, OperatorSet))
	for _, p := range about.Properties {
		m = message(m, modelMetadata, text(text(nil, entryKey, p.Key), entryValue, p.Value))
	}
	return m, nil
}

func (s *Stack) graph(name string) []byte {
	var g []byte
	for _, n := range s.nodes {
		g = message(g, graphNode, n.encode())
	}
	g = text(g, graphName, name)
	for _, t := range s.tensors {
		g = message(g, graphInitializer, t.encode())
	}
	g = message(g, graphInput, s.input.encode())
	for _, v := range s.outputs {
		g = message(g, graphOutput, v.encode())
	}
	return g
}

func (n node) encode() []byte {
	var b []byte
	for _, in := range n.inputs {
		b = text(b, nodeInput, in)
	}
	b = text(b, nodeOutput, n.output)
	b = text(b, nodeName, n.output)
	b = text(b, nodeOp, n.op)
	for _, a := range n.attributes {
		b = message(b, nodeAttribute, a.encode())
	}
	return b
}

func (a attribute) encode() []byte {
	b := text(nil, attributeName, a.name)
	if a.list == nil {
		b = number(b, attributeInt, a.one)
		return number(b, attributeType, attributeTypeInt)
	}
	for _, v := range a.list {
		b = number(b, attributeInts, v)
	}
	return number(b, attributeType, attributeTypeInts)
}

func (t tensor) encode() []byte {
	raw := make([]byte, 0, 4*len(t.data))
	for _, v := range t.data {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
	}
	var b []byte
	for _, n := range t.shape {
		b = number(b, tensorDims, n)
	}
	b = number(b, tensorDataType, tensorTypeFloat)
	b = text(b, tensorName, t.name)
	return message(b, tensorRaw, raw)
}

func (v value) encode() []byte {
	shape := message(nil, shapeDim, text(nil, dimParam, batch))
	for _, n := range v.shape {
		shape = message(shape, shapeDim, number(nil, dimValue, n))
	}
	b := number(nil, tensorTypeElem, tensorTypeFloat)
	b = message(b, tensorShape, shape)
	return message(text(nil, valueName, v.name), valueType, message(nil, typeTensor, b))
}

func number(b []byte, field protowire.Number, v int) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, field, protowire.VarintType), uint64(v))
}

// text appends a string, mended if it is not UTF-8, which readers would refuse.
func text(b []byte, field protowire.Number, s string) []byte {
	return protowire.AppendString(protowire.AppendTag(b, field, protowire.BytesType), strings.ToValidUTF8(s, "\uFFFD"))
}

func message(b []byte, field protowire.Number, m []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, field, protowire.BytesType), m)
}
