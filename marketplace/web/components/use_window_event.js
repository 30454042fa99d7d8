import { useEffectEvent, useLayoutEffect } from "react";

/** Calls `handler` for the events of this name that reach the window, as soon as the component is visible and as long as it is. */
export function useWindowEvent(name, handler) {
  const handle = useEffectEvent(handler);

  // A layout effect, so that keys work as soon as their buttons are visible, even if the browser is busy.
  useLayoutEffect(() => {
    const listener = (event) => handle(event);
    window.addEventListener(name, listener);
    return () => window.removeEventListener(name, listener);
  }, [name]);
}
