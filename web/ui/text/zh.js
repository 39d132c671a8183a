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

  // train

  // match
  match_about: '两个对手，许多对局：谁更强？有多确定？关闭页面后对局会继续。',
  match_new: '新比赛', match_side: '对手 {name}', match_by: '谁来下', by_model: '模型', thinks: '如何思考', think_policy: '不搜索', think_playouts: '按每手模拟次数', think_time: '按每手时间',
  playouts_move: '每手模拟次数', seconds_move: '每手秒数', games_n: '局数', games_most: '最多局数', openings: '开局随机手数', parallel: '同时对局数',
  openings_about: '每两局使用相同的随机开局并交换黑白。没有随机开局时，有些对手会重复同一局。',
  sprt_wish: '检验有把握时提前结束', elo0: 'A 不强于 (Elo)', elo1: 'A 强出 (Elo)', sprt_about: '序贯检验 (SPRT) 在 5 % 的比赛中会判断错误。高 100 Elo 的一方赢 64 % 的对局。',
  match_start: '开始比赛', match_list: '比赛', match_none: '还没有比赛。', match_all: '所有比赛', match_of: '{size} 比赛',
  match_waiting: '等待中', match_running: '进行中', match_stopping: '正在停止', match_stopped: '已停止', match_done: '已结束', match_failed: '失败', match_kept: '已保存', match_damaged: '已损坏',
  match_stop: '停止', match_resume: '继续', more_games: '继续到多少局', more_start: '继续下', openings_n: '随机开局 {n} 手',
  score: '比分', score_label: 'A 胜 {a} 局，B 胜 {b} 局，平 {draws} 局', rate_label: 'A 胜率 {rate} %，在 {low} 与 {high} % 之间', rate_words: '{n} 局中 A 胜率 {rate} %（95 %：{low}–{high}）。',
  elo_words: '相当于 {elo} Elo（{low} 到 {high}）。', elo_scale: '高 100 Elo 赢 64 % 的对局，200 Elo 76 %，400 Elo 91 %。', draws_half: '{n} 局平局各算半局。', black_won: '黑棋赢了 {of} 局中的 {n} 局。',
  means_none: '还没有对局结束。', means_stronger: '{who} 更强。', means_open: '这些对局还不能说明谁更强。',
  repeated: '{n} 局与其他局相同，不计入：随机开局可使对局不同。', not_counted: '{n} 局不计入：与其他局相同，或在等待更早的一局。',
  faults: '因故障告负（崩溃、非法着法、无响应）：A {a} 局，B {b} 局。', match_played: '已下局数', played_of: '{of} 局中的 {n} 局', played_most: '最多 {of} 局，已下 {n} 局',
  sprt: '检验', sprt_label: '检验值 {llr}，在 {lower} 与 {upper} 之间', sprt_lower: '◀ 没有强 {elo1} Elo', sprt_upper: '强 {elo0} Elo 以上 ▶',
  sprt_h0: '结论：A 没有强 {elo1} Elo。', sprt_h1: '结论：A 强 {elo0} Elo 以上。', sprt_open: '尚无结论。',
  live_one: '正在进行', live_many: '正在进行', live_label: '第 {n} 局，第 {moves} 手：黑 {black}，白 {white}', live_wait: '比赛在排队：一次只运行一项工作。', live_none: '没有正在进行的对局。',
  games_done: '已结束的对局：{n}', games_wait: '对局结束后会显示在这里。', games_all: '显示全部 {n} 局', winner: '胜者', game_open: '打开', game_open_n: '打开第 {n} 局',

  // models
  models_about: '模型就是 Tengen 学到的东西：推荐着法和判断局面的网络。每个模型都写明它有多好、在哪里会失败。',
  models_all: '所有棋盘', models_filter: '按棋盘选择模型', models_train: '用自己的棋谱训练：',
  model_shipped: 'Tengen 自带', model_folder: '文件夹', model_default: '不选择时在 {board} 上使用', model_saved: '保存于 {date}',
  model_broken: '这个模型无法使用：{why}', model_more: '制作方法、测量、文件', licence: '许可证 {name}',
  play_it: '与它对局', look_inside: '查看内部', match_it: '让它参加比赛',
  limits: '它不擅长什么', limits_none: '还没有人记录。模型只知道棋谱里出现过的东西，只会自己的棋盘。',
  results: '测量结果', data: '学习来源', recipe: '制作命令', files: '文件', half: '半精度',
  export: '给其他程序', export_about: 'ONNX Runtime 和大多数引擎不需要 Tengen 就能运行这些文件。', export_onnx: '下载：{kind}，ONNX',
  kind_policy: '策略网络', what_policy: '哪些着法看起来好', kind_value: '价值网络', what_value: '谁会赢',
  kind_rollout: '快速走子策略', what_rollout: '快速下到终局', kind_tree: '树策略', what_tree: '网络回答之前的着法',
  kind_shapes: '局部棋形', what_shapes: '小棋形的价值',
  shape: '{layers} 层，每层 {filters} 个滤波器，输入 {planes} 个平面', weights_n: '{n} 个权重', kilobytes: '{n} kB',
  learned_from: '学习了：{list}。', learned_games: '{n} 局', learned_positions: '{n} 个局面', learned_steps: '{n} 步', minutes: '{n} 分钟', hours: '{n} 小时',
  figure_top1: '首选就是实战着法', figure_top5: '实战着法在前五选之内', figure_win_rate: '对起始网络的胜率',
  figure_mse_half: '判断误差', figure_sign: '说对胜者', figure_random: '对随机着法的胜率', no_figures: '没有测量。',
  of_positions: '{n} 个未学过的局面', of_games: '{n} 局',
  mark_beginning: '一般 {v}', mark_good: '好 {v}', mark_very: '很好 {v}', mark_paper: 'AlphaGo 2016 {v}', mark_nothing: '一无所知 {v}',
  verdict_weak: '弱', verdict_fair: '一般', verdict_good: '好', verdict_very: '很好',
  taste_label: '围棋棋盘 {size}×{size}，已下 {n} 手。', taste_next: '{side}下一手它喜欢：{list}', taste_none: '它看不到着法。', taste_waits: '正在询问网络 …',
  taste_play: '下它的首选', taste_empty: '空棋盘',

  // the end
};
