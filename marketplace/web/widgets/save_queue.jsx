import { useContext, useEffect, useEffectEvent, useRef } from "react";
import { readList, writeList } from "$/public/external/marketplace/web/components/shared_scripts/storage.js";
import { useWindowEvent } from "$/public/external/marketplace/web/components/shared_scripts/use_window_event.js";
import { DispatchContext } from "$/utils/context";

const INTERVAL_MS = 1000;
const RETRY_MS = 7000;

const isOffline = () => "offline" in document.documentElement.dataset;
// `randomUUID` works on https only.
const makeKey = () => crypto.getRandomValues(new Uint32Array(3)).join("-");

/**
 * Saves ads and removes them from the wishlist: hearts change at once, and what the server has not confirmed waits in the
 * browser's storage, as messages of the chat do. If the server refuses one, its heart changes back.
 *
 * @param me account id of a buyer; empty for others, whose presses go straight to the server, which asks for a login
 * @param changed of the State: whether an ad is saved, by id
 * @param place names of the State and of `changed` in the browser
 * @param results results by press: empty if it is stored, else the error
 * @param failed toast for a press that nobody will repeat
 * @param onSave called with the ad, whether it was saved before, and the press
 */
export function SaveQueue({ me, changed, place, results, failed, onSave }) {
  const dispatch = useContext(DispatchContext);
  // Of the form { id, saved, key, tried }.
  const waiting = useRef([]);
  const [state, field] = place;
  const storage = `unsaved:${me}`;

  const update = (entries) => {
    waiting.current = entries;
    writeList(storage, entries);
  };
  const show = (entries) => {
    const shown = Object.fromEntries(entries.map(({ id, saved }) => [id, saved]));
    if (Object.keys(shown).some((id) => changed[id] !== shown[id])) dispatch[state]({ [field]: { ...changed, ...shown } });
  };
  const flush = useEffectEvent(() => {
    if (!me || isOffline()) return;
    for (const entry of waiting.current) {
      if (Date.now() - entry.tried < RETRY_MS) continue;
      entry.tried = Date.now();
      onSave(entry.id, !entry.saved, entry.key);
    }
  });

  useWindowEvent("marketplace:save", ({ detail: { id, saved } }) => {
    if (!me && isOffline()) {
      window.dispatchEvent(new CustomEvent("marketplace:toast", { detail: { kind: "error", text: failed } }));
    } else if (!me) {
      onSave(id, saved, "");
    } else {
      const entry = { id, saved: !saved, key: makeKey(), tried: 0 };
      update([...waiting.current.filter((other) => other.id !== id), entry]);
      show([entry]);
      flush();
    }
  });

  useEffect(() => {
    if (!me) return;
    waiting.current = readList(storage).map((entry) => ({ ...entry, tried: 0 }));
    flush();
    const timer = setInterval(flush, INTERVAL_MS);
    return () => clearInterval(timer);
  }, [me]);
  useEffect(() => {
    const answered = waiting.current.filter(({ key }) => key in results);
    if (answered.length) update(waiting.current.filter(({ key }) => !(key in results)));
    const refused = answered.filter(({ key }) => results[key]);
    show([...refused.map((entry) => ({ ...entry, saved: !entry.saved })), ...waiting.current]);
  }, [me, changed, results]);

  return null;
}
