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

  // models

  // a bot as a page
  playouts_of: '{n} of {of} playouts', bot_drawn: 'easy: moves drawn from the policy network', bot_policy: 'policy network, without reading',
  bot_playouts: '{n} playouts', bot_playouts_time: '{n} playouts, about {s} s a move', bot_waits: 'The engine is starting …',
  bot_resume: 'Go on with the last game', bot_failed: 'The engine does not start: {why}. A browser of 2023 or later is needed.',
  bot_board: 'Or play on the board: the game begins with your move. Everything happens in this page; nothing is sent anywhere.',
  bot_about: 'Where it comes from', bot_limits: 'What it is not good at', bot_licence: 'Licence of the weights: {name}', bot_made: 'Made with Tengen {version}.',
  bot_speed: 'This browser makes {n} playouts a second.', bot_licences: 'Licences of what is in this page',

  // the end
};
