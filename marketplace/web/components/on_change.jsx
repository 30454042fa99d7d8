import { useEffect, useEffectEvent, useRef } from "react";

const PAUSE_MS = 200;

/** Calls `onChange` when `version` changes: at once for the first change, then at most once per pause, and after the last one. */
export function OnChange({ version, onChange }) {
  const change = useEffectEvent(() => onChange());
  const seen = useRef(version);
  const last = useRef(0);
  const timer = useRef(null);

  useEffect(() => {
    if (version === seen.current) return;
    seen.current = version;
    if (timer.current) return;
    const run = () => {
      timer.current = null;
      last.current = Date.now();
      change();
    };
    timer.current = setTimeout(run, last.current + PAUSE_MS - Date.now());
  }, [version]);

  useEffect(() => () => clearTimeout(timer.current), []);

  return null;
}
