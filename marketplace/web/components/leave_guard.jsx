import { useEffect, useRef, useState } from "react";
import { useBlocker } from "react-router";
import { Dialog } from "./dialog.jsx";
import { afterLayers } from "$/public/external/marketplace/web/components/shared_scripts/layers.js";
import { useWindowEvent } from "$/public/external/marketplace/web/components/shared_scripts/use_window_event.js";

// What was typed last is usually stored within this time after the click on a link.
const SAVE_DELAY_MS = 1_000;

/**
 * Asks before the page is left while the form around it holds values that differ from `saved`. The children are the
 * content of the dialog, which close it; an element with `data-leave` also leaves the page.
 */
export function LeaveGuard({ saved, busy, children, ...rest }) {
  const anchor = useRef(null);
  const touched = useRef(new Set());
  const [asking, setAsking] = useState(false);
  const leaving = useRef(false);

  const form = () => anchor.current?.closest("form");
  const isUnsaved = () => {
    if (busy) return true;
    return [...(form()?.elements ?? [])].some(
      ({ name, type, checked, value }) =>
        touched.current.has(name) && (type !== "radio" || checked) && value !== (saved[name] ?? ""),
    );
  };

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isUnsaved(),
  );
  const isBlocked = blocker.state === "blocked";
  const latest = useRef(blocker);
  latest.current = blocker;
  const left = useRef(null);
  // The page is left from its own entry of the history, and once: React Router refuses to proceed twice.
  const leave = () =>
    afterLayers(() => {
      const { state, location, proceed } = latest.current;
      if (state !== "blocked" || left.current === location) return;
      left.current = location;
      proceed();
    });

  useWindowEvent("input", ({ target }) => target.name && target.form === form() && touched.current.add(target.name));
  useWindowEvent("beforeunload", (event) => isUnsaved() && event.preventDefault());
  useWindowEvent("marketplace:leave", (event) => isUnsaved() && event.preventDefault());

  useEffect(() => {
    if (isBlocked && !asking && !isUnsaved()) leave();
  }, [isBlocked, asking, saved, busy]);

  useEffect(() => {
    if (!isBlocked) return undefined;
    const timer = setTimeout(() => setAsking(true), SAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isBlocked]);

  const close = () => {
    setAsking(false);
    if (leaving.current) leave();
    else blocker.reset?.();
  };

  return (
    <span ref={anchor} className="contents">
      <Dialog {...rest} open={asking && isBlocked} onClose={close}>
        <div className="contents" onClick={({ target }) => (leaving.current = Boolean(target.closest("[data-leave]")))}>
          {children}
        </div>
      </Dialog>
    </span>
  );
}
