// A button that deletes something of a list, after a question.
import { html, useRef, useState } from '/vendor/htm-preact.js';
import { useFocus } from '/focus.js';

// Question asks before something is deleted. It takes the focus: the button that asked may be gone.
export function Question({ name, yes, no, say }) {
  const box = useRef(null);
  useFocus(box);
  return html`<div ref=${box} class="row" role="alertdialog" tabindex="-1" aria-label=${say('delete_sure', { name })}><span>${say('delete_sure', { name })}</span>
    <button onClick=${yes}>${say('delete_yes')}</button><button onClick=${no}>${say('no')}</button></div>`;
}

// Remove calls act when somebody means it. name says what goes.
export function Remove({ name, act, say }) {
  const [sure, setSure] = useState(false);
  return html`<button class="remove" title=${say('delete_n', { name })} aria-label=${say('delete_n', { name })} onClick=${() => setSure(true)}>✕</button>
    ${sure && html`<${Question} name=${name} say=${say} no=${() => setSure(false)} yes=${() => { setSure(false); act(); }} />`}`;
}
