import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

/** Hides its content, and tells the State, when the visitor goes to another page or loads this one again. */
export function PageBound({ name, shown, onLeave, children }) {
  // Session storage lasts over a reload, as the State does.
  const key = `page-bound-open:${name}`;
  const { pathname, search } = useLocation();
  const here = pathname + search;
  // Empty while it is closed.
  const openedAt = useRef("");
  // The State still shows what an earlier load of the page had opened.
  const [stale, setStale] = useState(false);

  useLayoutEffect(() => {
    if (!sessionStorage.getItem(key)) return;
    sessionStorage.removeItem(key);
    setStale(true);
    onLeave();
  }, []);

  useEffect(() => {
    if (shown) {
      openedAt.current = here;
      sessionStorage.setItem(key, "true");
    } else if (openedAt.current) {
      openedAt.current = "";
      sessionStorage.removeItem(key);
      setStale(false);
    }
  }, [shown]);

  useEffect(() => {
    if (shown && openedAt.current !== here) onLeave();
  }, [here]);

  return stale ? null : children;
}
