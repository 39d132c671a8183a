// A page in a frame or with its storage forbidden plays all the same: it only forgets.
try { localStorage.getItem('language'); } catch {
  const kept = new Map();
  Object.defineProperty(globalThis, 'localStorage', {
    value: {
      getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, String(value)), removeItem: (key) => kept.delete(key),
    },
  });
}
