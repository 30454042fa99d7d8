import { useContext, useEffect, useState } from "react";
import { useWindowEvent } from "$/public/external/marketplace/web/components/shared_scripts/use_window_event.js";
import { EventLoopContext } from "$/utils/context";

/**
 * Banner while there is no connection. `data-offline` of the document tells other scripts. A link that is pressed meanwhile waits,
 * since the page that it leads to could not load and this one would be gone.
 *
 * @param words texts for a device that is offline, for a server that does not answer, and for a link that waits
 */
export function Connection({ words, className }) {
  const [, errors] = useContext(EventLoopContext);
  const [isOffline, setOffline] = useState(false);
  const [held, setHeld] = useState(null);
  const isLost = isOffline || errors.length > 1;

  useEffect(() => setOffline(!navigator.onLine), []);
  useWindowEvent("offline", () => setOffline(true));
  useWindowEvent("online", () => setOffline(false));
  useWindowEvent(
    "click",
    (event) => {
      const link = event.target.closest?.("a[href]");
      const isElsewhere = link?.origin === location.origin && link.pathname + link.search !== location.pathname + location.search;
      if (!isLost || !isElsewhere || link.download) return;
      // A page with something that is not stored asks its own question.
      if (!window.dispatchEvent(new Event("marketplace:leave", { cancelable: true }))) return;
      event.preventDefault();
      held?.removeAttribute("data-pressed");
      link.dataset.pressed = "held";
      setHeld(link);
    },
    true,
  );

  useEffect(() => {
    document.documentElement.toggleAttribute("data-offline", isLost);
    if (isLost || !held) return;
    setHeld(null);
    // A press, so that the link itself decides how its page opens.
    if (held.isConnected) held.click();
    else location.assign(held.href);
  }, [isLost]);
  useEffect(() => () => document.documentElement.removeAttribute("data-offline"), []);

  return (
    <p role="status" className={className}>
      {isLost && [isOffline ? words.offline : words.unreachable, held ? words.held : words.waits].join(" ")}
    </p>
  );
}
