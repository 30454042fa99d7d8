import { startTransition, useEffect, useRef, useState, useSyncExternalStore } from "react";

let turn = Promise.resolve();
const never = () => () => {};

/**
 * Makes its children in a turn of their own while the document that was served still covers the app: nobody waits
 * for them then, and the browser answers a touch in between. Otherwise they are there at once.
 */
export function Gradual({ children }) {
  // What the compiled page holds already is taken over as it is.
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
