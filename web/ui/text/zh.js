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
