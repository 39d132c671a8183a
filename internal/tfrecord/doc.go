// Package tfrecord writes and reads TFRecord frames and the TensorBoard event
// files made of them.
//
// A TFRecord file is a plain sequence of frames, each
//
//	uint64  length of the payload, little-endian
//	uint32  masked CRC-32C of those eight bytes
//	bytes   payload
//	uint32  masked CRC-32C of the payload
//
// so a reader finds a damaged or cut-off frame without an index. In an event
// file the payloads are protocol buffer messages of type tensorflow.Event. This
// package writes only the few fields that scalar curves need, directly in wire
// form, so that no generated code is involved.
//
//	metrics → Scalars → AppendEvent → Writer → events.out.tfevents.…
package tfrecord
