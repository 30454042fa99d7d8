import { useEffect, useState } from "react";
import compress from "browser-image-compression";
import { send } from "./send_file.js";
import { useWindowEvent } from "./use_window_event.js";

const AT_ONCE = 2;
let made = 0;

const makeItem = (values) => ({ key: `photo-${++made}`, preview: "", ...values });
const storedItem = (photo) => makeItem({ name: photo.name, preview: photo.thumb || photo.url, state: "done", photo });

/** Whether the photo is waiting for its upload or being uploaded. */
export const isUnderWay = (item) => item.state === "waiting" || item.state === "sending";

/**
 * Hook that compresses and uploads photos, two at a time. Uploads retry after a lost connection.
 *
 * @param stored photos that are uploaded already
 * @param most maximum number of photos
 * @param words texts for `tooMany`, `notImage` and `failed`
 * @returns `items` with `state` (waiting, sending, done or failed), `progress`, `preview`, `error` and, when done, the `photo`
 *   of the API; `message`, the latest text for the user; functions that change them; and `input`, the props of a file input
 */
export function usePhotoUploads({ stored, most, maxMb, maxPx, words }) {
  const [items, setItems] = useState(() => stored.map(storedItem));
  const [message, setMessage] = useState("");

  const change = (key, values) => setItems((all) => all.map((item) => (item.key === key ? { ...item, ...values } : item)));

  const add = (files) => {
    const images = [...files].filter((file) => file.type.startsWith("image/"));
    const room = Math.max(0, most - items.length);
    setMessage(images.length > room ? words.tooMany : images.length < files.length ? words.notImage : "");
    const fresh = images.map((file) => makeItem({ name: file.name || "photo.jpg", state: "waiting", progress: 0, file }));
    setItems((all) => [...all, ...fresh.slice(0, Math.max(0, most - all.length))]);
  };

  const shrink = async (item) => {
    try {
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
      change(item.key, { state: "done", photo: answer.images[0], file: null, small: null });
    } catch (problem) {
      if (!signal.aborted) change(item.key, { state: "failed", error: problem.message || words.failed });
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
    item.stop?.abort();
    if (item.preview.startsWith("blob:")) URL.revokeObjectURL(item.preview);
    setItems((all) => all.filter((other) => other.key !== item.key));
  };
  const retry = (item) => change(item.key, { state: "waiting", progress: 0, error: "" });
  useWindowEvent("online", () => items.filter((item) => item.state === "failed").forEach(retry));

  const pick = ({ target }) => (add(target.files), (target.value = ""));
  const input = { type: "file", accept: "image/*", multiple: most > 1, className: "sr-only", onChange: pick };

  return { items, setItems, message, setMessage, add, remove, retry, input };
}
