package main

// TrainCmd groups the trainers.
type TrainCmd struct {
	Policy TrainPolicyCmd `cmd:"" help:"Supervised learning of the policy network from game records."`
}
