import { startTransition, useEffect, useRef, useState, useSyncExternalStore } from "react";

let turn = Promise.resolve();
const never = () => () => {};

/**
 * Renders its children in a separate transition while the server-rendered page still covers the app, so that the browser
 * can handle input in between. Otherwise they render at once.
 */
export function Deferred({ children }) {
  // Children that the compiled page contains must render at once for hydration.
  const compiled = useSyncExternalStore(never, () => false, () => true);
  const [made, setMade] = useState(() => compiled || !document.getElementById("first-paint"));
  const next = useRef(null);

  useEffect(() => {
    if (made) return undefined;
    let wanted = true;
    turn = turn.then(
      () =>
        wanted &&
        new Promise((resolve) => {
          next.current = resolve;
          startTransition(() => setMade(true));
        }),
    );
    return () => {
      wanted = false;
      next.current?.();
    };
  }, []);

  useEffect(() => {
    if (made) next.current?.();
  }, [made]);

  return made ? children : <span className="skeleton" hidden />;
}
