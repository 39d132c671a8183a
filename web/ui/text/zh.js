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
  review_new: '复盘一局棋', review_what: '棋手会分析整局棋，指出哪些着手损失胜率；您试下别的着手时，它会继续计算。',
  review_file: '打开棋谱（SGF）', review_played_here: '或在这里下过的对局', review_this: '复盘这局棋', review_list: '以前的复盘', review_none: '还没有复盘。',
  review_many: '{name} 有 {n} 局棋：请选择一局', review_more: '另有 {n} 局不在列表中', review_part: '已分析',
  review_at: '第 {n} 手：{move}', review_start: '开局', review_costs: '损失胜率 {loss}', review_next: '棋谱下一手：{move}', review_comment: '棋谱的注解', review_save: '保存带分析的 SGF',
  review_whole: '整局棋', review_stop: '停止', review_begin: '分析这局棋', review_go_on: '继续', review_done: '{done} / {of} 个局面', review_pace: '每秒 {rate} 个局面、{speed} 次模拟',
  review_left: '还需 {time}', review_seconds: '{n} 秒', review_minutes: '{n} 分钟', review_progress: '已分析的局面', review_failed: '棋手停止了：{why}', review_strength: '分析强度', review_compare: '比较对象',
  review_quick: '快速', review_thorough: '细致', review_deep: '非常细致', review_own: '本服务器的棋手', review_other: '其他棋手…', review_nobody: '无', review_take: '使用',
  review_candidates: '候选着手', review_show: '显示', review_move: '着手', review_rate: '胜率', review_visits: '访问数', review_prior: '先验', review_line: '后续', review_visits_n: '访问 {n} 次', review_try: '{point}：下这一手', review_played: '棋谱中的着手', review_no_moves: '尚未分析。',
  review_candidate: '{point}：胜率 {rate}，访问 {visits} 次，先验 {prior}。后续：{line}', review_think: '思考这个局面', review_owner: '归属', review_policy: '策略', review_reads: '正在计算：{n} / {of} 次模拟', review_has_read: '已计算 {n} / {of} 次模拟',
  review_mistakes: '失误', review_whose: '哪一方的失误', review_no_mistakes: '目前没有发现。', review_loss: '损失', review_better: '更好',
  review_main_line: '主线', review_search: '胜率', review_value: '价值网络', review_rollouts: '快速走子', review_recorded: '棋谱中的胜率', review_policy_curve: '每手的先验概率', review_number: '手数', review_back_n: '后退 {n} 手', review_on_n: '前进 {n} 手',
  review_tree: '变化图', review_tree_label: '变化图：{n} 手', review_tree_help: '用方向键、Home 和 End 移动。拖动变化可以改变顺序；键盘：Shift 加上下键。', review_main: '设为主线', review_delete: '删除变化',
  review_help: '方向键移动，Enter 下一个变化，g 加坐标（如 d 4）跳到该点，r 读周围，p 停一手，u 或 [ 后退，] 前进，Home 和 End 到两端，h 开始或停止思考，c 显示归属，s 读出状态。',
  chart_summary: '{name}：从 {first} 到 {last}，最低 {low}，最高 {high}。', chart_empty: '还没有数据。', chart_nothing: '无数据',

  // inside

  // train

  // match

  // models

  // the end
};
