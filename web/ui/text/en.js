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
  chart_summary: '{name}: from {first} to {last}, lowest {low}, highest {high}.', chart_empty: 'Nothing to show yet.', chart_nothing: 'nothing known',

  // inside

  // train

  // match
  match_about: 'Two players, many games: who is stronger, and how sure is that? The games go on when you close the page.',
  match_new: 'New match', match_side: 'Player {name}', match_by: 'Who plays', by_model: 'Model', thinks: 'How it thinks', think_policy: 'no search', think_playouts: 'playouts per move', think_time: 'time per move',
  playouts_move: 'Playouts per move', seconds_move: 'Seconds per move', games_n: 'Games', games_most: 'Games at most', openings: 'Random first moves', parallel: 'Games at once',
  openings_about: 'Two games share the same random first moves, with colours changed. Without them, some players repeat the same game.',
  sprt_wish: 'Stop as soon as a test is sure', elo0: 'A is not stronger than (Elo)', elo1: 'A is stronger by (Elo)', sprt_about: 'The sequential test (SPRT) is wrong in 5 % of matches. 100 Elo more win 64 % of the games.',
  match_start: 'Start the match', match_list: 'Matches', match_none: 'No matches yet.', match_all: 'All matches', match_of: 'Match on {size}',
  match_waiting: 'waiting', match_running: 'under way', match_stopping: 'stopping', match_stopped: 'stopped', match_done: 'finished', match_failed: 'failed', match_kept: 'kept', match_damaged: 'damaged',
  match_stop: 'Stop', match_resume: 'Go on', more_games: 'Go on until so many games', more_start: 'Play more', openings_n: '{n} random first moves',
  score: 'Score', score_label: 'A won {a}, B won {b}, drawn {draws}', rate_label: 'A wins {rate} %, between {low} and {high} %', rate_words: 'A wins {rate} % of {n} games (95 %: {low}–{high}).',
  elo_words: 'That is {elo} Elo ({low} to {high}).', elo_scale: '100 Elo more win 64 % of the games, 200 Elo 76 %, 400 Elo 91 %.', draws_half: '{n} draws count half.', black_won: 'Black won {n} of {of}.',
  means_none: 'No game has ended yet.', means_stronger: '{who} is stronger.', means_open: 'The games do not show yet who is stronger.',
  repeated: '{n} games repeat another one and do not count: random first moves make games differ.', not_counted: '{n} games do not count: they repeat another one, or wait for an earlier one.',
  faults: 'Lost by a fault (a crash, an illegal move, no answer): A {a}, B {b}.', match_played: 'Games played', played_of: '{n} of {of} games', played_most: '{n} of at most {of} games',
  sprt: 'Test', sprt_label: 'The test is at {llr}, between {lower} and {upper}', sprt_lower: '◀ not {elo1} Elo stronger', sprt_upper: 'more than {elo0} Elo stronger ▶',
  sprt_h0: 'Decided: A is not {elo1} Elo stronger.', sprt_h1: 'Decided: A is more than {elo0} Elo stronger.', sprt_open: 'Not decided yet.',
  live_one: 'Being played now', live_many: 'Being played now', live_label: 'Game {n}, move {moves}: Black {black}, White {white}', live_wait: 'The match waits for its turn: one job runs at a time.', live_none: 'No game is being played.',
  games_done: 'Finished games: {n}', games_wait: 'They appear here as they end.', games_all: 'Show all {n}', winner: 'Winner', game_open: 'Open', game_open_n: 'Open game {n}',

  // models
  models_about: 'A model is what Tengen learned: networks that suggest moves and judge positions. Each says how good it is, and where it fails.',
  models_all: 'All boards', models_filter: 'Models for a board', models_train: 'Your own, from your games:',
  model_shipped: 'part of Tengen', model_folder: 'a folder', model_default: 'plays on {board} if you do not choose', model_saved: 'saved on {date}',
  model_broken: 'This model cannot be used: {why}', model_more: 'How it was made, measurements, files', licence: 'licence {name}',
  play_it: 'Play against it', look_inside: 'Look inside', match_it: 'Let it play a match',
  limits: 'What it is not good at', limits_none: 'Nobody has noted it yet. A model knows only what its games showed, and only its own board.',
  results: 'Measured', data: 'Learned from', recipe: 'Made by', files: 'Files', half: 'half precision',
  export: 'For other programs', export_about: 'ONNX Runtime and most other engines run these files without Tengen.', export_onnx: 'Download: {kind}, ONNX',
  kind_policy: 'Policy network', what_policy: 'which moves look good', kind_value: 'Value network', what_value: 'who will win',
  kind_rollout: 'Rollout policy', what_rollout: 'fast moves, to play games to their end', kind_tree: 'Tree policy', what_tree: 'moves until the network has answered',
  kind_shapes: 'Local shapes', what_shapes: 'what small patterns are worth',
  shape: '{layers} layers of {filters} filters, {planes} planes as input', weights_n: '{n} weights', kilobytes: '{n} kB',
  learned_from: 'Learned from {list}.', learned_games: '{n} games', learned_positions: '{n} positions', learned_steps: '{n} steps', minutes: '{n} minutes', hours: '{n} hours',
  figure_top1: 'Its first choice is the move that was played', figure_top5: 'The move is among its first five', figure_win_rate: 'Games won against the network that it began with',
  figure_mse_half: 'Error of its judgement', figure_sign: 'Names the winner', figure_random: 'Games won against random moves', no_figures: 'Nothing was measured.',
  of_positions: 'of {n} positions that it did not learn from', of_games: 'of {n} games',
  mark_beginning: 'fair {v}', mark_good: 'good {v}', mark_very: 'very good {v}', mark_paper: 'AlphaGo 2016 {v}', mark_nothing: 'knowing nothing {v}',
  verdict_weak: 'weak', verdict_fair: 'fair', verdict_good: 'good', verdict_very: 'very good',
  taste_label: 'Go board, {size} by {size}, after {n} moves.', taste_next: 'Next it likes for {side}: {list}', taste_none: 'It sees no move.', taste_waits: 'Asking the network …',
  taste_play: 'Play its favourite', taste_empty: 'Empty board',

  // the end
};
