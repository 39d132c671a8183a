// What the browser keeps for a page. In a frame, or with its storage forbidden or full, a page works all the same: it
// only forgets. An exported page begins with this file, too.
for (const name of ['localStorage', 'sessionStorage']) {
  let storage = null;
  try {
    storage = globalThis[name];
    storage.getItem('language');
  } catch {
    storage = null;
  }
  const own = new Map(); // what the browser does not take
  Object.defineProperty(globalThis, name, {
    value: {
      getItem: (key) => own.get(key) ?? (storage ? storage.getItem(key) : null),
      setItem: (key, value) => {
        try {
          storage.setItem(key, value);
          own.delete(key);
        } catch {
          own.set(key, String(value));
        }
      },
      removeItem: (key) => {
        own.delete(key);
        if (storage) storage.removeItem(key);
      },
    },
  });
}
