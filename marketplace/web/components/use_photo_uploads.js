import { useEffect, useRef, useState } from "react";
import compress from "browser-image-compression";
import { send } from "./send_file.js";

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
 *   of the API; `message`, the latest text for the user; and functions that change them
 */
export function usePhotoUploads({ stored, most, maxMb, maxPx, words }) {
  const [items, setItems] = useState(() => stored.map(storedItem));
  const [message, setMessage] = useState("");
  const running = useRef(0);
  const stops = useRef(new Map());

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

  const upload = async (item) => {
    const stop = new AbortController();
    stops.current.set(item.key, stop);
    try {
      const small = item.small || (await shrink(item));
      const progress = (part) => change(item.key, { progress: part });
      const answer = await send("/api/upload-multiple", "images", small, item.name, progress, stop.signal);
      change(item.key, { state: "done", photo: answer.images[0], file: null, small: null });
    } catch (problem) {
      if (!problem.stopped) change(item.key, { state: "failed", error: problem.said || words.failed });
    } finally {
      stops.current.delete(item.key);
    }
  };

  useEffect(() => {
    const next = items.find((item) => item.state === "waiting");
    if (!next || running.current >= AT_ONCE) return;
    running.current += 1;
    change(next.key, { state: "sending" });
    upload(next).finally(() => {
      running.current -= 1;
      // Trigger the next upload.
      setItems((all) => [...all]);
    });
  }, [items]);

  useEffect(() => {
    const again = () => setItems((all) => all.map((item) => (item.state === "failed" && item.file ? { ...item, state: "waiting" } : item)));
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, []);

  const remove = (item) => {
    stops.current.get(item.key)?.abort();
    if (item.preview.startsWith("blob:")) URL.revokeObjectURL(item.preview);
    setItems((all) => all.filter((other) => other.key !== item.key));
  };
  const retry = (item) => change(item.key, { state: "waiting", progress: 0, error: "" });

  return { items, setItems, message, setMessage, add, remove, retry };
}
