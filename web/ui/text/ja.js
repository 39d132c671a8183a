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
  review_new: '対局を検討する', review_what: 'プレイヤーが全局を調べ、勝率を下げた手を示します。別の手を試すと、その先も読みます。',
  review_file: '棋譜（SGF）を開く', review_played_here: 'またはここで打った対局', review_this: 'この対局を検討', review_list: 'これまでの検討', review_none: 'まだ検討はありません。',
  review_many: '{name} には {n} 局あります：一局を選んでください', review_more: 'ほかに {n} 局は一覧にありません', review_part: '解析済み',
  review_at: '{n} 手目：{move}', review_start: '開始局面', review_costs: '勝率を {loss} 損します', review_next: '棋譜の次の手：{move}', review_comment: '棋譜のコメント', review_save: '解析つき SGF を保存',
  review_whole: '全局の解析', review_stop: '停止', review_begin: '全局を解析', review_go_on: '続ける', review_done: '{done} / {of} 局面', review_pace: '毎秒 {rate} 局面、{speed} プレイアウト',
  review_left: '残り {time}', review_seconds: '{n} 秒', review_minutes: '{n} 分', review_progress: '解析した局面', review_failed: 'プレイヤーが止まりました：{why}', review_strength: '解析の強さ', review_compare: '比べる相手',
  review_quick: '速い', review_thorough: '詳しい', review_deep: 'とても詳しい', review_own: 'このサーバーのプレイヤー', review_other: '別のプレイヤー…', review_nobody: 'なし', review_take: '使う',
  review_candidates: '候補手', review_show: '表示', review_move: '手', review_rate: '勝率', review_visits: '訪問数', review_prior: '事前確率', review_line: '以後', review_visits_n: '訪問 {n} 回', review_try: '{point}：打つ', review_played: '棋譜の手', review_no_moves: 'まだ解析していません。',
  review_candidate: '{point}：勝率 {rate}、訪問 {visits} 回、事前確率 {prior}。読み筋：{line}', review_think: 'この局面を考える', review_owner: '地の見込み', review_policy: '方策', review_reads: '読んでいます：{n} / {of} プレイアウト', review_has_read: '{n} / {of} プレイアウトを読みました',
  review_mistakes: '悪手', review_whose: 'どちらの悪手', review_no_mistakes: '今のところありません。', review_loss: '損失', review_better: '良い手',
  review_main_line: '本譜', review_search: '勝率', review_value: '価値ネットワーク', review_rollouts: 'ロールアウト', review_recorded: '棋譜の勝率', review_policy_curve: '各手の事前確率', review_number: '手数', review_back_n: '{n} 手戻る', review_on_n: '{n} 手進む',
  review_tree: '変化', review_tree_label: '変化：{n} 手', review_tree_help: '矢印キー、Home、End で移動。変化をドラッグすると順序が変わります。キーでは Shift と上下。', review_main: '本譜にする', review_delete: '変化を削除',
  review_help: '矢印キーで移動、Enter で変化を打つ、g と座標（例 d4）でその点へ、r で周囲を読み上げ、p パス、u または [ で戻る、] で進む、Home と End で両端へ、h で考える・止める、c で地の見込み、s で状態。',
  chart_summary: '{name}：{first} から {last} まで、最低 {low}、最高 {high}。', chart_empty: 'まだデータがありません。', chart_nothing: 'データなし',

  // inside

  // train

  // match

  // models

  // the end
};
