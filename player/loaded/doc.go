// Package loaded has the models that several players share: a folder is read once, and each network in it
// is made once. When another model is in the folder, players that are made from then on have that one.
//
//	var shared loaded.Networks
//	policy, about, err := loaded.Of(&shared, "shipped:9x9", models.Policy, nets.PolicyOf)
//	queue, err := shared.Queue(settings, "shipped:9x9", 0, alphago.DefaultQueueConfig())
//
// The names are not stable.
package loaded
