// Lengths of time in words.

// duration is seconds in words.
export function duration(seconds, say) {
  const number = (x) => x.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });
  const s = Math.round(seconds);
  if (s < 90) return say('train_seconds_n', { n: s });
  if (s < 5400) return say('train_minutes_n', { n: Math.round(s / 60) });
  if (s < 172800) return say('train_hours_n', { n: number(s / 3600) });
  return say('train_days_n', { n: number(s / 86400) });
}
