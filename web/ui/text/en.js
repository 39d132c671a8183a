export default {
  tengen: 'Tengen', new_game: 'New game', your_games: 'Your games', language: 'Language', start: 'Play',
  size: 'Board', level: 'Strength', level_n: 'Level {n}', weakest: 'weakest', strongest: 'strongest', custom: 'Player string',
  opponent: 'Opponent', by_level: 'by level', by_string: 'by player string',
  color: 'You play', black: 'Black', white: 'White', both: 'both sides', handicap: 'Handicap stones', komi: 'Komi', rules: 'Rules',
  automatic: 'usual', none: 'none', teaching: 'Warn me of mistakes and let me take them back', open_sgf: 'Open an SGF file',
  drop_sgf: 'or drop one on this page', no_model: 'There is no trained network for this board: a search without one plays.',
  games_none: 'No games yet.', moves_n: '{n} moves', unfinished: 'unfinished', date: 'Date', result: 'Result', game: 'Game', delete: 'Delete',
  pass: 'Pass', undo: 'Take back', resign: 'Resign', hint: 'Hint', count: 'Count', save: 'Save SGF', sound: 'Sound',
  first: 'Start', back: 'Back', forward: 'Forward', last: 'End', variation: 'Other variation', go: 'You play for this side, Tengen',
  resign_sure: 'Resign this game?', resign_yes: 'Yes, resign', no: 'No',
  captures: 'captured {n}', turn_person: 'Your turn: {side}', turn_player: '{who} is thinking', turn_wait: '{who} moves next',
  turn_hint: 'Looking for good moves', turn_lesson_wait: 'Looking at your move', turn_count: 'The game is over. Click groups that are dead.',
  turn_lesson: 'That move costs {loss} % of your win rate.', turn_over: 'The game is over.', browsing: 'You look at the record. A move starts a variation.',
  lesson: 'With {move} you win {value} %. {better} would win {best} %.', lesson_line: 'For example: {line}', take_back: 'Take it back', keep_move: 'Keep it',
  win_bar: 'Black wins {n} %, as Tengen sees it', curve: 'How likely Black wins, move by move',
  moves: 'Moves', estimate: 'Estimate by playouts: {text}', lost: 'No connection to Tengen. Is the server running?', failed: 'Tengen could not move: {why}',
  board: 'Go board, {size} by {size}', empty: 'empty', edge: 'edge', up: 'above', right: 'right', down: 'below', left: 'left',
  board_help: 'Arrow keys move, Enter plays, g and a point such as d 4 jumps there, r reads what is around, p passes, u takes back, h gives a hint, c counts, s says the state.',
  goto: 'Type a point, such as d 4', again: '{point}: touch again to play', played: '{side} {point}', passed: '{side} passes', hint_list: 'Good moves: {list}',
  resigned: '{side} wins by resignation', wins_by: '{side} wins by {points}', draw: 'A draw',

  // the pages
  page_play: 'Play', page_review: 'Review', page_inside: 'Inside', page_train: 'Train', page_match: 'Match', page_models: 'Models',
  page_waits: 'Reading {page} …', page_unknown: 'This page does not exist. Begin with a new game.',

  // play
  time: 'Time', time_none: 'none', time_own: 'other', time_own_text: 'Time, such as 5m+3s or 20m+3x30s', clock_of: '{side}: {text} left', periods: '{n} periods', moves_left: '{n} moves', on_time: '{side} wins on time',
  clock_low: '{n} seconds left',

  // review
  review_new: 'Review a game', review_what: 'A player goes through the whole game, shows where moves cost win rate, and reads on while you try other moves.',
  review_file: 'Open a game record (SGF)', review_played_here: 'or a game that was played here', review_this: 'Review this game', review_list: 'Earlier reviews', review_none: 'No reviews yet.',
  review_many: '{name} has {n} games: choose one', review_more: 'and {n} more, which do not fit this list', review_part: 'Analysed',
  review_at: 'Move {n}: {move}', review_start: 'The beginning', review_costs: 'costs {loss} of the win rate', review_next: 'The record goes on: {move}', review_comment: 'Comment of the record', review_save: 'Save the SGF with the analysis',
  review_whole: 'The whole game', review_stop: 'Stop', review_begin: 'Analyse the game', review_go_on: 'Go on', review_done: '{done} of {of} positions', review_pace: '{rate} positions and {speed} playouts a second',
  review_left: '{time} left', review_seconds: '{n} s', review_minutes: '{n} min', review_progress: 'Positions that are analysed', review_failed: 'The player stopped: {why}', review_strength: 'Strength', review_compare: 'Compare with',
  review_quick: 'quick', review_thorough: 'thorough', review_deep: 'very thorough', review_own: 'the player of this server', review_other: 'another player …', review_nobody: 'nobody', review_take: 'Use it',
  review_candidates: 'Candidates', review_show: 'Show', review_move: 'Move', review_rate: 'Win rate', review_visits: 'Visits', review_prior: 'Prior', review_line: 'Then', review_visits_n: '{n} visits', review_try: '{point}: play it', review_played: 'played in the record', review_no_moves: 'Not analysed yet.',
  review_candidate: '{point}: win rate {rate}, {visits} visits, prior {prior}. Line: {line}', review_think: 'Think about this position', review_owner: 'Owners', review_policy: 'Policy', review_reads: 'Reading: {n} of {of} playouts', review_has_read: 'Has read {n} of {of} playouts',
  review_mistakes: 'Mistakes', review_whose: 'Mistakes of', review_no_mistakes: 'None found so far.', review_loss: 'Cost', review_better: 'Better',
  review_main_line: 'Main line', review_search: 'Win rate', review_value: 'Value network', review_rollouts: 'Rollouts', review_recorded: 'In the record', review_policy_curve: 'Prior of each move', review_number: 'move', review_back_n: '{n} moves back', review_on_n: '{n} moves on',
  review_tree: 'Variations', review_tree_label: 'Variations: {n} moves', review_tree_help: 'Arrow keys, Home and End walk. Drag a variation to change the order; with keys: Shift and up or down.', review_main: 'Make main line', review_delete: 'Delete variation',
  review_help: 'Arrow keys move, Enter plays a variation, g and a point such as d 4 jumps there, r reads what is around, p passes, u or [ goes back, ] goes forward, Home and End go to the ends, h thinks or stops, c shows owners, s says the state.',
  chart_summary: '{name}: from {first} to {last}, lowest {low}, highest {high}.', chart_empty: 'Nothing to show yet.', chart_nothing: 'nothing known',

  // inside

  // train

  // match

  // models

  // the end
};
