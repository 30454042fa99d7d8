import { useEffect, useEffectEvent } from "react";
import { outbox } from "./outbox.js";

const INTERVAL_MS = 1000;

/**
 * Sends the messages of the outbox while there is a connection, until the server has returned their results. Those of a page
 * leave it to the composer, if there is one.
 *
 * @param me account id
 * @param results results by message id: empty if stored, else the error
 * @param onSend called with id, receiver, text, upload ids and ad
 */
export function OutboxFlusher({ me, results, onSend, isComposer = false }) {
  const flush = useEffectEvent(() => {
    const entry = navigator.onLine && (isComposer || !outbox.hasComposer()) && outbox.next();
    if (!entry) return;
    outbox.markTried(entry.id);
    const photos = entry.photos.map((photo) => photo.id);
    onSend(entry.id, entry.other, entry.text, photos, entry.about || "");
  });

  useEffect(() => (isComposer ? outbox.registerComposer() : undefined), []);

  useEffect(() => {
    outbox.open(me);
    outbox.applyResults(results || {});
  }, [me, results]);

  useEffect(() => {
    flush();
    const timer = setInterval(flush, INTERVAL_MS);
    const stop = outbox.subscribe(flush);
    window.addEventListener("online", flush);
    return () => {
      clearInterval(timer);
      stop();
      window.removeEventListener("online", flush);
    };
  }, [me]);

  return null;
}
