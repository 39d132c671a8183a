package main

// TrainCmd groups the trainers.
type TrainCmd struct{}
