import { useEffect, useRef, useState } from "react";
import { isUnderWay, usePhotoUploads } from "./use_photo_uploads.js";

/**
 * Photo input: photos can be picked, dropped, pasted or taken. They are compressed, uploaded two at a time with progress,
 * and sorted by dragging, with buttons or with arrow keys. The first is the cover. Uploads retry after a lost connection.
 */
export function PhotoPicker({ photos, most, maxMb, maxPx, words, classes, sprite, onChange, onBusy, onUnsent }) {
  const { items, setItems, message, setMessage, add, remove, retry } = usePhotoUploads({ stored: photos, most, maxMb, maxPx, words });
  const [dragged, setDragged] = useState(null);
  const [target, setTarget] = useState(null);
  const [over, setOver] = useState(false);
  const told = useRef("");
  const focus = useRef(null);
  const box = useRef(null);
  const busy = items.some(isUnderWay);

  useEffect(() => {
    const kept = items.filter((item) => item.state === "done").map((item) => item.photo);
    const unsent = items.filter((item) => item.state === "failed").length;
    const now = JSON.stringify([kept.map((photo) => photo.public_id || photo.id), busy, unsent]);
    if (now !== told.current) {
      const first = told.current === "";
      told.current = now;
      // The first run only resets the busy state after a reload; the photos are those of the props.
      if (!first) onChange?.(kept.map((photo) => ({ id: photo.public_id || photo.id, name: photo.name, url: photo.url, thumb: photo.thumb })));
      onUnsent?.(unsent);
      onBusy?.(busy);
    }
  }, [items]);

  useEffect(() => {
    const paste = (event) => event.clipboardData?.files?.length && add(event.clipboardData.files);
    window.addEventListener("paste", paste);
    return () => window.removeEventListener("paste", paste);
  });

  useEffect(() => {
    if (!busy) return undefined;
    // Leaving the page would cancel running uploads.
    const ask = (event) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [busy]);

  useEffect(() => {
    if (focus.current === null) return;
    const left = box.current.querySelectorAll("[data-remove]");
    const next = left[Math.min(focus.current, left.length - 1)] || box.current.querySelector("input");
    focus.current = null;
    next?.focus();
  }, [items.length]);

  const move = (from, to) => {
    if (to < 0 || to >= items.length || from === to) return;
    setItems((all) => {
      const next = [...all];
      next.splice(to, 0, ...next.splice(from, 1));
      return next;
    });
    setMessage(`${words.moved} ${to + 1}`);
  };
  const removeAt = (index) => {
    focus.current = index;
    remove(items[index]);
    setMessage(words.removed);
  };
  const onKey = (event, index) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) {
      event.preventDefault();
      move(index, index + step);
    }
  };
  const settle = () => (setDragged(null), setTarget(null));

  const icon = (name) => (
    <svg className="icon" width="16" height="16" aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
  const tool = (words, item, sign, off, onClick) => (
    <button type="button" className={classes.tool} aria-disabled={off} aria-label={`${words} ${item.name}`} title={words.replace(/:$/, "")} onClick={onClick}>
      {icon(sign)}
    </button>
  );

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
            className={dragged !== null && target === index ? `${classes.item} ${classes.target}` : classes.item}
            draggable
            onDragStart={() => setDragged(index)}
            onDragEnter={() => setTarget(index)}
            onDragEnd={settle}
            onDragOver={(event) => event.preventDefault()}
            onDrop={() => dragged !== null && (move(dragged, index), settle())}
            onKeyDown={(event) => onKey(event, index)}
            data-state={item.state}
            data-name={item.name}
          >
            {item.preview ? <img src={item.preview} alt={item.name} className={classes.image} /> : <p className={classes.blank}>{item.name}</p>}
            {index === 0 && most > 1 && <span className={classes.cover}>{words.cover}</span>}
            {isUnderWay(item) && (
              <progress className={classes.progress} value={item.progress || 0} max="1" aria-label={`${words.sending} ${item.name}`} />
            )}
            {item.state === "failed" && (
              <div className={classes.failed} role="alert">
                <p>{item.error}</p>
                {item.file && (
                  <button type="button" className={classes.retry} onClick={() => retry(item)}>
                    {words.retry}
                  </button>
                )}
              </div>
            )}
            {most > 1 && item.state !== "failed" && (
              <div className={classes.tools}>
                {tool(words.first, item, "star", index === 0, () => move(index, 0))}
                {tool(words.earlier, item, "chevron-left", index === 0, () => move(index, index - 1))}
                {tool(words.later, item, "chevron-right", index === items.length - 1, () => move(index, index + 1))}
              </div>
            )}
            <button
              type="button"
              data-remove
              className={classes.remove}
              aria-label={`${words.remove} ${item.name}`}
              title={words.remove}
              onClick={() => removeAt(index)}
            >
              {icon("x")}
            </button>
          </li>
        ))}
        {items.length < most && (
          <li className={classes.room}>
            <label className={classes.add}>
              <span>{words.add}</span>
              <span className={classes.hint}>{words.hint}</span>
              <input
                type="file"
                accept="image/*"
                multiple={most > 1}
                className="sr-only"
                onChange={(event) => (add(event.target.files), (event.target.value = ""))}
              />
            </label>
          </li>
        )}
      </ul>
      <p role="status" className={classes.said}>
        {message}
      </p>
    </div>
  );
}
