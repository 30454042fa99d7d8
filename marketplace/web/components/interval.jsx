import { useEffect, useEffectEvent, useRef } from "react";
import { useWindowEvent } from "$/public/external/marketplace/web/components/shared_scripts/use_window_event.js";

/** Calls `onTick` every `seconds` while the tab is visible, and at once when it becomes visible again. */
export function Interval({ seconds, onTick }) {
  const last = useRef(0);
  const tick = useEffectEvent(() => {
    if (document.visibilityState !== "visible" || Date.now() - last.current < seconds * 1000 - 50) return;
    last.current = Date.now();
    onTick();
  });

  useWindowEvent("visibilitychange", tick);
  useEffect(() => {
    last.current = Date.now();
    const timer = setInterval(() => tick(), seconds * 1000);
    return () => clearInterval(timer);
  }, [seconds]);

  return null;
}
