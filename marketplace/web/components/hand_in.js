import { useEffect, useRef } from "react";
import { unsent } from "./unsent.js";

const LOOK_MS = 1000;

/**
 * Hands what is unsent to the server, when there is a connection and until the server has said what became of it.
 *
 * @param me whose messages they are
 * @param answers what the server said of messages by their ids: nothing means stored, a sentence why not
 * @param onSend called with id, receiver, text, upload ids and ad
 * @param mayTry whether it is for this one to try now
 */
export function useHandIn(me, answers, onSend, mayTry) {
  const hand = useRef(onSend);
  hand.current = onSend;

  useEffect(() => {
    unsent.open(me);
    unsent.settle(answers || {});
  }, [me, answers]);

  useEffect(() => {
    const look = () => {
      const entry = navigator.onLine && mayTry() && unsent.next();
      if (!entry) return;
      unsent.tried(entry.id);
      const photos = entry.photos.map((photo) => photo.id);
      hand.current?.(entry.id, entry.other, entry.text, photos, entry.about || "");
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    const stop = unsent.subscribe(look);
    window.addEventListener("online", look);
    return () => {
      clearInterval(timer);
      stop();
      window.removeEventListener("online", look);
    };
  }, [me]);
}
