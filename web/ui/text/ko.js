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
  inside_about: 'AlphaGo가 어떻게 생각하는지 보세요. 국면을 고르면 프로그램의 각 부분이 그것을 어떻게 보는지 나타납니다. 여기 있는 것은 모두 대국에 쓰는 탐색에서 읽은 것입니다.', inside_look: '안을 보기', inside_choose: '국면 고르기',
  inside_example_opening: '초반', inside_example_ladder: '축', inside_example_capture: '위험한 돌', inside_example_life: '사활', inside_example_fuseki: '19줄 포석', inside_example_endgame: '끝나기 직전',
  inside_empty: '빈 바둑판', inside_move: '{n}수 (전체 {total}수)', inside_to_move: '{side} 차례', inside_click: '클릭하면', inside_click_play: '다음 수를 둡니다', inside_click_black: '흑돌을 놓습니다',
  inside_click_white: '백돌을 놓습니다', inside_click_remove: '돌을 치웁니다', inside_turn: '차례', inside_apply: '이 국면 보기', inside_discard: '버리기', inside_model: '모델', inside_rollouts: '롤아웃',
  inside_rollouts_informed: '규칙으로', inside_rollouts_softmax: '롤아웃 정책으로',
  inside_no_model: '{size}×{size}에는 학습된 신경망이 없습니다. 평면과 롤아웃은 신경망 없이도 됩니다. 나머지를 보려면 학습시키거나 (tengen train policy GAMES --board {size} -o DIR) 9×9 또는 19×19 판을 고르세요.', inside_figure: '여섯 가지 보기',
  inside_planes: '입력 평면', inside_rollout: '롤아웃 하나', inside_path: '트리 안의 플레이아웃',
  inside_figure_text: 'AlphaGo 논문의 그림 5를 이 국면으로 보여 줍니다. 탐색을 시작하고 생각이 바뀌는 것을 보세요. 수를 가리키면 모든 판에 나타납니다. 숫자는 퍼센트이고, 승률은 둘 차례인 쪽의 것입니다.', inside_amount: '플레이아웃 {n}번', inside_search: '탐색',
  inside_stop: '멈춤', inside_forget: '처음부터', inside_progress: '탐색 진행', inside_read: '지금까지 플레이아웃 {n}번. 탐색이 보는 {side} 승률은 {rate} %입니다.',
  inside_read_none: '아직 플레이아웃이 없습니다. 판 a와 d에는 탐색이 필요 없습니다.',
  inside_point: '{point}: 가치 신경망은 {value} %. 트리에서는 가치 {judged}개로 {values} %, 롤아웃 {visits}번으로 {rollouts} %. 정책은 {prior} %를 주고, 플레이아웃의 {share} %를 얻었습니다.',
  inside_point_none: '{point}은(는) 탐색의 수가 아닙니다.', inside_point_help: '판을 가리키거나 화살표 키로 점을 고르세요.', inside_best: '최선: {point}, {n} %', inside_nothing_yet: '아직 없습니다. 탐색을 시작하세요.',
  inside_no_value: '이 모델에는 가치 신경망이 없습니다.', inside_table: '가장 많이 방문한 수. a부터 e는 각 판의 퍼센트, Q는 섞은 승률, N은 플레이아웃 수입니다.', inside_th_move: '수', inside_board_value: '가치 신경망',
  inside_board_value_text: '한 수 두고 가치 신경망에 한 번 묻습니다. 누가 이길까? 한 번 볼 뿐 수읽기는 없습니다.', inside_board_values: '트리, 가치만', inside_board_values_text: '그 수 뒤에서 가치 신경망이 한 대답의 평균 (λ = 0).',
  inside_board_rollouts: '트리, 롤아웃만', inside_board_rollouts_text: '그 수 뒤에서 이긴 롤아웃의 비율. 끝까지 빠르게 둔 바둑입니다 (λ = 1).', inside_board_prior: '정책 신경망',
  inside_board_prior_text: '강한 사람이라면 어디에 둘까? 탐색하기 전의 첫 느낌입니다.', inside_board_share: '플레이아웃 비율', inside_board_share_text: '탐색이 각 수를 얼마나 자주 해 보았는지. 가장 많은 수를 둡니다.', inside_board_line: '주요 변화',
  inside_board_line_text: '탐색이 예상하는 진행. 언제나 가장 많이 방문한 수입니다.',
  inside_planes_text: '신경망은 바둑판을 보지 않습니다. 평면이라고 하는 그림 48장을 봅니다. 각 점은 1(진한 색) 또는 0입니다. 모두 둘 차례인 쪽에서 봅니다. 흑백이 아니라 자기 돌과 상대 돌입니다. 가치 신경망은 평면이 하나 더 있습니다. (논문: Extended Data Table 2)',
  inside_plane_count: '1인 점 {n}개', inside_plane_empty: '비어 있음', inside_plane_label: '평면 {name}: 1인 점 {n}개', inside_plane_stone_colour: '돌의 색',
  inside_plane_stone_colour_text: '자기 돌, 상대 돌, 빈 점이 어디인지.', inside_plane_own_stone: '자기', inside_plane_opponent_stone: '상대', inside_plane_empty_points: '빈 점', inside_plane_ones: '모두 1',
  inside_plane_ones_text: '어디나 1. 판이 어디서 끝나는지 신경망에 알려 줍니다.', inside_plane_turns_since: '몇 수 전', inside_plane_turns_since_text: '돌을 몇 수 전에 두었는지. 0은 마지막 수. 미리 놓은 돌은 오래된 돌로 칩니다.',
  inside_plane_liberties: '활로', inside_plane_liberties_text: '이 점의 돌 묶음에 활로가 몇 개인지. 1은 단수입니다.', inside_plane_capture_size: '따내는 돌 수', inside_plane_capture_size_text: '여기에 두면 돌을 몇 개 따내는지.',
  inside_plane_self_atari_size: '스스로 단수가 되는 돌 수', inside_plane_self_atari_size_text: '여기에 두면 자기 활로가 하나 남습니다. 잡힐 수 있는 돌의 수입니다.', inside_plane_liberties_after_move: '둔 뒤의 활로',
  inside_plane_liberties_after_move_text: '여기에 둔 뒤 새 묶음의 활로가 몇 개인지.', inside_plane_ladder_capture: '축으로 잡기', inside_plane_ladder_capture_text: '여기에 두면 축으로 잡습니다. 신경망이 아니라 작은 탐색이 찾습니다.',
  inside_plane_ladder_escape: '축에서 달아나기', inside_plane_ladder_escape_text: '여기에 두면 축에서 벗어납니다.', inside_plane_sensibleness: '자연스러운 수',
  inside_plane_sensibleness_text: '둘 수 있고 자기 눈을 메우지 않는 수.', inside_plane_sensible: '자연스러움', inside_plane_zeros: '모두 0', inside_plane_zeros_text: '어디나 0. 논문에 있어서 여기에도 있습니다.',
  inside_plane_player_colour: '차례의 색', inside_plane_player_colour_text: '가치 신경망에만 있습니다. 흑 차례면 어디나 1. 백에게 덤이 있어서 승패에 색이 중요합니다.', inside_plane_player_is_black: '흑 차례',
  inside_rollout_text: '롤아웃은 국면을 끝까지 아주 빠르게, 수읽기 없이 둡니다. 하나로는 알 수 있는 것이 적습니다. 여러 번의 평균이 누가 이길지 말해 줍니다. (논문: Methods, Rollout policy)',
  inside_rollouts_informed_text: '여기서는 사람이 만든 규칙이 둡니다. 차례로 하나씩, 정해진 확률로 씁니다. Tengen은 이 롤아웃으로 대국합니다.',
  inside_rollouts_softmax_text: '여기서는 논문처럼 롤아웃 정책이 둡니다. 마지막 수 근처의 작은 모양이 수의 확률을 올리거나 내립니다. 배수는 곱합니다.', inside_rollout_label: '롤아웃 {n}수 뒤의 판', inside_rollout_step: '{n}수 (전체 {total}수)',
  inside_play: '재생', inside_pause: '일시 정지', inside_again: '다른 롤아웃', inside_seed: '시드 {n}: 시드가 같으면 롤아웃도 같습니다.', inside_next: '{side}: 가장 그럴듯한 다음 수', inside_played: '이 수를 둡니다',
  inside_times: '확률 × {n}', inside_rollout_end: '{n}수 뒤: 덤을 넣어 {side} {points}집 승. 판에는 흑 {black}, 백 {white}.', inside_owners: '네모는 각 점이 누구 것인지 보여 줍니다.', inside_reason_atari: '단수에 대답',
  inside_reason_save: '단수된 돌 살리기', inside_reason_vital_point: '작은 눈 모양의 급소', inside_reason_two_liberties: '활로 둘인 돌', inside_reason_pattern: '마지막 수 옆의 3×3 모양', inside_reason_capture: '따내기',
  inside_reason_any_move: '자연스러운 아무 수', inside_reason_response: '알려진 응수', inside_reason_save_atari: '단수에서 살리기', inside_reason_neighbour: '마지막 수 바로 옆', inside_reason_nakade: '치중 모양',
  inside_reason_response_pattern: '마지막 수 주위의 모양', inside_reason_3x3_pattern: '3×3 모양', inside_reason_self_atari: '스스로 단수', inside_reason_last_move_distance: '마지막 수까지의 거리',
  inside_reason_the_move_before_distance: '그 앞 수까지의 거리', inside_reason_12_point_pattern: '12점 모양',
  inside_path_text: '탐색은 플레이아웃으로 이루어집니다. 하나하나가 이 국면에서 트리를 내려가 새 국면 하나를 평가하고 결과를 위로 가져옵니다. 여기서는 한 번씩 해 봅니다. (논문: Methods, Search algorithm)',
  inside_constants: '여기서는 c_puct = {c} (논문: 5), λ = {lambda} (논문: 0.5), n_thr = {n} (논문: 처음에 40). 방문하지 않은 수는 국면의 Q에서 {reduction}을 뺀 값으로 시작합니다 (논문: 0). 모든 값은 둘 차례인 쪽에서 −1(패)부터 1(승)까지입니다.',
  inside_trace: '플레이아웃 한 번', inside_trace_more: '플레이아웃 {n}번', inside_path_none: '아직 플레이아웃이 없습니다. 첫 단추를 누르세요.', inside_path_number: '플레이아웃 {n}: {way}', inside_stage_select: '선택.',
  inside_stage_select_text: '각 국면에서 Q + u가 가장 큰 수를 고릅니다. Q는 지금까지 얼마나 좋았는지, u는 정책이 좋아하고 적게 해 본 수에서 큽니다.', inside_stage_evaluate: '평가.',
  inside_stage_evaluate_text: '트리가 끝나는 곳에서 가치 신경망에 v를 묻고 롤아웃으로 z를 얻습니다.', inside_stage_backup: '역전파.',
  inside_stage_backup_text: 'v와 z를 위로 가져갑니다. 지나온 수마다 N과 W가 바뀌고 Q와 u도 바뀝니다. 바뀐 숫자에는 표시가 있습니다.', inside_root: '뿌리: {side} 차례', inside_depth: '{n}수 뒤: {side} 차례',
  inside_step_label: '판. 플레이아웃은 {point}로 갑니다', inside_more_moves: '그 밖에 {n}수', inside_tree_label: '{way}을(를) 따라간 트리', inside_tree_text: '각 국면에서 Q + u가 큰 수입니다. 수 아래의 숫자는 N입니다.',
  inside_leaf: '길의 끝: {side} 차례', inside_leaf_label: '플레이아웃이 닿은 국면', inside_leaf_final: '롤아웃이 끝난 판', inside_leaf_expand: '확장',
  inside_leaf_joined: '전에 {n}번 왔습니다. n_thr = {threshold}보다 많아서 이제 트리에 들어가고, 정책 신경망이 {moves}개 수의 P를 줍니다.', inside_leaf_waits: '전에 {n}번 왔습니다. 방문이 n_thr = {threshold}번을 넘으면 트리에 들어갑니다.',
  inside_leaf_over: '여기서 바둑이 끝났습니다. 더할 것이 없습니다.', inside_leaf_value: '가치', inside_leaf_judged: '가치 신경망은 흑에게 {v}라고 합니다. N_v와 W_v가 바뀝니다.',
  inside_leaf_known: '가치 신경망이 이 국면을 전에 평가했습니다. 한 번만 묻습니다.', inside_leaf_unjudged: '여기에는 가치가 없습니다.', inside_leaf_rollout: '롤아웃',
  inside_leaf_rolled: '{n}수 뒤 {side} {points}집 승: 흑에게 z = {z}. N_r과 W_r이 바뀝니다.', inside_leaf_result: '{side} {points}집 승: 흑에게 z = {z}.',
  inside_leaf_mix: 'Q는 {rest} × v의 평균 + {lambda} × z의 평균입니다.',

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
