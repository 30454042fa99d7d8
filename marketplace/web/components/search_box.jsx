import { useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useNavigate } from "react-router";
import { useCombobox } from "$/public/external/marketplace/web/components/shared_scripts/use_combobox.js";
import { useWindowEvent } from "$/public/external/marketplace/web/components/shared_scripts/use_window_event.js";

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
  const [place, setPlace] = useState(null);

  // The list is a portal at the end of the body, so that no ancestor clips it, and follows the box.
  const settle = () => {
    const { left, bottom, width } = (wide ? box.current.form : box.current).getBoundingClientRect();
    setPlace({ left: left + window.scrollX, top: bottom + window.scrollY + 6, width });
  };

  const choose = (one) => {
    if (one.kind !== "query") return navigate(one.link);
    box.current.value = one.text;
    box.current.form.requestSubmit();
  };

  const { found, open, input, list, option } = useCombobox({ url: "/api/search/suggest", onChoose: choose, onShow: settle });
  useWindowEvent("resize", () => open && settle());

  const press = (event) => {
    // Of two presses, the second empties the box.
    if (event.key === "Escape" && !open) event.target.value = "";
    else input.onKeyDown(event);
  };

  return (
    <div className={classes.root}>
      {children}
      <input
        {...rest}
        {...input}
        ref={box}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        defaultValue={defaultValue}
        className={classes.input}
        onKeyDown={press}
      />
      {open &&
        createPortal(
          <ul {...list} aria-label={words.list} style={{ position: "absolute", ...place }} className={classes.list}>
            {found.map((one, index) => (
              <li key={`${one.kind} ${one.link}`} {...option(index)} className={classes.option}>
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
