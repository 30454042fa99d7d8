import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

/** Hides its content, and tells the State, when the visitor goes to another page or loads this one again. */
export function PageBound({ name, shown, onLeave, children }) {
  // Session storage lasts over a reload, as the State does.
  const key = `page-bound-open:${name}`;
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const openedAt = useRef("");
  const wasShown = useRef(false);
  // The State still shows what an earlier load of the page had opened.
  const [stale, setStale] = useState(false);
  const leave = useEffectEvent(() => onLeave());

  useLayoutEffect(() => {
    if (!sessionStorage.getItem(key)) return;
    sessionStorage.removeItem(key);
    setStale(true);
    leave();
  }, []);

  useEffect(() => {
    if (shown) {
      openedAt.current = here;
      sessionStorage.setItem(key, "true");
    } else if (wasShown.current) {
      sessionStorage.removeItem(key);
      setStale(false);
    }
    wasShown.current = shown;
  }, [shown]);

  useEffect(() => {
    if (shown && openedAt.current !== here) leave();
  }, [here]);

  return stale ? null : children;
}
