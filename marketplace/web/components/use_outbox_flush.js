import { useEffect, useRef } from "react";
import { outbox } from "./outbox.js";

const INTERVAL_MS = 1000;

/**
 * Hook that sends the messages of the outbox while there is a connection, until the server has returned their results.
 *
 * @param me account id
 * @param results results by message id: empty if stored, else the error
 * @param onSend called with id, receiver, text, upload ids and ad
 * @param mayTry returns whether this caller may send now
 */
export function useOutboxFlush(me, results, onSend, mayTry) {
  const send = useRef(onSend);
  send.current = onSend;

  useEffect(() => {
    outbox.open(me);
    outbox.applyResults(results || {});
  }, [me, results]);

  useEffect(() => {
    const flush = () => {
      const entry = navigator.onLine && mayTry() && outbox.next();
      if (!entry) return;
      outbox.markTried(entry.id);
      const photos = entry.photos.map((photo) => photo.id);
      send.current?.(entry.id, entry.other, entry.text, photos, entry.about || "");
    };
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
}
