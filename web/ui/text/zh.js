export default {
  tengen: 'Tengen 天元', new_game: '新对局', your_games: '我的对局', language: '语言', start: '开始',
  size: '棋盘', level: '强度', level_n: '{n} 级', weakest: '最弱', strongest: '最强', custom: '棋手字符串',
  opponent: '对手', by_level: '按强度', by_string: '按棋手字符串',
  color: '你执', black: '黑', white: '白', both: '双方', handicap: '让子', komi: '贴目', rules: '规则',
  automatic: '通常', none: '无', teaching: '下出坏棋时提醒我,并允许悔棋', open_sgf: '打开 SGF 文件',
  drop_sgf: '或拖到此页面', no_model: '这个棋盘没有训练好的网络:由不用网络的搜索来下。',
  games_none: '还没有对局。', moves_n: '{n} 手', unfinished: '未完', date: '日期', result: '结果', game: '对局', delete: '删除',
  pass: '停一手', undo: '悔棋', resign: '认输', hint: '提示', count: '形势', save: '保存 SGF', sound: '声音',
  first: '开头', back: '后退', forward: '前进', last: '结尾', variation: '其他变化', go: '让 Tengen 下这一方',
  resign_sure: '确定认输吗?', resign_yes: '认输', no: '不',
  captures: '提子 {n}', turn_person: '轮到你:{side}', turn_player: '{who} 正在思考', turn_wait: '接下来由 {who} 下',
  turn_hint: '正在寻找好棋', turn_lesson_wait: '正在看你的这手棋', turn_count: '对局结束。请点击死子。',
  turn_lesson: '这手棋损失 {loss} % 胜率。', turn_over: '对局结束。', browsing: '正在看棋谱。落子即开始新变化。',
  lesson: '{move} 的胜率为 {value} %,{better} 为 {best} %。', lesson_line: '例如:{line}', take_back: '悔棋', keep_move: '不悔',
  win_bar: 'Tengen 认为黑方胜率 {n} %', curve: '每一手之后黑方的胜率',
  moves: '着手', estimate: '模拟对局估计:{text}', lost: '无法连接 Tengen。服务器在运行吗?', failed: 'Tengen 无法落子:{why}',
  board: '围棋棋盘,{size} 路', empty: '空', edge: '边', up: '上', right: '右', down: '下', left: '左',
  board_help: '方向键移动,回车落子,g 加坐标(如 d4)跳到该点,r 读出周围,p 停一手,u 悔棋,h 提示,c 形势,s 读出状态。',
  goto: '输入坐标,如 d4', again: '{point}:再点一次落子', played: '{side} {point}', passed: '{side} 停一手', hint_list: '好棋:{list}',
  resigned: '{side} 中盘胜', wins_by: '{side} 胜 {points}', draw: '和棋',

  // the pages
  page_play: '对局', page_review: '复盘', page_inside: '内部', page_train: '训练', page_match: '比赛', page_models: '模型',
  page_waits: '正在载入{page}……', page_unknown: '没有这个页面。请从新对局开始。',

  // play
  time: '用时', time_none: '不限时', time_own: '其他', time_own_text: '用时，例如 5m+3s 或 20m+3x30s', clock_of: '{side}：剩余 {text}', periods: '{n} 次读秒', moves_left: '{n} 手', on_time: '{side}超时胜',
  clock_low: '还剩 {n} 秒',

  // review
  chart_summary: '{name}：从 {first} 到 {last}，最低 {low}，最高 {high}。', chart_empty: '还没有数据。', chart_nothing: '无数据',

  // inside
  inside_about: '看看 AlphaGo 怎样思考。选一个局面，看程序的每个部分怎样看它。这里的一切都直接来自对局所用的搜索。', inside_look: '看看内部', inside_choose: '选择局面', inside_example_opening: '开局', inside_example_ladder: '征子',
  inside_example_capture: '危险的棋子', inside_example_life: '死活', inside_example_fuseki: '大棋盘的布局', inside_example_endgame: '接近终局', inside_empty: '空棋盘', inside_move: '第 {n} 手，共 {total} 手',
  inside_to_move: '轮到{side}', inside_click: '点击', inside_click_play: '下一手棋', inside_click_black: '放黑子', inside_click_white: '放白子', inside_click_remove: '拿走棋子', inside_turn: '轮到',
  inside_apply: '看这个局面', inside_discard: '放弃', inside_model: '模型', inside_rollouts: '快速走子', inside_rollouts_informed: '按规则', inside_rollouts_softmax: '按走子策略',
  inside_no_model: '{size}×{size} 没有训练好的网络。平面和快速走子不需要网络。其他部分请先训练一个（tengen train policy GAMES --board {size} -o DIR），或者选 9×9 或 19×19 的棋盘。', inside_figure: '六个视角', inside_planes: '输入平面',
  inside_rollout: '一次快速走子', inside_path: '树中的一次模拟', inside_figure_text: '这是 AlphaGo 论文的图 5，用的是你的局面。开始搜索，看程序怎样改变主意。指向一手棋，六个棋盘同时显示它。数字是百分比；胜率属于将要落子的一方。', inside_amount: '{n} 次模拟',
  inside_search: '搜索', inside_stop: '停止', inside_forget: '重新开始', inside_progress: '搜索的进度', inside_read: '已有 {n} 次模拟。搜索认为{side}的胜率是 {rate} %。', inside_read_none: '还没有模拟。棋盘 a 和 d 不需要搜索。',
  inside_point: '{point}：价值网络给 {value} %。树中：按 {judged} 个价值是 {values} %，按 {visits} 次快速走子是 {rollouts} %。策略网络给它 {prior} %，它得到 {share} % 的模拟。', inside_point_none: '搜索不考虑 {point}。',
  inside_point_help: '指向棋盘，或用方向键选择一点。', inside_best: '最好：{point}，{n} %', inside_nothing_yet: '还没有：请开始搜索。', inside_no_value: '这个模型没有价值网络。',
  inside_table: '访问最多的着法。a 到 e 是各棋盘的百分比，Q 是混合胜率，N 是模拟次数。', inside_th_move: '着法', inside_board_value: '价值网络', inside_board_value_text: '下一手棋，然后问价值网络一次：谁赢？只看一眼，不计算。',
  inside_board_values: '树，只用价值', inside_board_values_text: '这手棋之后价值网络所有回答的平均（λ = 0）。', inside_board_rollouts: '树，只用快速走子', inside_board_rollouts_text: '这手棋之后快速走子获胜的比例：很快下到终局的棋（λ = 1）。',
  inside_board_prior: '策略网络', inside_board_prior_text: '高手会下在哪里？搜索之前的第一感。', inside_board_share: '模拟的比例', inside_board_share_text: '搜索试每手棋有多少次。模拟最多的一手会被下出。', inside_board_line: '主要变化',
  inside_board_line_text: '搜索预期的进程：每次都是访问最多的一手。', inside_planes_text: '网络看不到棋盘。它看到 48 张图，叫做平面：每一点上是 1（深色）或 0。都从将要落子的一方来看：是自己的子和对方的子，不是黑和白。价值网络多一个平面。（论文：扩展数据表 2。）',
  inside_plane_count: '{n} 个点是 1', inside_plane_empty: '空的', inside_plane_label: '平面 {name}：{n} 个点是 1', inside_plane_stone_colour: '棋子颜色', inside_plane_stone_colour_text: '哪里是自己的子、对方的子、空点。',
  inside_plane_own_stone: '自己', inside_plane_opponent_stone: '对方', inside_plane_empty_points: '空点', inside_plane_ones: '全一', inside_plane_ones_text: '处处是 1。它告诉网络棋盘到哪里为止。',
  inside_plane_turns_since: '几手之前', inside_plane_turns_since_text: '这个子是几手之前下的：0 是最后一手。摆上的子算作很早。', inside_plane_liberties: '气', inside_plane_liberties_text: '这里的棋有几口气。1 就是被打吃。',
  inside_plane_capture_size: '提子数', inside_plane_capture_size_text: '下在这里会提掉几个子。', inside_plane_self_atari_size: '自己被打吃的子数', inside_plane_self_atari_size_text: '下在这里自己只剩一口气：有几个子会被提。',
  inside_plane_liberties_after_move: '落子后的气', inside_plane_liberties_after_move_text: '下在这里以后新的棋有几口气。', inside_plane_ladder_capture: '征吃',
  inside_plane_ladder_capture_text: '下在这里可以征吃。这是小搜索找到的，不是网络。', inside_plane_ladder_escape: '逃征', inside_plane_ladder_escape_text: '下在这里可以逃出征子。', inside_plane_sensibleness: '合理',
  inside_plane_sensibleness_text: '合法并且不填自己的眼的着法。', inside_plane_sensible: '合理', inside_plane_zeros: '全零', inside_plane_zeros_text: '处处是 0。论文里有，所以这里也有。', inside_plane_player_colour: '落子方颜色',
  inside_plane_player_colour_text: '只给价值网络：轮到黑棋时处处是 1。白棋有贴目，所以谁赢与颜色有关。', inside_plane_player_is_black: '轮到黑棋',
  inside_rollout_text: '快速走子把局面很快地下到终局，不作计算。一次说明不了什么，很多次的平均说明谁更可能赢。（论文：方法，走子策略。）', inside_rollouts_informed_text: '这里由手写的规则来下：依次询问每条规则，以一定的机会采用。Tengen 对局时用的就是它。',
  inside_rollouts_softmax_text: '这里由走子策略来下，和论文一样。最后一手附近的小图形使着法更可能或更不可能。各个倍数相乘。', inside_rollout_label: '快速走子 {n} 手之后的棋盘', inside_rollout_step: '第 {n} 手，共 {total} 手', inside_play: '播放',
  inside_pause: '暂停', inside_again: '再来一次', inside_seed: '种子 {n}：相同的种子走出相同的棋。', inside_next: '{side}：最可能的下一手', inside_played: '下的是这一手', inside_times: '机会 × {n}',
  inside_rollout_end: '{n} 手之后：计贴目{side}胜 {points} 目。盘面黑 {black}，白 {white}。', inside_owners: '方块表示每一点属于谁。', inside_reason_atari: '应对打吃', inside_reason_save: '救被打吃的棋',
  inside_reason_vital_point: '小眼位的要点', inside_reason_two_liberties: '两口气的棋', inside_reason_pattern: '最后一手旁边的 3×3 图形', inside_reason_capture: '提子', inside_reason_any_move: '任何合理的着法',
  inside_reason_response: '已知的应手', inside_reason_save_atari: '从打吃中救出', inside_reason_neighbour: '紧挨最后一手', inside_reason_nakade: '点眼形状', inside_reason_response_pattern: '最后一手周围的图形',
  inside_reason_3x3_pattern: '3×3 图形', inside_reason_self_atari: '自己送吃', inside_reason_last_move_distance: '到最后一手的距离', inside_reason_the_move_before_distance: '到再前一手的距离',
  inside_reason_12_point_pattern: '12 点图形', inside_path_text: '搜索由许多次模拟组成。每次从你的局面沿树往下走，评价一个新局面，再把结果带回来。这里可以一次一次地做。（论文：方法，搜索算法。）',
  inside_constants: '这里 c_puct = {c}（论文：5），λ = {lambda}（论文：0.5），n_thr = {n}（论文：起初 40）。没有访问过的着法从局面的 Q 减 {reduction} 开始（论文：0）。所有值从 −1（输）到 1（赢），属于将要落子的一方。', inside_trace: '一次模拟',
  inside_trace_more: '{n} 次模拟', inside_path_none: '还没有模拟。请按第一个按钮。', inside_path_number: '第 {n} 次模拟：{way}', inside_stage_select: '选择。',
  inside_stage_select_text: '在每个局面取 Q + u 最大的一手。Q：到目前为止有多好。u：策略喜欢它，而且试得少。', inside_stage_evaluate: '评价。', inside_stage_evaluate_text: '在树的尽头，向价值网络问 v，再快速走子得到 z。', inside_stage_backup: '回传。',
  inside_stage_backup_text: '把 v 和 z 带回去：路上每手棋的 N 和 W 改变，Q 和 u 也跟着变。改变的数字有标记。', inside_root: '根：轮到{side}', inside_depth: '{n} 手之后：轮到{side}', inside_step_label: '棋盘；模拟走 {point}',
  inside_more_moves: '还有 {n} 个着法', inside_tree_label: '沿 {way} 的树', inside_tree_text: '每个局面中 Q + u 最大的着法。着法下面的数字是 N。', inside_leaf: '路的尽头：轮到{side}', inside_leaf_label: '模拟到达的局面',
  inside_leaf_final: '快速走子结束时的棋盘', inside_leaf_expand: '扩展', inside_leaf_joined: '之前到过 {n} 次，超过 n_thr = {threshold}。它现在加入树，策略网络给它的 {moves} 个着法各自的 P。',
  inside_leaf_waits: '之前到过 {n} 次。访问超过 n_thr = {threshold} 次以后才加入树。', inside_leaf_over: '这里棋局已经结束：什么也不加。', inside_leaf_value: '价值', inside_leaf_judged: '价值网络给黑棋 {v}。N_v 和 W_v 改变。',
  inside_leaf_known: '价值网络以前评价过这个局面。每个局面只问一次。', inside_leaf_unjudged: '这里没有价值。', inside_leaf_rollout: '快速走子', inside_leaf_rolled: '{n} 手之后{side}胜 {points} 目：对黑棋 z = {z}。N_r 和 W_r 改变。',
  inside_leaf_result: '{side}胜 {points} 目：对黑棋 z = {z}。', inside_leaf_mix: 'Q 是 {rest} × v 的平均 + {lambda} × z 的平均。',

  // train

  // match

  // models

  // a bot as a page
  playouts_of: '已模拟 {n} / {of} 次', bot_drawn: '简单：按策略网络的概率抽取着法', bot_policy: '只用策略网络，不搜索',
  bot_playouts: '{n} 次模拟', bot_playouts_time: '{n} 次模拟，每手约 {s} 秒', bot_waits: '引擎正在启动……',
  bot_resume: '继续上一局', bot_failed: '引擎无法启动：{why}。需要 2023 年或更新的浏览器。',
  bot_board: '也可以直接在棋盘上落子开始对局。一切都在本页面内运行，不会发送任何数据。',
  bot_about: '它的来历', bot_limits: '它不擅长什么', bot_licence: '权重的许可证：{name}', bot_made: '由 Tengen {version} 制作。',
  bot_speed: '本浏览器每秒模拟 {n} 次。', bot_licences: '本页面所含内容的许可证',

  // the end
};
