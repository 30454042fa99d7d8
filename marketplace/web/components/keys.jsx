import { useEffect, useLayoutEffect, useRef } from "react";

const isText = (element) =>
  element.isContentEditable || element.matches?.("textarea, select, input:not([type=radio]):not([type=checkbox])");

/**
 * Calls back when one of the keys is pressed alone, outside text fields, and with that dialog in front that `within`
 * names by its id (none for the page itself).
 */
export function Keys({ keys, within, onPress }) {
  const press = useRef(onPress);
  press.current = onPress;

  // A layout effect: the keys count from the moment that their buttons are seen, however busy the browser is.
  useLayoutEffect(() => {
    const hear = (event) => {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || isText(event.target)) return;
      const key = event.key.toLowerCase();
      if (!keys.includes(key) || (document.querySelector("dialog[open]")?.id ?? "") !== within) return;
      event.preventDefault();
      press.current?.(key);
    };
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, [keys.join(), within]);

  return null;
}

/** Moves the focus to an element once it is there: a dialog would give it to its Close button. */
export function Focus({ target }) {
  useEffect(() => {
    const frame = requestAnimationFrame(() => document.getElementById(target)?.focus());
    return () => cancelAnimationFrame(frame);
  }, [target]);

  return null;
}
