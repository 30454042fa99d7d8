import { useEffect, useEffectEvent } from "react";

/** Calls `onTick` every `seconds` while the tab is visible, and at once when it becomes visible again. */
export function Interval({ seconds, onTick }) {
  const tick = useEffectEvent(() => onTick());

  useEffect(() => {
    let last = Date.now();
    const run = () => {
      if (document.visibilityState !== "visible" || Date.now() - last < seconds * 1000 - 50) return;
      last = Date.now();
      tick();
    };
    const timer = setInterval(run, seconds * 1000);
    document.addEventListener("visibilitychange", run);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", run);
    };
  }, [seconds]);

  return null;
}
