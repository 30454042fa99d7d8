import { useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useNavigate } from "react-router";
import { useLayer } from "$/public/external/marketplace/web/components/shared_scripts/layers.js";
import { useWindowEvent } from "$/public/external/marketplace/web/components/shared_scripts/use_window_event.js";

const PAUSE_MS = 120;
const MARKS = {
  query: "m21 21-4.3-4.3M19 11a8 8 0 1 1-16 0 8 8 0 0 1 16 0Z",
  category: "M3 3h7v7H3zM14 3h7v7h-7zM14 14h7v7h-7zM3 14h7v7H3z",
  ad: "M12.6 2.6A2 2 0 0 0 11.2 2H4a2 2 0 0 0-2 2v7.2a2 2 0 0 0 .6 1.4l8.7 8.7a2.4 2.4 0 0 0 3.4 0l6.6-6.6a2.4 2.4 0 0 0 0-3.4zM7.5 7.5h.01",
};

/**
 * Search box with suggestions: a combobox with a listbox (WAI-ARIA). Choosing a query submits the form, which keeps the
 * form's other fields; choosing a category or an ad opens its page.
 *
 * @param wide whether the list is as wide as the form instead of the box
 */
export function SearchBox({ words, classes, children, defaultValue, wide, ...rest }) {
  const navigate = useNavigate();
  const box = useRef(null);
  const stopAsking = useRef(() => {});
  const listId = useId();
  const [found, setFound] = useState([]);
  const [at, setAt] = useState(-1);
  const [place, setPlace] = useState(null);
  const open = place !== null && found.length > 0;

  // The list is a portal at the end of the body, so that no ancestor clips it, and follows the box.
  const settle = () => {
    const { left, bottom, width } = (wide ? box.current.form : box.current).getBoundingClientRect();
    setPlace({ left: left + window.scrollX, top: bottom + window.scrollY + 6, width });
  };

  const close = () => {
    stopAsking.current();
    setPlace(null);
    setAt(-1);
  };
  useEffect(() => () => stopAsking.current(), []);
  useLayer(open, close);

  useWindowEvent("resize", () => open && settle());

  const ask = () => {
    const typed = box.current.value.trim();
    if (!typed) return close();
    stopAsking.current();
    setAt(-1);
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const answer = await fetch(`/api/search/suggest?q=${encodeURIComponent(typed)}`, { signal: stop.signal });
        const { data } = await answer.json();
        if (stop.signal.aborted) return;
        setFound(data ?? []);
        settle();
      } catch {
        // Searching works without suggestions.
      }
    }, PAUSE_MS);
    stopAsking.current = () => (clearTimeout(timer), stop.abort());
  };

  const choose = (one) => {
    close();
    if (one.kind !== "query") return navigate(one.link);
    box.current.value = one.text;
    box.current.form.requestSubmit();
  };

  const press = (event) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && open) {
      event.preventDefault();
      // One position more than suggestions: the box itself, with the typed text.
      const count = found.length + 1;
      setAt(((at + 1 + step + count) % count) - 1);
    } else if (step > 0) ask();
    else if (event.key === "Escape" && open) {
      // The first press closes the list; the next one empties the box.
      event.preventDefault();
      close();
    } else if (event.key === "Escape") event.target.value = "";
    else if (event.key === "Enter" && open && at >= 0) {
      event.preventDefault();
      choose(found[at]);
    } else if (event.key === "Enter") close();
  };

  return (
    <div className={classes.root}>
      {children}
      <input
        {...rest}
        ref={box}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        defaultValue={defaultValue}
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-activedescendant={open && at >= 0 ? `${listId}-${at}` : undefined}
        className={classes.input}
        onInput={ask}
        onKeyDown={press}
        onBlur={close}
      />
      {open &&
        createPortal(
          <ul id={listId} role="listbox" aria-label={words.list} style={{ position: "absolute", ...place }} className={classes.list}>
            {found.map((one, index) => (
              <li
                key={`${one.kind} ${one.link}`}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === at}
                className={classes.option}
                onMouseEnter={() => setAt(index)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(one)}
              >
                <svg viewBox="0 0 24 24" className={classes.mark} aria-hidden="true">
                  <path d={MARKS[one.kind]} />
                </svg>
                <span className={classes.text}>{one.text}</span>
                {words[one.kind] && <span className={classes.kind}>{words[one.kind]}</span>}
              </li>
            ))}
          </ul>,
          document.body,
        )}
    </div>
  );
}
