import { useEffect, useState } from "react";
import compress from "browser-image-compression";
import { findOther, isComplete } from "./image_content.js";
import { discard, send } from "./send_file.js";
import { useWindowEvent } from "./use_window_event.js";

const AT_ONCE = 2;
// Status codes that say something about the file, so that it would be refused again.
const REFUSED = [413, 415, 422];
let made = 0;

const makeItem = (values) => ({ key: `photo-${++made}`, preview: "", ...values });
const storedItem = (photo) => makeItem({ name: photo.name, label: photo.name, preview: photo.thumb || photo.url, state: "done", photo });

/** Whether the photo is waiting for its upload or being uploaded. */
export const isUnderWay = (item) => item.state === "waiting" || item.state === "sending";

/**
 * Hook that compresses and uploads photos, two at a time. Uploads retry after a lost connection. If the server refuses a file,
 * `message` names it, and nothing stays of the files that were picked with it.
 *
 * @param stored photos that are uploaded already
 * @param most maximum number of photos
 * @param words texts for `oneOfSeveral`, `tooMany`, `notAdded`, `notImage`, `noneAdded` and `failed`
 * @returns `items` with `state` (waiting, sending, done or failed), `progress`, `preview`, `error` and, when done, the `photo`
 *   of the API; `message`, the latest text for the user, and whether that says what was `refused`; functions that change them; and `input`, the props of a file input
 */
export function usePhotoUploads({ stored, most, maxMb, maxPx, words }) {
  const [items, setItems] = useState(() => stored.map(storedItem));
  const [{ message, refused }, setSaid] = useState({ message: "", refused: false });

  const setMessage = (text, isRefusal = false) => setSaid({ message: text, refused: isRefusal });
  // One bad file takes the others with it, which nobody would guess.
  const sayRefused = (batch, reason) => setMessage(batch.length > 1 ? `${words.noneAdded} ${reason}` : reason, true);

  // Phones name every photo alike.
  const labelOf = (file, picked) => {
    const { name } = file;
    if (picked.filter((other) => other.name === name).length < 2) return name;
    const values = { name, place: picked.indexOf(file) + 1, count: picked.length };
    return words.oneOfSeveral.replace(/\{(\w+)\}/g, (_, key) => values[key]);
  };
  const change = (key, values) => setItems((all) => all.map((item) => (item.key === key ? { ...item, ...values } : item)));

  const add = async (files) => {
    const picked = [...files];
    const other = await findOther(picked);
    if (other) return sayRefused(picked, `${labelOf(other, picked)}: ${words.notImage}`);
    const isTooMany = picked.length > Math.max(0, most - items.length);
    const names = isTooMany ? picked.slice(Math.max(0, most - items.length)).map((file) => labelOf(file, picked)) : [];
    setMessage(isTooMany ? `${words.tooMany} ${words.notAdded} ${names.join(", ")}` : "", isTooMany);
    const fresh = picked.map((file) => makeItem({ name: file.name || "photo.jpg", state: "waiting", progress: 0, file, label: labelOf(file, picked), batch: picked }));
    setItems((all) => [...all, ...fresh.slice(0, Math.max(0, most - all.length))]);
  };

  const release = (item) => {
    item.stop?.abort();
    if (item.preview.startsWith("blob:")) URL.revokeObjectURL(item.preview);
  };
  const refuse = ({ batch, name, label }, reason) => {
    sayRefused(batch, reason.startsWith(`${name}: `) ? label + reason.slice(name.length) : reason);
    setItems((all) => {
      const gone = all.filter((item) => item.batch === batch);
      gone.forEach((item) => (release(item), item.photo && discard(item.photo.url)));
      return all.filter((item) => item.batch !== batch);
    });
  };

  const shrink = async (item) => {
    try {
      // The server refuses it with its own words.
      if (!(await isComplete(item.file))) return item.file;
      const small = await compress(item.file, { maxSizeMB: maxMb, maxWidthOrHeight: maxPx, useWebWorker: false });
      change(item.key, { small, preview: URL.createObjectURL(small) });
      return small;
    } catch {
      // The browser cannot decode it; the server may, or returns an error.
      return item.file;
    }
  };

  const upload = async (item, signal) => {
    const onProgress = (progress) => change(item.key, { progress });
    try {
      const small = item.small || (await shrink(item));
      const answer = await send("/api/upload-multiple", "images", small, item.name, onProgress, signal);
      const [photo] = answer.images;
      const finish = (one) => ({ ...one, state: "done", photo, preview: one.preview || photo.thumb, file: null, small: null });
      setItems((all) => all.map((one) => (one.key === item.key ? finish(one) : one)));
    } catch (problem) {
      if (signal.aborted) return;
      if (REFUSED.includes(problem.status)) refuse(item, problem.message);
      else change(item.key, { state: "failed", error: `${item.label}: ${problem.message || words.failed}` });
    }
  };

  useEffect(() => {
    const next = items.find((item) => item.state === "waiting");
    if (!next || items.filter((item) => item.state === "sending").length >= AT_ONCE) return;
    const stop = new AbortController();
    change(next.key, { state: "sending", stop });
    upload(next, stop.signal);
  }, [items]);

  const remove = (item) => {
    release(item);
    setItems((all) => all.filter((other) => other.key !== item.key));
  };
  const retry = (item) => change(item.key, { state: "waiting", progress: 0, error: "" });
  useWindowEvent("online", () => items.filter((item) => item.state === "failed").forEach(retry));

  const pick = ({ target }) => (add(target.files), (target.value = ""));
  const input = { type: "file", accept: "image/*,.heic,.heif,.avif", multiple: most > 1, className: "sr-only", onChange: pick };

  return { items, setItems, message, refused, setMessage, add, remove, retry, input };
}
