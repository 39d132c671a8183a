package aoap

// publishedDuels is what Zhang, Peng and Xu print: won, drawn and lost rounds of player 1 out of
// 1,000, and the net wins of each policy, as player 1 and as player 2 together. A row is a player 1
// and a column a player 2, both in the order of treePolicies.
//
// The net wins of all policies must add up to nothing. In Table 3 they add up to −276, in Table 4
// to 400. By the rounds AOAP-MCTS has 911 in Table 3, not 635, and OCBA-MCTS has 501 in Table 4, not
// 901. Table 3 prints 610 lost rounds of OCBA-MCTS against UCT, which makes 1,200 rounds; the net
// wins fit 410, which stands here. In Table 4 the rounds of UCT against Random, UCT and TTTS-MCTS add
// up to 994, 1,010 and 1,010. Nothing says which number is wrong, so they stand as printed.
type publishedDuels struct {
	rounds pairings
	net    [5]int
}

// publishedRounds is of how many rounds all numbers of the tables are.
const publishedRounds = 1000

var (
	// Table 1: tic-tac-toe, trained against a random opponent.
	table1 = publishedDuels{pairings{
		{{526, 449, 25}, {425, 552, 23}, {504, 475, 21}, {454, 520, 26}, {469, 513, 18}},
		{{604, 391, 5}, {446, 545, 9}, {404, 588, 8}, {319, 671, 10}, {408, 586, 6}},
		{{574, 415, 11}, {439, 551, 10}, {522, 467, 11}, {497, 491, 12}, {527, 463, 10}},
		{{557, 431, 12}, {455, 538, 7}, {484, 506, 10}, {501, 490, 9}, {402, 589, 9}},
		{{555, 430, 15}, {583, 403, 14}, {493, 499, 8}, {513, 477, 10}, {469, 522, 9}},
	}, [5]int{-483, -142, 156, 135, 334}}

	// Table 2: tic-tac-toe, trained against a UCT opponent.
	table2 = publishedDuels{pairings{
		{{434, 545, 21}, {307, 658, 35}, {291, 672, 37}, {288, 689, 23}, {288, 693, 19}},
		{{476, 507, 17}, {340, 649, 11}, {278, 713, 9}, {258, 730, 12}, {204, 787, 9}},
		{{415, 579, 6}, {314, 682, 4}, {286, 703, 11}, {312, 678, 10}, {270, 721, 9}},
		{{416, 572, 12}, {297, 696, 7}, {279, 710, 11}, {293, 692, 15}, {277, 715, 8}},
		{{435, 551, 14}, {307, 685, 8}, {278, 708, 14}, {341, 643, 16}, {279, 704, 17}},
	}, [5]int{-633, -2, 227, 93, 315}}

	// Table 3: Gomoku, trained against a random opponent.
	table3 = publishedDuels{pairings{
		{{501, 0, 499}, {392, 5, 603}, {401, 5, 594}, {481, 4, 515}, {450, 13, 537}},
		{{540, 4, 456}, {472, 14, 514}, {412, 4, 584}, {471, 11, 518}, {471, 0, 529}},
		{{660, 7, 333}, {580, 10, 410}, {560, 5, 435}, {521, 12, 467}, {432, 14, 554}},
		{{660, 11, 329}, {531, 5, 464}, {480, 14, 506}, {511, 0, 489}, {542, 1, 457}},
		{{641, 0, 359}, {571, 13, 416}, {591, 3, 406}, {552, 3, 445}, {551, 2, 447}},
	}, [5]int{-1549, -374, 635, 377, 635}}

	// Table 4: Gomoku, trained against a UCT opponent.
	table4 = publishedDuels{pairings{
		{{500, 7, 493}, {510, 9, 481}, {432, 49, 519}, {331, 4, 665}, {211, 7, 782}},
		{{481, 2, 511}, {521, 12, 477}, {421, 3, 576}, {341, 17, 652}, {350, 6, 644}},
		{{610, 11, 379}, {661, 5, 334}, {511, 7, 482}, {540, 5, 455}, {481, 3, 516}},
		{{691, 7, 302}, {550, 3, 447}, {501, 16, 483}, {510, 3, 487}, {361, 9, 630}},
		{{621, 19, 360}, {681, 8, 311}, {661, 9, 330}, {541, 2, 457}, {531, 6, 463}},
	}, [5]int{-1814, -1619, 901, 717, 2215}}
)
