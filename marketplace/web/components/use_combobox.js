import { useEffect, useId, useRef, useState } from "react";
import { useLayer } from "$/public/external/marketplace/web/components/shared_scripts/layers.js";

const PAUSE_MS = 120;

/**
 * A combobox with a listbox (WAI-ARIA): suggestions for what is typed, moved through by arrow keys. The first press of Escape
 * closes the list.
 *
 * @param url where suggestions for a text are read: `{data: [...]}`
 * @param onChoose called with the suggestion that is clicked or chosen by Enter, and the input
 * @param onShow called when the list is about to be shown
 * @returns the suggestions (null before there is an answer), whether they are shown, and the props of the input, list and options
 */
export function useCombobox({ url, onChoose, onShow }) {
  const listId = useId();
  const input = useRef(null);
  const stopAsking = useRef(() => {});
  // Null while the list is closed.
  const [found, setFound] = useState(null);
  const [at, setAt] = useState(-1);
  const open = found !== null && found.length > 0;

  const close = () => {
    stopAsking.current();
    setFound(null);
    setAt(-1);
  };
  useEffect(() => () => stopAsking.current(), []);
  useLayer(open, close);

  const ask = ({ currentTarget: box }) => {
    input.current = box;
    const typed = box.value.trim();
    if (!typed) return close();
    stopAsking.current();
    setAt(-1);
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const answer = await fetch(`${url}?q=${encodeURIComponent(typed)}`, { signal: stop.signal });
        const { data } = await answer.json();
        if (stop.signal.aborted) return;
        setFound(data ?? []);
        onShow?.();
      } catch {
        // What is typed counts without suggestions, too.
      }
    }, PAUSE_MS);
    stopAsking.current = () => (clearTimeout(timer), stop.abort());
  };

  const choose = (one) => {
    close();
    onChoose(one, input.current);
  };

  const move = (step) => {
    // One position more than suggestions: the box itself, with the typed text.
    const count = found.length + 1;
    const next = ((at + 1 + step + count) % count) - 1;
    setAt(next);
    document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: "nearest" });
  };

  const press = (event) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && open) {
      event.preventDefault();
      move(step);
    } else if (step > 0) ask(event);
    else if (event.key === "Escape" && open) {
      event.preventDefault();
      close();
    } else if (event.key === "Enter" && open && at >= 0) {
      event.preventDefault();
      choose(found[at]);
    } else if (event.key === "Enter") close();
  };

  return {
    found,
    open,
    input: {
      role: "combobox",
      autoComplete: "off",
      "aria-autocomplete": "list",
      "aria-expanded": open,
      "aria-controls": open ? listId : undefined,
      "aria-activedescendant": open && at >= 0 ? `${listId}-${at}` : undefined,
      onInput: ask,
      onKeyDown: press,
      onBlur: close,
    },
    list: { id: listId, role: "listbox" },
    option: (index) => ({
      id: `${listId}-${index}`,
      role: "option",
      "aria-selected": index === at,
      onMouseEnter: () => setAt(index),
      // The box keeps the focus.
      onMouseDown: (event) => event.preventDefault(),
      onClick: () => choose(found[index]),
    }),
  };
}
