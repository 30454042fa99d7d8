import { useEffect, useRef, useState } from "react";
import compress from "browser-image-compression";
import { send } from "./send_file.js";

const AT_ONCE = 2;
const WAITS_MS = [1000, 3000, 8000, 15000];

let made = 0;
const ready = (photo) => ({ key: `photo-${++made}`, name: photo.name, preview: photo.thumb || photo.url, state: "done", photo });
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Photos of an ad: picked, dropped, pasted or taken; made small here, sent one by one with their progress, put in order by
 * dragging or with the arrow buttons. The first is the cover. A broken connection is tried again, then by hand.
 */
export function PhotoPicker({ photos, most, maxMb, maxPx, words, classes, onChange, onBusy }) {
  const [items, setItems] = useState(() => photos.map(ready));
  const [dragged, setDragged] = useState(null);
  const [over, setOver] = useState(false);
  const [said, setSaid] = useState("");
  const running = useRef(0);
  const told = useRef("");
  const box = useRef(null);

  const change = (key, values) => setItems((all) => all.map((item) => (item.key === key ? { ...item, ...values } : item)));

  const add = (files) => {
    const images = [...files].filter((file) => file.type.startsWith("image/"));
    if (images.length < files.length) setSaid(words.notImage);
    setItems((all) => {
      const room = most - all.length;
      if (images.length > room) setSaid(words.tooMany);
      const fresh = images.slice(0, Math.max(0, room)).map((file) => ({
        key: `photo-${++made}`,
        name: file.name || "photo.jpg",
        preview: URL.createObjectURL(file),
        state: "waiting",
        progress: 0,
        file,
      }));
      return [...all, ...fresh];
    });
  };

  const work = async (item) => {
    try {
      const small = await compress(item.file, { maxSizeMB: maxMb, maxWidthOrHeight: maxPx, useWebWorker: false });
      for (let attempt = 0; ; attempt++) {
        try {
          const answer = await send("/api/upload-multiple", "images", small, item.name, (progress) => change(item.key, { progress }));
          change(item.key, { state: "done", photo: answer.images[0], file: null });
          return;
        } catch (problem) {
          if (!problem.offline || attempt >= WAITS_MS.length) throw problem;
          await pause(WAITS_MS[attempt]);
        }
      }
    } catch (problem) {
      change(item.key, { state: "failed", error: problem.said || words.failed });
    }
  };

  useEffect(() => {
    const next = items.find((item) => item.state === "waiting");
    if (next && running.current < AT_ONCE) {
      running.current += 1;
      change(next.key, { state: "sending" });
      work(next).finally(() => {
        running.current -= 1;
        // Another look at the queue.
        setItems((all) => [...all]);
      });
    }
    const kept = items.filter((item) => item.state === "done").map((item) => item.photo);
    const busy = items.some((item) => item.state === "waiting" || item.state === "sending");
    const now = JSON.stringify([kept.map((photo) => photo.public_id || photo.id), busy]);
    if (now !== told.current) {
      const first = told.current === "";
      told.current = now;
      if (!first || busy) {
        onChange?.(kept.map((photo) => ({ id: photo.public_id || photo.id, name: photo.name, url: photo.url, thumb: photo.thumb })));
        onBusy?.(busy);
      }
    }
  }, [items]);

  useEffect(() => {
    const paste = (event) => event.clipboardData?.files?.length && add(event.clipboardData.files);
    const online = () => setItems((all) => all.map((item) => (item.state === "failed" && item.file ? { ...item, state: "waiting" } : item)));
    window.addEventListener("paste", paste);
    window.addEventListener("online", online);
    return () => {
      window.removeEventListener("paste", paste);
      window.removeEventListener("online", online);
    };
  }, []);

  const move = (from, to) => {
    if (to < 0 || to >= items.length) return;
    setItems((all) => {
      const next = [...all];
      next.splice(to, 0, ...next.splice(from, 1));
      return next;
    });
    setSaid(`${words.moved} ${to + 1}`);
  };
  const remove = (key) => setItems((all) => all.filter((item) => item.key !== key));
  const retry = (key) => change(key, { state: "waiting", progress: 0, error: "" });

  return (
    <div
      ref={box}
      className={over ? `${classes.box} ${classes.over}` : classes.box}
      onDragOver={(event) => (event.preventDefault(), setOver(dragged === null))}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => (event.preventDefault(), setOver(false), dragged === null && add(event.dataTransfer.files))}
    >
      <ul className={classes.list}>
        {items.map((item, index) => (
          <li
            key={item.key}
            className={classes.item}
            draggable
            onDragStart={() => setDragged(index)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={() => dragged !== null && (move(dragged, index), setDragged(null))}
            data-state={item.state}
          >
            <img src={item.preview} alt={item.name} className={classes.image} />
            {index === 0 && most > 1 && <span className={classes.cover}>{words.cover}</span>}
            {item.state !== "done" && item.state !== "failed" && (
              <progress className={classes.progress} value={item.progress || 0} max="1" aria-label={`${words.sending} ${item.name}`} />
            )}
            {item.state === "failed" && (
              <div className={classes.failed} role="alert">
                <p>{item.error}</p>
                {item.file && (
                  <button type="button" className={classes.retry} onClick={() => retry(item.key)}>
                    {words.retry}
                  </button>
                )}
              </div>
            )}
            <div className={classes.tools}>
              {most > 1 && (
                <>
                  <button type="button" className={classes.tool} disabled={index === 0} aria-label={`${words.earlier} ${item.name}`} onClick={() => move(index, index - 1)}>
                    ‹
                  </button>
                  <button type="button" className={classes.tool} disabled={index === items.length - 1} aria-label={`${words.later} ${item.name}`} onClick={() => move(index, index + 1)}>
                    ›
                  </button>
                </>
              )}
              <button type="button" className={classes.tool} aria-label={`${words.remove} ${item.name}`} onClick={() => remove(item.key)}>
                ×
              </button>
            </div>
          </li>
        ))}
        {items.length < most && (
          <li>
            <label className={classes.add}>
              <span>{words.add}</span>
              <span className={classes.hint}>{words.hint}</span>
              <input
                type="file"
                accept="image/*"
                multiple
                className="sr-only"
                onChange={(event) => (add(event.target.files), (event.target.value = ""))}
              />
            </label>
          </li>
        )}
      </ul>
      <p role="status" className={classes.said}>
        {said}
      </p>
    </div>
  );
}
