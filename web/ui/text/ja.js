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
  match_about: '二人のプレイヤー、多くの対局。どちらが強いか、どれほど確かか。ページを閉じても対局は続きます。',
  match_new: '新しい対戦', match_side: 'プレイヤー {name}', match_by: '打ち手', by_model: 'モデル', thinks: '考え方', think_policy: '探索なし', think_playouts: '一手ごとのプレイアウト数', think_time: '一手ごとの時間',
  playouts_move: '一手のプレイアウト数', seconds_move: '一手の秒数', games_n: '対局数', games_most: '最大対局数', openings: '最初のランダムな手数', parallel: '同時対局数',
  openings_about: '二局ごとに同じランダムな序盤を使い、黒白を入れ替えます。これがないと同じ碁を繰り返すプレイヤーがいます。',
  sprt_wish: '検定が確かになったら終える', elo0: 'A はこれより強くない (Elo)', elo1: 'A はこれだけ強い (Elo)', sprt_about: '逐次検定 (SPRT) は 5 % の対戦で誤ります。100 Elo 上なら 64 % 勝ちます。',
  match_start: '対戦を始める', match_list: '対戦', match_none: 'まだ対戦がありません。', match_all: 'すべての対戦', match_of: '{size} の対戦',
  match_waiting: '待機中', match_running: '進行中', match_stopping: '停止中', match_stopped: '停止', match_done: '終了', match_failed: '失敗', match_kept: '保存済み', match_damaged: '破損',
  match_stop: '止める', match_resume: '続ける', more_games: '何局まで続けるか', more_start: 'さらに打つ', openings_n: 'ランダムな序盤 {n} 手',
  score: 'スコア', score_label: 'A の勝ち {a}、B の勝ち {b}、引き分け {draws}', rate_label: 'A の勝率 {rate} %、{low} から {high} % の間', rate_words: '{n} 局で A の勝率は {rate} %（95 %：{low}–{high}）。',
  elo_words: 'これは {elo} Elo です（{low} から {high}）。', elo_scale: '100 Elo 上なら 64 %、200 Elo なら 76 %、400 Elo なら 91 % 勝ちます。', draws_half: '引き分け {n} 局は半分と数えます。', black_won: '黒は {of} 局中 {n} 局勝ちました。',
  means_none: 'まだ終わった対局がありません。', means_stronger: '{who} の方が強い。', means_open: 'どちらが強いかはまだ分かりません。',
  repeated: '{n} 局は他の局と同じなので数えません。ランダムな序盤で対局は変わります。', not_counted: '{n} 局は数えません。他の局と同じか、前の局を待っています。',
  faults: '障害（停止、反則、無応答）による負け：A {a}、B {b}。', match_played: '打った対局', played_of: '{of} 局中 {n} 局', played_most: '最大 {of} 局中 {n} 局',
  sprt: '検定', sprt_label: '検定の値は {llr}、{lower} と {upper} の間', sprt_lower: '◀ {elo1} Elo 強くはない', sprt_upper: '{elo0} Elo より強い ▶',
  sprt_h0: '結論：A は {elo1} Elo 強くはない。', sprt_h1: '結論：A は {elo0} Elo より強い。', sprt_open: 'まだ決まっていません。',
  live_one: '対局中', live_many: '対局中', live_label: '第 {n} 局、{moves} 手目：黒 {black}、白 {white}', live_wait: '順番を待っています。一度に一つの仕事だけ動きます。', live_none: '打たれている対局はありません。',
  games_done: '終わった対局：{n}', games_wait: '終わるとここに現れます。', games_all: '{n} 局すべて表示', winner: '勝者', game_open: '開く', game_open_n: '第 {n} 局を開く',

  // models
  models_about: 'モデルとは Tengen が学んだものです。着手を提案し、局面を判断するネットワークです。それぞれの強さと弱点を示します。',
  models_all: 'すべての盤', models_filter: '盤ごとのモデル', models_train: '自分の棋譜から作る：',
  model_shipped: 'Tengen に内蔵', model_folder: 'フォルダー', model_default: '選ばなければ {board} で使われる', model_saved: '{date} に保存',
  model_broken: 'このモデルは使えません：{why}', model_more: '作り方、測定、ファイル', licence: 'ライセンス {name}',
  play_it: 'これと対局する', look_inside: '内部を見る', match_it: '対戦させる',
  limits: '苦手なこと', limits_none: 'まだ記録がありません。モデルは学んだ棋譜のこと、自分の盤のことしか知りません。',
  results: '測定', data: '学んだもの', recipe: '作成コマンド', files: 'ファイル', half: '半精度',
  export: '他のプログラムのために', export_about: 'ONNX Runtime など多くのエンジンは、Tengen なしでこのファイルを実行できます。', export_onnx: 'ダウンロード：{kind}、ONNX',
  kind_policy: 'ポリシーネットワーク', what_policy: 'どの手が良さそうか', kind_value: 'バリューネットワーク', what_value: 'どちらが勝つか',
  kind_rollout: 'ロールアウトポリシー', what_rollout: '終局まで速く打つ', kind_tree: 'ツリーポリシー', what_tree: 'ネットワークが答えるまでの手',
  kind_shapes: '局所形', what_shapes: '小さな形の価値',
  shape: '{layers} 層、各 {filters} フィルター、入力 {planes} 面', weights_n: '重み {n} 個', kilobytes: '{n} kB',
  learned_from: '学習：{list}。', learned_games: '{n} 局', learned_positions: '{n} 局面', learned_steps: '{n} ステップ', minutes: '{n} 分', hours: '{n} 時間',
  figure_top1: '第一候補が実戦の手と一致', figure_top5: '実戦の手が上位五候補にある', figure_win_rate: '元のネットワークに対する勝率',
  figure_mse_half: '判断の誤差', figure_sign: '勝者を当てる', figure_random: 'ランダムな手に対する勝率', no_figures: '測定されていません。',
  of_positions: '学習に使っていない {n} 局面', of_games: '{n} 局',
  mark_beginning: '並 {v}', mark_good: '良い {v}', mark_very: 'とても良い {v}', mark_paper: 'AlphaGo 2016 {v}', mark_nothing: '何も知らない場合 {v}',
  verdict_weak: '弱い', verdict_fair: '並', verdict_good: '良い', verdict_very: 'とても良い',
  taste_label: '碁盤 {size}×{size}、{n} 手の後。', taste_next: '{side}の次の候補：{list}', taste_none: '手が見つかりません。', taste_waits: 'ネットワークに問い合わせ中 …',
  taste_play: '第一候補を打つ', taste_empty: '空の盤',

  // the end
};
