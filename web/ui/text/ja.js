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
  inside_about: 'AlphaGo がどう考えるかを見ましょう。局面を選ぶと、プログラムの各部分の見方がわかります。ここに出るものは、すべて対局に使う探索から読んだものです。', inside_look: '中を見る', inside_choose: '局面を選ぶ', inside_example_opening: '序盤',
  inside_example_ladder: 'シチョウ', inside_example_capture: '危ない石', inside_example_life: '死活', inside_example_fuseki: '19 路の布石', inside_example_endgame: '終局の前', inside_empty: '空の碁盤',
  inside_move: '{n} 手目（全 {total} 手）', inside_to_move: '{side}の番', inside_click: 'クリックで', inside_click_play: '次の手を打つ', inside_click_black: '黒石を置く', inside_click_white: '白石を置く',
  inside_click_remove: '石を取る', inside_turn: '手番', inside_apply: 'この局面を見る', inside_discard: 'やめる', inside_model: 'モデル', inside_rollouts: 'ロールアウト', inside_rollouts_informed: '規則による',
  inside_rollouts_softmax: 'ロールアウト方策による',
  inside_no_model: '{size}×{size} の学習済みネットワークがありません。平面とロールアウトはネットワークなしで使えます。ほかを見るには、学習させる（tengen train policy GAMES --board {size} -o DIR）か、9×9 または 19×19 を選んでください。', inside_figure: '六つの見方',
  inside_planes: '入力平面', inside_rollout: 'ロールアウト', inside_path: '木の中のプレイアウト',
  inside_figure_text: 'AlphaGo の論文の図 5 を、この局面で示します。探索を始めて、考えが変わるようすを見てください。手を指すと六つの盤すべてに出ます。数字はパーセント、勝率は手番の側のものです。', inside_amount: '{n} プレイアウト', inside_search: '探索', inside_stop: '停止',
  inside_forget: '初めから', inside_progress: '探索の進み', inside_read: 'ここまで {n} プレイアウト。探索によると{side}の勝率は {rate} %。', inside_read_none: 'まだプレイアウトはありません。盤 a と d に探索はいりません。',
  inside_point: '{point}：価値ネットワークは {value} %。木の中では、{judged} 個の価値で {values} %、{visits} 回のロールアウトで {rollouts} %。方策は {prior} %、プレイアウトの {share} % を得ました。',
  inside_point_none: '{point} は探索の手ではありません。', inside_point_help: '盤を指すか、矢印キーで点を選んでください。', inside_best: '最善：{point}、{n} %', inside_nothing_yet: 'まだありません。探索を始めてください。',
  inside_no_value: 'このモデルには価値ネットワークがありません。', inside_table: '訪問の多い手。a から e は各盤のパーセント、Q は混ぜた勝率、N はプレイアウトの数です。', inside_th_move: '手', inside_board_value: '価値ネットワーク',
  inside_board_value_text: '一手打って、価値ネットワークに一度だけ聞きます。どちらが勝つか。一目見るだけで、読みません。', inside_board_values: '木、価値だけ', inside_board_values_text: 'その手の先での価値ネットワークの答えの平均（λ = 0）。',
  inside_board_rollouts: '木、ロールアウトだけ', inside_board_rollouts_text: 'その手の先で勝ったロールアウトの割合。終局まで速く打ったものです（λ = 1）。', inside_board_prior: '方策ネットワーク',
  inside_board_prior_text: '強い人ならどこに打つか。探索の前の第一感です。', inside_board_share: 'プレイアウトの割合', inside_board_share_text: '探索が各手を試した割合。いちばん多い手が打たれます。', inside_board_line: '主な変化',
  inside_board_line_text: '探索が予想する進行。いつも訪問がいちばん多い手です。',
  inside_planes_text: 'ネットワークは碁盤を見ません。平面と呼ばれる 48 枚の絵を見ます。各点は 1（濃い）か 0 です。すべて手番の側から見ます。黒と白ではなく、自分の石と相手の石です。価値ネットワークには一枚多くあります。（論文：Extended Data Table 2）', inside_plane_count: '1 が {n} 点',
  inside_plane_empty: '空', inside_plane_label: '平面 {name}：1 が {n} 点', inside_plane_stone_colour: '石の色', inside_plane_stone_colour_text: '自分の石、相手の石、空点の場所。', inside_plane_own_stone: '自分',
  inside_plane_opponent_stone: '相手', inside_plane_empty_points: '空点', inside_plane_ones: 'すべて 1', inside_plane_ones_text: 'どこでも 1。盤の端がネットワークにわかります。', inside_plane_turns_since: '何手前',
  inside_plane_turns_since_text: 'その石が何手前に打たれたか。0 は直前の手。置いた石は古い石とします。', inside_plane_liberties: 'ダメの数', inside_plane_liberties_text: 'この点の石のつながりのダメの数。1 はアタリです。',
  inside_plane_capture_size: '取れる石の数', inside_plane_capture_size_text: 'ここに打つと取れる石の数。', inside_plane_self_atari_size: '自分がアタリになる石の数',
  inside_plane_self_atari_size_text: 'ここに打つと自分のダメが一つになります。取られうる石の数です。', inside_plane_liberties_after_move: '打った後のダメ', inside_plane_liberties_after_move_text: 'ここに打った後の、新しいつながりのダメの数。',
  inside_plane_ladder_capture: 'シチョウで取る', inside_plane_ladder_capture_text: 'ここに打つとシチョウで取れます。見つけるのはネットワークではなく、小さな探索です。', inside_plane_ladder_escape: 'シチョウから逃げる',
  inside_plane_ladder_escape_text: 'ここに打つとシチョウから逃げられます。', inside_plane_sensibleness: '自然な手', inside_plane_sensibleness_text: '打ってよく、自分の眼を埋めない手。', inside_plane_sensible: '自然',
  inside_plane_zeros: 'すべて 0', inside_plane_zeros_text: 'どこでも 0。論文にあるので、ここにもあります。', inside_plane_player_colour: '手番の色',
  inside_plane_player_colour_text: '価値ネットワークだけのもの。黒番ならどこでも 1。白にはコミがあるので、勝敗に色が関係します。', inside_plane_player_is_black: '黒番',
  inside_rollout_text: 'ロールアウトは局面を終局まで、とても速く、読まずに打ちます。一回ではほとんど何もわかりません。多くの平均で、どちらが勝ちそうかわかります。（論文：Methods, Rollout policy）',
  inside_rollouts_informed_text: 'ここでは手作りの規則が打ちます。順に一つずつ、ある確率で使います。Tengen はこのロールアウトで対局します。', inside_rollouts_softmax_text: 'ここでは論文と同じく、ロールアウト方策が打ちます。直前の手の近くの小さな形で、手の確率が上下します。倍率は掛け合わせます。',
  inside_rollout_label: 'ロールアウト {n} 手後の盤', inside_rollout_step: '{n} 手目（全 {total} 手）', inside_play: '再生', inside_pause: '一時停止', inside_again: '別のロールアウト',
  inside_seed: 'シード {n}：同じシードなら同じロールアウトです。', inside_next: '{side}：次の手の候補', inside_played: 'この手を打ちます', inside_times: '確率 × {n}',
  inside_rollout_end: '{n} 手の後、コミを入れて{side}の {points} 目勝ち。盤上は黒 {black}、白 {white}。', inside_owners: '四角は各点がどちらのものかを示します。', inside_reason_atari: 'アタリに答える', inside_reason_save: 'アタリの石を助ける',
  inside_reason_vital_point: '小さな眼形の急所', inside_reason_two_liberties: 'ダメ二つの石', inside_reason_pattern: '直前の手の隣の 3×3 の形', inside_reason_capture: '石を取る', inside_reason_any_move: '自然な手のどれか',
  inside_reason_response: '知られた応手', inside_reason_save_atari: 'アタリから助ける', inside_reason_neighbour: '直前の手の隣', inside_reason_nakade: 'ナカデの形', inside_reason_response_pattern: '直前の手のまわりの形',
  inside_reason_3x3_pattern: '3×3 の形', inside_reason_self_atari: '自分からアタリ', inside_reason_last_move_distance: '直前の手からの距離', inside_reason_the_move_before_distance: 'その前の手からの距離',
  inside_reason_12_point_pattern: '12 点の形', inside_path_text: '探索はプレイアウトからできています。一回ごとにこの局面から木を下り、新しい局面を一つ評価し、結果を上に伝えます。ここでは一回ずつ行えます。（論文：Methods, Search algorithm）',
  inside_constants: 'ここでは c_puct = {c}（論文：5）、λ = {lambda}（論文：0.5）、n_thr = {n}（論文：初め 40）。訪問のない手は、局面の Q から {reduction} を引いた値で始まります（論文：0）。値はすべて手番の側から、−1（負け）から 1（勝ち）です。',
  inside_trace: 'プレイアウト 1 回', inside_trace_more: 'プレイアウト {n} 回', inside_path_none: 'まだプレイアウトはありません。最初のボタンを押してください。', inside_path_number: 'プレイアウト {n}：{way}', inside_stage_select: '選択。',
  inside_stage_select_text: '各局面で Q + u が最大の手を取ります。Q はこれまでの良さ。u は方策が好み、あまり試していない手で大きくなります。', inside_stage_evaluate: '評価。',
  inside_stage_evaluate_text: '木の終わりで、価値ネットワークに v を聞き、ロールアウトで z を得ます。', inside_stage_backup: '逆伝播。', inside_stage_backup_text: 'v と z を上に伝えます。通った手の N と W が変わり、Q と u も変わります。変わった数に印があります。',
  inside_root: '根：{side}の番', inside_depth: '{n} 手後：{side}の番', inside_step_label: '盤。プレイアウトは {point} に進みます', inside_more_moves: 'ほかに {n} 手', inside_tree_label: '{way} に沿った木',
  inside_tree_text: '各局面で Q + u が大きい手です。手の下の数は N です。', inside_leaf: '道の終わり：{side}の番', inside_leaf_label: 'プレイアウトが着いた局面', inside_leaf_final: 'ロールアウト終了時の盤', inside_leaf_expand: '展開',
  inside_leaf_joined: 'これまで {n} 回来ました。n_thr = {threshold} より多いので、いま木に加わり、方策ネットワークが {moves} 手の P を決めます。', inside_leaf_waits: 'これまで {n} 回来ました。訪問が n_thr = {threshold} 回を超えると木に加わります。',
  inside_leaf_over: 'ここで対局は終わりです。何も加わりません。', inside_leaf_value: '価値', inside_leaf_judged: '価値ネットワークは黒に {v} と言います。N_v と W_v が変わります。', inside_leaf_known: '価値ネットワークはこの局面を前に評価しました。聞くのは一度だけです。',
  inside_leaf_unjudged: 'ここに価値はありません。', inside_leaf_rollout: 'ロールアウト', inside_leaf_rolled: '{n} 手の後、{side}の {points} 目勝ち。黒にとって z = {z}。N_r と W_r が変わります。',
  inside_leaf_result: '{side}の {points} 目勝ち。黒にとって z = {z}。', inside_leaf_mix: 'Q は {rest} × v の平均 + {lambda} × z の平均です。',

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
