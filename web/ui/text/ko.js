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
  match_about: '두 선수가 여러 판을 둡니다. 누가 더 센지, 얼마나 확실한지 알 수 있습니다. 페이지를 닫아도 대국은 계속됩니다.',
  match_new: '새 시합', match_side: '선수 {name}', match_by: '누가 두는가', by_model: '모델', thinks: '생각하는 방법', think_policy: '탐색 없음', think_playouts: '한 수의 플레이아웃 수', think_time: '한 수의 시간',
  playouts_move: '한 수의 플레이아웃', seconds_move: '한 수의 초', games_n: '판 수', games_most: '최대 판 수', openings: '처음 무작위 수', parallel: '동시 대국 수',
  openings_about: '두 판마다 같은 무작위 포석을 쓰고 흑백을 바꿉니다. 없으면 같은 판을 되풀이하는 선수가 있습니다.',
  sprt_wish: '검정이 확실해지면 끝내기', elo0: 'A가 이보다 세지 않다 (Elo)', elo1: 'A가 이만큼 세다 (Elo)', sprt_about: '순차 검정(SPRT)은 시합의 5 %에서 틀립니다. 100 Elo 높으면 64 %를 이깁니다.',
  match_start: '시합 시작', match_list: '시합', match_none: '아직 시합이 없습니다.', match_all: '모든 시합', match_of: '{size} 시합',
  match_waiting: '대기 중', match_running: '진행 중', match_stopping: '멈추는 중', match_stopped: '멈춤', match_done: '끝남', match_failed: '실패', match_kept: '보관됨', match_damaged: '손상됨',
  match_stop: '멈추기', match_resume: '계속', more_games: '몇 판까지 계속할까', more_start: '더 두기', openings_n: '무작위 포석 {n}수',
  score: '점수', score_label: 'A 승 {a}, B 승 {b}, 무승부 {draws}', rate_label: 'A 승률 {rate} %, {low}에서 {high} % 사이', rate_words: '{n}판에서 A의 승률은 {rate} %입니다(95 %: {low}–{high}).',
  elo_words: '{elo} Elo에 해당합니다({low}에서 {high}).', elo_scale: '100 Elo 높으면 64 %, 200 Elo면 76 %, 400 Elo면 91 %를 이깁니다.', draws_half: '무승부 {n}판은 반으로 셉니다.', black_won: '흑이 {of}판 중 {n}판을 이겼습니다.',
  means_none: '아직 끝난 판이 없습니다.', means_stronger: '{who}가 더 셉니다.', means_open: '누가 더 센지 아직 알 수 없습니다.',
  repeated: '{n}판은 다른 판과 같아 세지 않습니다. 무작위 포석을 쓰면 달라집니다.', not_counted: '{n}판은 세지 않습니다. 다른 판과 같거나 앞 판을 기다립니다.',
  faults: '고장(중단, 반칙, 무응답)으로 진 판: A {a}, B {b}.', match_played: '둔 판', played_of: '{of}판 중 {n}판', played_most: '최대 {of}판 중 {n}판',
  sprt: '검정', sprt_label: '검정값 {llr}, {lower}와 {upper} 사이', sprt_lower: '◀ {elo1} Elo만큼 세지 않음', sprt_upper: '{elo0} Elo보다 셈 ▶',
  sprt_h0: '결론: A는 {elo1} Elo만큼 세지 않습니다.', sprt_h1: '결론: A는 {elo0} Elo보다 더 셉니다.', sprt_open: '아직 결정되지 않았습니다.',
  live_one: '지금 두는 판', live_many: '지금 두는 판', live_label: '{n}국, {moves}수: 흑 {black}, 백 {white}', live_wait: '차례를 기다립니다. 한 번에 한 작업만 실행됩니다.', live_none: '두고 있는 판이 없습니다.',
  games_done: '끝난 판: {n}', games_wait: '끝나면 여기에 나타납니다.', games_all: '{n}판 모두 보기', winner: '승자', game_open: '열기', game_open_n: '{n}국 열기',

  // models
  models_about: '모델은 Tengen이 배운 것입니다. 수를 제안하고 형세를 판단하는 신경망입니다. 얼마나 좋은지, 어디에서 실패하는지 적혀 있습니다.',
  models_all: '모든 판', models_filter: '판별 모델', models_train: '내 기보로 만들기:',
  model_shipped: 'Tengen에 포함', model_folder: '폴더', model_default: '고르지 않으면 {board}에서 둠', model_saved: '{date}에 저장',
  model_broken: '이 모델은 쓸 수 없습니다: {why}', model_more: '만든 방법, 측정, 파일', licence: '라이선스 {name}',
  play_it: '이 모델과 두기', look_inside: '내부 보기', match_it: '시합시키기',
  limits: '잘 못하는 것', limits_none: '아직 기록이 없습니다. 모델은 배운 기보와 자기 판만 압니다.',
  results: '측정', data: '배운 자료', recipe: '만든 명령', files: '파일', half: '반정밀도',
  export: '다른 프로그램용', export_about: 'ONNX Runtime 등 대부분의 엔진이 Tengen 없이 이 파일을 실행합니다.', export_onnx: '내려받기: {kind}, ONNX',
  kind_policy: '정책망', what_policy: '어떤 수가 좋아 보이는가', kind_value: '가치망', what_value: '누가 이길 것인가',
  kind_rollout: '롤아웃 정책', what_rollout: '끝까지 빠르게 두기', kind_tree: '트리 정책', what_tree: '신경망이 답하기 전의 수',
  kind_shapes: '국소 모양', what_shapes: '작은 모양의 가치',
  shape: '{layers}층, 층마다 필터 {filters}개, 입력 평면 {planes}개', weights_n: '가중치 {n}개', kilobytes: '{n} kB',
  learned_from: '학습: {list}.', learned_games: '{n}판', learned_positions: '국면 {n}개', learned_steps: '{n}단계', minutes: '{n}분', hours: '{n}시간',
  figure_top1: '첫 선택이 실전 수와 같음', figure_top5: '실전 수가 상위 다섯 수 안에 있음', figure_win_rate: '처음 신경망에 대한 승률',
  figure_mse_half: '판단 오차', figure_sign: '승자를 맞힘', figure_random: '무작위 수에 대한 승률', no_figures: '측정된 것이 없습니다.',
  of_positions: '배우지 않은 국면 {n}개', of_games: '{n}판',
  mark_beginning: '보통 {v}', mark_good: '좋음 {v}', mark_very: '아주 좋음 {v}', mark_paper: 'AlphaGo 2016 {v}', mark_nothing: '아무것도 모를 때 {v}',
  verdict_weak: '약함', verdict_fair: '보통', verdict_good: '좋음', verdict_very: '아주 좋음',
  taste_label: '바둑판 {size}×{size}, {n}수 뒤.', taste_next: '{side}의 다음 후보: {list}', taste_none: '둘 곳이 없습니다.', taste_waits: '신경망에 묻는 중 …',
  taste_play: '첫 후보 두기', taste_empty: '빈 판',

  // the end
};
