export default {
  tengen: 'Tengen 天元', new_game: '新しい対局', your_games: '対局一覧', language: '言語', start: '対局開始',
  size: '碁盤', level: '強さ', level_n: 'レベル {n}', weakest: '最弱', strongest: '最強', custom: 'プレイヤー文字列',
  opponent: '相手', by_level: '強さで選ぶ', by_string: 'プレイヤー文字列で選ぶ',
  color: 'あなた', black: '黒', white: '白', both: '両方', handicap: '置き石', komi: 'コミ', rules: 'ルール',
  automatic: '標準', none: 'なし', teaching: '悪い手を知らせて、待ったを許す', open_sgf: 'SGF ファイルを開く',
  drop_sgf: 'またはこのページにドロップ', no_model: 'この碁盤の学習済みネットワークはありません。ネットワークなしの探索が打ちます。',
  games_none: 'まだ対局はありません。', moves_n: '{n} 手', unfinished: '打ちかけ', date: '日付', result: '結果', game: '対局', delete: '削除',
  pass: 'パス', undo: '待った', resign: '投了', hint: 'ヒント', count: '形勢', save: 'SGF を保存', sound: '音',
  first: '最初', back: '戻る', forward: '進む', last: '最後', variation: '別の変化', go: 'この手番を Tengen が打つ',
  resign_sure: '投了しますか?', resign_yes: '投了する', no: 'いいえ',
  captures: 'アゲハマ {n}', turn_person: 'あなたの番です:{side}', turn_player: '{who} が考えています', turn_wait: '次は {who} の番です',
  turn_hint: '良い手を探しています', turn_lesson_wait: 'あなたの手を見ています', turn_count: '終局です。死に石をクリックしてください。',
  turn_lesson: 'その手で勝率が {loss} % 下がりました。', turn_over: '終局です。', browsing: '棋譜を見ています。打つと新しい変化になります。',
  lesson: '{move} の勝率は {value} %、{better} なら {best} % です。', lesson_line: '例:{line}', take_back: '待った', keep_move: 'このまま続ける',
  win_bar: 'Tengen の見る黒の勝率 {n} %', curve: '一手ごとの黒の勝率',
  moves: '着手', estimate: 'プレイアウトによる見積もり:{text}', lost: 'Tengen に接続できません。サーバーは動いていますか?', failed: 'Tengen が打てませんでした:{why}',
  board: '碁盤、{size} 路', empty: '空点', edge: '盤端', up: '上', right: '右', down: '下', left: '左',
  board_help: '矢印キーで移動、Enter で着手、g と座標(例 d4)でその点へ、r で周囲を読み上げ、p パス、u 待った、h ヒント、c 形勢、s 状態。',
  goto: '座標を入力してください。例 d4', again: '{point}:もう一度触れると着手します', played: '{side} {point}', passed: '{side} パス', hint_list: '良い手:{list}',
  resigned: '{side} の中押し勝ち', wins_by: '{side} の {points} 勝ち', draw: '持碁',

  // the pages
  page_play: '対局', page_review: '検討', page_inside: '内部', page_train: '学習', page_match: '対戦', page_models: 'モデル',
  page_waits: '{page}を読み込んでいます…', page_unknown: 'このページはありません。新しい対局から始めてください。',

  // play
  time: '持ち時間', time_none: 'なし', time_own: 'その他', time_own_text: '持ち時間（例：5m+3s、20m+3x30s）', clock_of: '{side}：残り {text}', periods: '秒読み {n} 回', moves_left: '{n} 手', on_time: '{side}の時間切れ勝ち',
  clock_low: '残り {n} 秒',

  // review
  chart_summary: '{name}：{first} から {last} まで、最低 {low}、最高 {high}。', chart_empty: 'まだデータがありません。', chart_nothing: 'データなし',

  // inside

  // train

  // match

  // models

  // a bot as a page
  playouts_of: 'プレイアウト {n} / {of} 回', bot_drawn: 'やさしい：方策ネットワークの確率で着手を選ぶ', bot_policy: '方策ネットワークのみ（読みなし）',
  bot_playouts: 'プレイアウト {n} 回', bot_playouts_time: 'プレイアウト {n} 回、一手約 {s} 秒', bot_waits: 'エンジンを起動しています……',
  bot_resume: '前の対局を続ける', bot_failed: 'エンジンを起動できません：{why}。2023年以降のブラウザが必要です。',
  bot_board: '盤に打てばその手から対局が始まります。すべてこのページの中で動き、どこにも送信しません。',
  bot_about: '由来', bot_limits: '苦手なこと', bot_licence: '重みのライセンス：{name}', bot_made: 'Tengen {version} で作成。',
  bot_speed: 'このブラウザでは毎秒 {n} 回のプレイアウト。', bot_licences: 'このページに含まれるもののライセンス',

  // the end
};
