import { useEffectEvent, useLayoutEffect } from "react";

/**
 * Calls `handler` for the events of this name that reach the window, as soon as the component is visible and as long as it is.
 *
 * @param first whether before all other listeners
 */
export function useWindowEvent(name, handler, first = false) {
  const handle = useEffectEvent(handler);

  // A layout effect, so that keys work as soon as their buttons are visible, even if the browser is busy.
  useLayoutEffect(() => {
    const listener = (event) => handle(event);
    window.addEventListener(name, listener, first);
    return () => window.removeEventListener(name, listener, first);
  }, [name]);
}
