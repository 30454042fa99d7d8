import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

// Session storage lasts over a reload, as the State does.
const OPEN = "page-bound-open";

/** Hides its content, and tells the State, when the visitor goes to another page or loads this one again. */
export function PageBound({ shown, onLeave, children }) {
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const openedAt = useRef("");
  const wasShown = useRef(false);
  // The State still shows what an earlier load of the page had opened.
  const [stale, setStale] = useState(false);
  const leave = useRef(onLeave);
  leave.current = onLeave;

  useLayoutEffect(() => {
    if (!sessionStorage.getItem(OPEN)) return;
    sessionStorage.removeItem(OPEN);
    setStale(true);
    leave.current?.();
  }, []);

  useEffect(() => {
    if (shown) {
      openedAt.current = here;
      sessionStorage.setItem(OPEN, "true");
    } else if (wasShown.current) {
      sessionStorage.removeItem(OPEN);
      setStale(false);
    }
    wasShown.current = shown;
  }, [shown]);

  useEffect(() => {
    if (shown && openedAt.current !== here) leave.current?.();
  }, [here]);

  return stale ? null : children;
}
