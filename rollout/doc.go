// Package rollout plays games to their end fast, by policies that look at a few points
// only.
package rollout
