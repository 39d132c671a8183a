// How words become lists and sentences: each language has its own marks and spaces.

// listOf is a list of texts.
export const listOf = (texts, say) => texts.join(say('join_list'));

// labelled is a text with what it is about before it.
export const labelled = (name, text, say) => say('join_label', { name, text });

// sentences puts texts together, each with a full stop where it has no end of its own.
export function sentences(texts, say) {
  const stop = say('join_sentences');
  const gap = stop.slice(1); // Chinese and Japanese have none
  return texts.filter(Boolean).map((t) => (/[.。?？!！]$/.test(t) ? t + gap : t + stop)).join('').trimEnd();
}

// pointOf is a point of a move, or the word for a pass.
export const pointOf = (point, say) => (point === 'pass' ? say('pass') : point);

// lineOf are the points of moves one after the other.
export const lineOf = (points, say) => points.map((p) => pointOf(p, say)).join(' ');
