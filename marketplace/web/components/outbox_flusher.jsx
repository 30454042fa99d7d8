import { useEffect, useEffectEvent } from "react";
import { outbox } from "$/public/external/marketplace/web/components/shared_scripts/outbox.js";
import { useWindowEvent } from "$/public/external/marketplace/web/components/shared_scripts/use_window_event.js";

const INTERVAL_MS = 1000;

/**
 * Sends the messages of the outbox while there is a connection, until the server has returned their results.
 *
 * @param me account id
 * @param results results by message id: empty if stored, else the error
 * @param onSend called with id, receiver, text, upload ids and ad
 */
export function OutboxFlusher({ me, results, onSend }) {
  const flush = useEffectEvent(() => {
    const entry = navigator.onLine && outbox.next();
    if (!entry) return;
    outbox.markTried(entry.id);
    const photos = entry.photos.map((photo) => photo.id);
    onSend(entry.id, entry.other, entry.text, photos, entry.about || "");
  });

  useEffect(() => {
    outbox.open(me);
    outbox.applyResults(results || {});
  }, [me, results]);

  useWindowEvent("online", flush);
  useEffect(() => {
    flush();
    const timer = setInterval(flush, INTERVAL_MS);
    const stop = outbox.subscribe(flush);
    return () => (clearInterval(timer), stop());
  }, [me]);

  return null;
}
