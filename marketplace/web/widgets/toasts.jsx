import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useWindowEvent } from "$/public/external/marketplace/web/components/shared_scripts/use_window_event.js";

const SEEN = "toasts-seen";
const LATER = "toast-later";
const SHOWN_MS = 5_000;
const GAP_PX = 8;
const PHONE = "(width < 40rem)";
const SIGNS = {
  success: "M21.8 10A10 10 0 1 1 17 3.3M9 11l3 3L22 4",
  error: "M12 8v5m0 3.5v.01M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20",
  warning: "M12 9v4m0 4v.01M10.3 3.9 1.8 18a2 2 0 0 0 1.7 3h17a2 2 0 0 0 1.7-3L13.7 3.9a2 2 0 0 0-3.4 0",
  info: "M12 11v5m0-8.5v.01M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20",
};

function Toast({ item, held, classes, words, onClose }) {
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(onClose, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held]);

  return (
    <li className={`${classes.toast} ${classes[item.kind]}`}>
      <svg viewBox="0 0 24 24" className={classes.sign} aria-hidden="true">
        <path d={SIGNS[item.kind]} />
      </svg>
      <p className={classes.text} role={item.kind === "error" ? "alert" : "status"}>
        {item.text}
      </p>
      <button type="button" className={classes.close} aria-label={words.close} onClick={onClose}>
        <svg viewBox="0 0 24 24" className={classes.sign} aria-hidden="true">
          <path d="M18 6 6 18M6 6l12 12" />
        </svg>
      </button>
    </li>
  );
}

/**
 * The distance of the toasts from the top of the window, in px: on phones below the header, and nowhere over the control that was
 * pressed last, but below it, or above it if there is no room.
 */
function findTop(region, control) {
  const header = document.querySelector("#app-content > header");
  const bar = document.querySelector(".bottom-bar")?.getBoundingClientRect();
  const top = window.matchMedia(PHONE).matches && header ? Math.max(0, header.getBoundingClientRect().bottom) : 0;
  const bottom = bar?.height ? bar.top : window.innerHeight;
  const { left, height } = region.getBoundingClientRect();
  const pressed = control?.isConnected ? control.getBoundingClientRect() : null;
  const isCovered = pressed?.width && pressed.right > left && pressed.bottom > top && pressed.top < top + height;
  if (!isCovered) return top;
  const below = pressed.bottom + GAP_PX;
  return below + height <= bottom ? below : Math.max(0, Math.min(pressed.top, bottom) - GAP_PX - height);
}

/**
 * Toasts from three sources: the State's feed (each once, also across reloads), `marketplace:toast` events of the page, and a
 * toast that the previous page stored. Phones show one at a time, the oldest first.
 */
export function Toasts({ feed, most, words, classes }) {
  const [items, setItems] = useState([]);
  const [held, setHeld] = useState(false);
  const region = useRef(null);
  const control = useRef(null);

  const say = (kind, text, id = `${Date.now()}-${Math.random()}`) =>
    setItems((list) => [{ id, kind, text }, ...list.filter((item) => item.id !== id && (item.kind !== kind || item.text !== text))].slice(0, most));
  const drop = (id) => {
    // A finger that closes one does not stay on the next.
    setHeld(false);
    setItems((list) => list.filter((item) => item.id !== id));
  };

  // The app handles events from now on, so the scripts of the page can release the events they held back.
  useLayoutEffect(() => {
    document.documentElement.dataset.live = "";
  }, []);

  useEffect(() => {
    const left = sessionStorage.getItem(LATER);
    if (left) {
      sessionStorage.removeItem(LATER);
      const { kind, text } = JSON.parse(left);
      say(kind, text, LATER);
    }
  }, []);
  useWindowEvent("marketplace:toast", ({ detail }) => say(detail.kind, detail.text));
  useWindowEvent("click", ({ target }) => (control.current = target.closest?.("a, button, label, select, input")), true);
  useWindowEvent("keydown", ({ altKey, code }) => altKey && code === "KeyT" && region.current.focus());

  useEffect(() => {
    const seen = sessionStorage.getItem(SEEN) ?? "";
    const fresh = feed.filter((item) => item.id > seen);
    fresh.forEach((item) => say(item.kind, item.text, item.id));
    if (fresh.length > 0) sessionStorage.setItem(SEEN, fresh.at(-1).id);
  }, [feed]);

  const isPhone = items.length > 0 && window.matchMedia(PHONE).matches;
  const shown = isPhone ? items.slice(-1) : items;

  // Show the popover again for each toast and after a dialog has opened, so that it is above the dialog's backdrop.
  const raise = () => {
    region.current.hidePopover();
    if (shown.length === 0) return;
    region.current.showPopover();
    region.current.style.top = `${findTop(region.current, control.current)}px`;
  };
  // Before it is painted.
  useLayoutEffect(raise, [items]);
  useWindowEvent("marketplace:dialog", raise);

  return (
    <section
      ref={region}
      popover="manual"
      tabIndex={-1}
      aria-label={words.region}
      className={classes.region}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <ol className={classes.list}>
        {shown.map((item) => (
          <Toast key={item.id} {...{ item, held, classes, words }} onClose={() => drop(item.id)} />
        ))}
      </ol>
    </section>
  );
}
