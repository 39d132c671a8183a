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
  review_new: '대국 복기', review_what: '플레이어가 대국 전체를 살펴 승률을 잃은 수를 보여 줍니다. 다른 수를 두어 보면 그 뒤도 읽습니다.',
  review_file: '기보(SGF) 열기', review_played_here: '또는 여기서 둔 대국', review_this: '이 대국 복기', review_list: '이전 복기', review_none: '아직 복기가 없습니다.',
  review_many: '{name}에 {n}국이 있습니다: 하나를 고르세요', review_more: '이 밖의 {n}국은 목록에 없습니다', review_part: '분석됨',
  review_at: '{n}수: {move}', review_start: '시작', review_costs: '승률을 {loss} 잃습니다', review_next: '기보의 다음 수: {move}', review_comment: '기보의 해설', review_save: '분석이 담긴 SGF 저장',
  review_whole: '대국 전체', review_stop: '멈춤', review_begin: '대국 분석', review_go_on: '계속', review_done: '{of}개 중 {done}개 국면', review_pace: '초당 {rate}개 국면, 플레이아웃 {speed}회',
  review_left: '{time} 남음', review_seconds: '{n}초', review_minutes: '{n}분', review_progress: '분석한 국면', review_failed: '플레이어가 멈췄습니다: {why}', review_strength: '분석 강도', review_compare: '비교 대상',
  review_quick: '빠르게', review_thorough: '자세히', review_deep: '아주 자세히', review_own: '이 서버의 플레이어', review_other: '다른 플레이어…', review_nobody: '없음', review_take: '사용',
  review_candidates: '후보 수', review_show: '표시', review_move: '수', review_rate: '승률', review_visits: '방문 수', review_prior: '사전 확률', review_line: '이후', review_visits_n: '방문 {n}회', review_try: '{point}: 두기', review_played: '기보의 수', review_no_moves: '아직 분석하지 않았습니다.',
  review_candidate: '{point}: 승률 {rate}, 방문 {visits}회, 사전 확률 {prior}. 수순: {line}', review_think: '이 국면 생각하기', review_owner: '집 소유', review_policy: '정책', review_reads: '읽는 중: 플레이아웃 {of}회 중 {n}회', review_has_read: '플레이아웃 {of}회 중 {n}회 읽음',
  review_mistakes: '실수', review_whose: '누구의 실수', review_no_mistakes: '아직 찾지 못했습니다.', review_loss: '손실', review_better: '더 좋은 수',
  review_main_line: '본보', review_search: '승률', review_value: '가치 신경망', review_rollouts: '롤아웃', review_recorded: '기보의 승률', review_policy_curve: '각 수의 사전 확률', review_number: '수순', review_back_n: '{n}수 뒤로', review_on_n: '{n}수 앞으로',
  review_tree: '변화도', review_tree_label: '변화도: {n}수', review_tree_help: '화살표 키, Home, End로 이동합니다. 변화를 끌면 순서가 바뀝니다. 키로는 Shift와 위아래.', review_main: '본보로 만들기', review_delete: '변화 삭제',
  review_help: '화살표 키로 이동, Enter로 변화를 두기, g와 좌표(예: d 4)로 그 점으로, r로 주위 읽기, p 패스, u 또는 [ 뒤로, ] 앞으로, Home과 End로 양 끝, h로 생각 시작과 멈춤, c로 집 소유, s로 상태.',
  chart_summary: '{name}: {first}에서 {last}까지, 최저 {low}, 최고 {high}.', chart_empty: '아직 자료가 없습니다.', chart_nothing: '자료 없음',

  // inside

  // train

  // match

  // models

  // the end
};
