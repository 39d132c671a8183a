// Package models keeps networks on disk: weights as safetensors files, a
// manifest that says what they are and where they come from, and the
// checkpoints of a training run. It knows files and bytes, neither layers nor
// gorgonia. Open a model once, and let other packages give its tensors their meaning:
//
//	m, err := models.Open("shipped:9x9")
//	networks, err := nets.Of(m)                        // policy and value network
//	playouts, err := rollout.Of(m, rollout.KindRollout)
//	values, err := shapes.Of(m)
//
// A network that is not there is an error that says how to get it ([Model.Network]).
// kind.go has the table of all kinds. The format of the folders is stable: every
// version reads the models of all earlier ones.
//
// # A model is a folder
//
//	model.json             the manifest: format, board, networks, provenance, SHA-256
//	policy.safetensors     the weights of each network that the manifest names
//	value.safetensors
//
// [Save] replaces such a folder so that it is whole at every moment, whatever
// stops the process. Two files cannot be renamed in one step, so the manifest
// alone decides which weights are valid:
//
//  1. each file of weights is written under its name plus the start of its
//     SHA-256 (policy.safetensors.3f2a…), fsynced, out of everyone's way;
//  2. model.json, which names those hashes, is renamed into place: from this
//     moment the folder holds the new model, until then the old one;
//  3. the files of weights move to their plain names.
//
// [Open] takes a file from the plain name or, when step 3 was cut short, from
// the name that carries the hash. Whatever it returns has exactly the hash in
// the manifest; damaged, truncated, exchanged and newer files are refused by a
// [Fault] that names the file, the reason and the remedy. There is no
// second try: a model that cannot be trusted is an error.
//
// Weights are float32, or of half precision where size counts ([Tensor.Half]): they are
// rounded when written and read like any others. [Join] makes one model of the networks of
// several, in half precision if asked to.
//
// # Models in the program
//
// The folders of models/shipped are embedded in the program. Their names with a prefix, as
// shipped:9x9, work wherever a model is read. Nothing can be written there.
// models/shipped/README.md says how to replace them.
//
// # Checkpoints
//
// A [Checkpoint] is everything that a training run needs to go on as if it had
// never stopped: weights, optimiser state, the step, and what the trainer adds
// (data cursor, random state, schedule). It is one safetensors file with a
// serial number and a hash over every byte, so it is there whole or not at all.
// The newest two are kept. If the newest is damaged, [LoadCheckpoint] returns an error and
// changes nothing. [RecoverCheckpoint], which resumes runs, sets it aside, takes the one
// before, and names what it set aside.
//
// # Contract
//
// One process writes to a folder at a time; any number may read meanwhile. [Put] waits for other Puts.
package models
