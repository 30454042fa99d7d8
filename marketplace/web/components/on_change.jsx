import { useEffect, useEffectEvent, useRef } from "react";

/** Calls `onChange` when `version` changes: at once for the first change, then at most every `pause` ms. */
export function OnChange({ version, pause, onChange }) {
  const change = useEffectEvent(() => onChange());
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
      change();
    };
    if (wait === 0) run();
    else timer.current = setTimeout(run, wait);
  }, [version, pause]);

  useEffect(() => () => clearTimeout(timer.current), []);

  return null;
}
