// Package near has what machines that search one position tell each other: what each tree knows near its root, as
// plain numbers (Gelly et al. 2012, §4.3). A tree of package search says it, another machine adopts it:
//
//	known := tree.Near(1)              // the root alone
//	text, err := json.Marshal(known)   // on its way
//	err = other.Adopt(known)           // where the tree has the same position
//
// What comes from elsewhere is checked before it is used ([Position.Check]): it has as many numbers as moves, and no
// reward above 1.
//
// The JSON is for machines with the same version of the program. It is not stable.
package near
