// Where the focus of the keys is.
import { useEffect } from '/vendor/htm-preact.js';

// useFocus gives the focus to an element, which can have it, as long as it is there. Where the focus would be
// lost afterwards it goes back.
export function useFocus(ref) {
  useEffect(() => {
    const before = document.activeElement;
    ref.current.focus({ preventScroll: true });
    return () => {
      const at = document.activeElement;
      const lost = !at || at === document.body || (ref.current && ref.current.contains(at));
      if (lost && before && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
}
