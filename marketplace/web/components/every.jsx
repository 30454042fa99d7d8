import { useEffect, useRef } from "react";

/** Calls back every so many seconds while the tab can be seen, and at once when it is seen again. */
export function Every({ seconds, onTick }) {
  const tick = useRef(onTick);
  tick.current = onTick;

  useEffect(() => {
    let last = Date.now();
    const run = () => {
      if (document.visibilityState !== "visible" || Date.now() - last < seconds * 1000 - 50) return;
      last = Date.now();
      tick.current?.();
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
