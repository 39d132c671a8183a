export default {
  tengen: 'Tengen 천원', new_game: '새 대국', your_games: '내 대국', language: '언어', start: '시작',
  size: '바둑판', level: '강도', level_n: '레벨 {n}', weakest: '가장 약함', strongest: '가장 강함', custom: '플레이어 문자열',
  opponent: '상대', by_level: '강도로 선택', by_string: '플레이어 문자열로 선택',
  color: '나의 돌', black: '흑', white: '백', both: '양쪽', handicap: '접바둑 돌', komi: '덤', rules: '규칙',
  automatic: '보통', none: '없음', teaching: '나쁜 수를 알려 주고 무르기를 허용', open_sgf: 'SGF 파일 열기',
  drop_sgf: '또는 이 페이지에 끌어다 놓기', no_model: '이 바둑판에는 학습된 신경망이 없습니다. 신경망 없는 탐색이 둡니다.',
  games_none: '아직 대국이 없습니다.', moves_n: '{n}수', unfinished: '진행 중', date: '날짜', result: '결과', game: '대국', delete: '삭제',
  pass: '패스', undo: '무르기', resign: '기권', hint: '힌트', count: '형세', save: 'SGF 저장', sound: '소리',
  first: '처음', back: '뒤로', forward: '앞으로', last: '끝', variation: '다른 변화', go: 'Tengen이 이쪽을 두기',
  resign_sure: '기권하시겠습니까?', resign_yes: '기권', no: '아니요',
  captures: '따낸 돌 {n}', turn_person: '당신 차례: {side}', turn_player: '{who} 생각 중', turn_wait: '다음은 {who} 차례',
  turn_hint: '좋은 수를 찾는 중', turn_lesson_wait: '당신의 수를 살펴보는 중', turn_count: '대국이 끝났습니다. 죽은 돌을 클릭하세요.',
  turn_lesson: '그 수로 승률이 {loss} % 떨어집니다.', turn_over: '대국이 끝났습니다.', browsing: '기보를 보는 중입니다. 두면 새 변화가 됩니다.',
  lesson: '{move}의 승률은 {value} %, {better}는 {best} %입니다.', lesson_line: '예: {line}', take_back: '무르기', keep_move: '그대로 두기',
  win_bar: 'Tengen이 보는 흑의 승률 {n} %', curve: '수마다 흑의 승률',
  moves: '수순', estimate: '플레이아웃 추정: {text}', lost: 'Tengen에 연결할 수 없습니다. 서버가 실행 중입니까?', failed: 'Tengen이 두지 못했습니다: {why}',
  board: '바둑판, {size}줄', empty: '빈 점', edge: '가장자리', up: '위', right: '오른쪽', down: '아래', left: '왼쪽',
  board_help: '화살표 키로 이동, Enter로 착수, g와 좌표(예 d4)로 이동, r은 주변 읽기, p 패스, u 무르기, h 힌트, c 형세, s 상태.',
  goto: '좌표를 입력하세요. 예 d4', again: '{point}: 다시 누르면 둡니다', played: '{side} {point}', passed: '{side} 패스', hint_list: '좋은 수: {list}',
  resigned: '{side} 불계승', wins_by: '{side} {points} 승', draw: '무승부',

  // the pages
  page_play: '대국', page_review: '복기', page_inside: '내부', page_train: '학습', page_match: '시합', page_models: '모델',
  page_waits: '{page} 불러오는 중…', page_unknown: '이 페이지는 없습니다. 새 대국에서 시작하세요.',

  // play
  time: '제한 시간', time_none: '없음', time_own: '기타', time_own_text: '제한 시간 (예: 5m+3s, 20m+3x30s)', clock_of: '{side}: {text} 남음', periods: '초읽기 {n}회', moves_left: '{n}수', on_time: '{side} 시간승',
  clock_low: '{n}초 남음',

  // review
  chart_summary: '{name}: {first}에서 {last}까지, 최저 {low}, 최고 {high}.', chart_empty: '아직 자료가 없습니다.', chart_nothing: '자료 없음',

  // inside

  // train

  // match

  // models

  // a bot as a page
  playouts_of: '플레이아웃 {n} / {of}회', bot_drawn: '쉬움: 정책망의 확률에 따라 수를 뽑음', bot_policy: '정책망만 사용, 수읽기 없음',
  bot_playouts: '플레이아웃 {n}회', bot_playouts_time: '플레이아웃 {n}회, 한 수에 약 {s}초', bot_waits: '엔진을 시작하는 중……',
  bot_resume: '지난 대국 이어 두기', bot_failed: '엔진을 시작할 수 없습니다: {why}. 2023년 이후의 브라우저가 필요합니다.',
  bot_board: '바둑판에 두면 그 수로 대국이 시작됩니다. 모든 것이 이 페이지 안에서 실행되며 아무 데도 전송하지 않습니다.',
  bot_about: '어디에서 왔는가', bot_limits: '잘하지 못하는 것', bot_licence: '가중치의 라이선스: {name}', bot_made: 'Tengen {version}(으)로 만듦.',
  bot_speed: '이 브라우저는 초당 플레이아웃 {n}회를 합니다.', bot_licences: '이 페이지에 든 것의 라이선스',

  // the end
};
