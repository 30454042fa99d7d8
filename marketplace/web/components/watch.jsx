import { useEffect, useRef } from "react";

/** Calls back when the number has changed: the first time at once, in a burst not more often than every `pause` ms. */
export function Watch({ version, pause, onChange }) {
  const change = useRef(onChange);
  change.current = onChange;
  const seen = useRef(version);
  const last = useRef(0);
  const timer = useRef(null);

  useEffect(() => {
    if (version === seen.current) return;
    seen.current = version;
    if (timer.current) return;
    const wait = Math.max(0, last.current + pause - Date.now());
    const run = () => {
      timer.current = null;
      last.current = Date.now();
      change.current?.();
    };
    if (wait === 0) run();
    else timer.current = setTimeout(run, wait);
  }, [version, pause]);

  useEffect(() => () => clearTimeout(timer.current), []);

  return null;
}
