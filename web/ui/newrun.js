// The form of a new training: games, board, what to make, and the settings, the most important first.
import { html, useEffect, useRef, useState } from '/vendor/htm-preact.js';
import * as api from '/api.js';
import { sentences } from '/sentence.js';

// first are the settings that matter most: those of the policy network, and those of the whole player.
const first = {
  policy: ['policy.time', 'policy.steps', 'policy.filters', 'policy.layers'],
  all: ['reinforce.time', 'valuedata.games', 'value.time'],
};

// labelOf is a setting as the form calls it: those that matter most have words, the others the name in the file.
const labelOf = (key, say) => {
  const name = 'train_set_' + key.replace('.', '_');
  const words = { board: 'size', komi: 'komi' }[key];
  return words ? say(words) : say(name) === name ? key : say(name);
};

// inWords is a refusal that begins with the key of a setting, with the words of the form for it.
function inWords(refusal, keys, say) {
  const [begin, section, name] = /^([a-z]+)(?:(?:\.|: )([a-z-]+))?/.exec(refusal) || [];
  const key = keys.find((k) => k === `${section}.${name}`) || keys.find((k) => k === section);
  if (!key) return refusal;
  const rest = refusal.slice(key === section ? section.length : begin.length).replace(/^: /, ' ');
  return `${labelOf(key, say)}:${rest}`;
}

const keyOf = (s) => (s.section ? s.section + '.' + s.name : s.name);

// usualKomi is a fair one; the chain's default is for 9×9 and larger boards.
const usualKomi = (size) => (Number(size) === 7 ? 9 : 7.5);

// Field is one setting: its name, what it is for, and what it is if nobody says anything.
function Field({ setting, value, set, say, short }) {
  const key = keyOf(setting);
  const label = short ? setting.name : labelOf(key, say);
  const value0 = setting.zero ? `${setting.default} (${setting.zero})` : setting.default;
  const usual = setting.default ? say('train_usual', { value: value0 }) : say('train_usual_none');
  const id = 'about-' + key;
  const here = 'train_about_' + key.replace('.', '_');
  const known = say(here) !== here; // else the server's English
  return html`<label class="setting"><span class="name">${label}</span>
    ${setting.choices
    ? html`<select value=${value} aria-describedby=${id} onChange=${(e) => set(e.target.value)}><option value="" selected=${!value}>${usual}</option>
        ${setting.choices.map((c) => html`<option key=${c} value=${c} selected=${c === value}>${c}</option>`)}</select>`
    : html`<input type="text" value=${value} placeholder=${setting.default || ''} aria-describedby=${id} autocomplete="off" spellcheck=${false} onInput=${(e) => set(e.target.value)} />`}
    <span class="soft" id=${id} lang=${known ? undefined : 'en'}>${known ? say(here) : `${setting.about} ${setting.why || ''}`} ${!setting.choices && setting.default ? html`<span lang=${document.documentElement.lang}>${sentences([usual], say)}</span>` : ''}</span></label>`;
}

// Section is the settings of a stage that few people change.
function Section({ name, settings, values, set, say }) {
  const changed = settings.filter((s) => values[keyOf(s)]).length;
  return html`<details class="section"><summary>${name ? say('train_stage_' + name) : say('train_whole')} <span class="soft">${changed ? say('train_changed_n', { n: changed }) : settings.length}</span></summary>
    <div class="settings">${settings.map((s) => html`<${Field} key=${keyOf(s)} setting=${s} value=${values[keyOf(s)] || ''} set=${set(keyOf(s))} say=${say} short />`)}</div></details>`;
}

// freeName is a name that no run has.
function freeName(runs) {
  const taken = new Set(runs.map((r) => r.name));
  let n = 1;
  while (taken.has('run-' + n)) n++;
  return 'run-' + n;
}

export function NewRun({ say, about, list, asked }) {
  const { board: askedBoard, komi: askedKomi, ...askedValues } = asked.values || {};
  const at = (asked.games || []).find((g) => list.folders.some((f) => f.path === g)) || '';
  const [name, setName] = useState(freeName(list.runs));
  const [size, setSize] = useState(Number(askedBoard) || 9);
  const [komi, setKomi] = useState(askedKomi || String(usualKomi(askedBoard || 9)));
  const [until, setUntil] = useState(asked.until === 'policy' || !asked.values ? 'policy' : 'all');
  const [folder, setFolder] = useState(at || (list.folders.length ? list.folders[0].path : ''));
  const [files, setFiles] = useState([]);
  const [values, setValues] = useState(askedValues);
  const [error, setError] = useState('');
  const [sending, setSending] = useState(null);
  const [over, setOver] = useState(false);
  const alert = useRef(null);
  useEffect(() => { if (error && alert.current) alert.current.scrollIntoView({ block: 'nearest' }); }, [error]);
  const set = (key) => (value) => setValues((v) => ({ ...v, [key]: value }));
  const take = (chosen) => setFiles((old) => [...old.filter((f) => ![...chosen].some((c) => c.name === f.name)), ...chosen]);
  const board = (n) => {
    if (komi === String(usualKomi(size))) setKomi(String(usualKomi(n)));
    setSize(n);
  };
  const send = async () => {
    const own = files.length > 0;
    for (let i = 0; own && i < files.length; i++) {
      setSending({ done: i, of: files.length });
      const path = `/runs/files?run=${encodeURIComponent(name)}&file=${encodeURIComponent(files[i].name)}${i ? '' : '&first=1'}`;
      try {
        await api.uploadFile(path, files[i]);
      } catch (e) {
        throw e instanceof api.Refused ? new Error(files[i].name + ': ' + e.message) : e;
      }
    }
    setSending({ done: files.length, of: files.length });
    const wanted = Object.fromEntries(Object.entries(values).filter(([, v]) => v.trim()));
    wanted.board = String(size);
    if (komi.trim()) wanted.komi = komi;
    const run = await api.post('/runs', { name, games: own || !folder ? [] : [folder], until: until === 'policy' ? 'policy' : '', values: wanted });
    location.hash = '#/train/run/' + encodeURIComponent(run.name);
  };
  const start = (e) => {
    e.preventDefault();
    setError('');
    setSending({ done: 0, of: files.length });
    send().catch((e) => { // only the settings have words to put in; a file may have the name of one
      setError(e instanceof api.Refused ? inWords(e.message, list.settings.map(keyOf), say) : e.message);
      setSending(null);
    });
  };
  const drop = {
    onDragOver: (e) => { e.preventDefault(); setOver(true); },
    onDragLeave: () => setOver(false),
    onDrop: (e) => { e.preventDefault(); e.stopPropagation(); setOver(false); take([...e.dataTransfer.files]); },
  };
  const chief = [...first.policy, ...(until === 'policy' ? [] : first.all)];
  const by = Object.fromEntries(list.settings.map((s) => [keyOf(s), s]));
  const shown = new Set([...chief, 'board', 'komi']);
  const wanted = until === 'policy' ? list.until.policy : null; // the section "tree" belongs to a stage of another name
  const sections = [];
  for (const s of list.settings) {
    if (shown.has(keyOf(s)) || (wanted && s.section && !wanted.includes(s.section))) continue;
    const at = sections.find((x) => x.name === (s.section || ''));
    if (at) at.settings.push(s); else sections.push({ name: s.section || '', settings: [s] });
  }
  return html`<form class="card newrun" onSubmit=${start}>
    <h2>${say('train_new')}</h2>
    ${list.closed && html`<p class="warn">${list.closed}</p>`}
    ${asked.values && !at && html`<p class="warn">${say('train_games_again', { name: asked.name })}</p>`}
    <fieldset ...${drop} class=${over ? 'over' : ''}><legend>${say('train_games')}</legend>
      ${list.folders.length > 0 && html`<label class="setting"><span class="name">${say('train_folder')}</span>
        <select value=${folder} disabled=${files.length > 0} onChange=${(e) => setFolder(e.target.value)}>
          ${list.folders.map((f) => html`<option key=${f.path} value=${f.path} selected=${f.path === folder}>${f.name}${f.folder ? '/' : ''}</option>`)}</select></label>`}
      <label class="setting"><span class="name">${say(list.folders.length ? 'train_or_files' : 'train_own_files')}</span>
        <input type="file" multiple accept=".sgf,.sgfl,.tengen,.zip,.gz,.zst,.bz2,.tgz,.tar" onChange=${(e) => { take([...e.target.files]); e.target.value = ''; }} />
        <span class="soft">${say('train_drop')}</span></label>
      ${files.length > 0 && html`<p class="row"><span>${say('train_files_n', { n: files.length, size: (files.reduce((sum, f) => sum + f.size, 0) / 1e6).toFixed(1) })}</span>
        <button type="button" class="small" onClick=${() => setFiles([])}>${say('train_files_none')}</button></p>`}
    </fieldset>
    <fieldset><legend>${say('train_what')}</legend>
      <label class="choice"><input type="radio" name="until" checked=${until === 'policy'} onChange=${() => setUntil('policy')} /><span><b>${say('train_make_policy')}</b><span class="soft">${say('train_make_policy_about')}</span></span></label>
      <label class="choice"><input type="radio" name="until" checked=${until === 'all'} onChange=${() => setUntil('all')} /><span><b>${say('train_make_all')}</b><span class="soft">${say('train_make_all_about')}</span></span></label>
    </fieldset>
    <div class="settings three">
      <label class="setting"><span class="name">${say('train_name')}</span><input type="text" required pattern="[A-Za-z0-9_\\-][A-Za-z0-9._\\-]*" title=${say('train_name_rule')} maxlength="80" value=${name} onInput=${(e) => setName(e.target.value)} /></label>
      <label class="setting"><span class="name">${say('size')}</span><select value=${size} onChange=${(e) => board(Number(e.target.value))}>
        ${about.sizes.map((n) => html`<option key=${n} value=${n} selected=${n === size}>${n}×${n}</option>`)}</select></label>
      <label class="setting"><span class="name">${say('komi')}</span><input type="number" step="0.5" min="-361" max="361" value=${komi} onInput=${(e) => setKomi(e.target.value)} /></label>
    </div>
    <h3>${say('train_chief')}</h3>
    <div class="settings">${chief.filter((k) => by[k]).map((k) => html`<${Field} key=${k} setting=${by[k]} value=${values[k] || ''} set=${set(k)} say=${say} />`)}</div>
    <h3>${say('train_more')}</h3>
    <div class="sections">${sections.map((x) => html`<${Section} key=${x.name} name=${x.name} settings=${x.settings} values=${values} set=${set} say=${say} />`)}</div>
    ${error && html`<p ref=${alert} class="warn" role="alert">${error}</p>`}
    <div class="row"><button class="first" type="submit" disabled=${sending !== null || Boolean(list.closed)}>${say('train_start')}</button>
      ${sending && sending.of > 0 && html`<span role="status">${say('train_files_sent', sending)}</span>`}<a href="#/train">${say('train_cancel')}</a></div>
  </form>`;
}
