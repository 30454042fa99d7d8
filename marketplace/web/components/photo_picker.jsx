import { useEffect, useRef, useState } from "react";
import { isUnderWay, usePhotoUploads } from "$/public/external/marketplace/web/components/shared_scripts/use_photo_uploads.js";
import { useWindowEvent } from "$/public/external/marketplace/web/components/shared_scripts/use_window_event.js";

const describe = ({ public_id, id, name, url, thumb }) => ({ id: public_id || id, name, url, thumb });

/**
 * Photo input: photos can be picked, dropped, pasted or taken. They are compressed, uploaded two at a time with progress,
 * and sorted by dragging, with buttons or with arrow keys. The first is the cover. Uploads retry after a lost connection.
 */
export function PhotoPicker({ photos, most, maxMb, maxPx, words, classes, sprite, onChange, onBusy, onUnsent }) {
  const uploads = usePhotoUploads({ stored: photos, most, maxMb, maxPx, words });
  const { items, setItems, message, refused, setMessage, add, remove, retry, input } = uploads;
  const [dragged, setDragged] = useState(null);
  const [target, setTarget] = useState(null);
  const [over, setOver] = useState(false);
  const told = useRef("");
  const focus = useRef(null);
  const box = useRef(null);
  const busy = items.some(isUnderWay);

  useEffect(() => {
    const kept = items.filter((item) => item.state === "done").map((item) => describe(item.photo));
    const unsent = items.filter((item) => item.state === "failed").length;
    const now = JSON.stringify([kept.map((photo) => photo.id), busy, unsent]);
    if (now === told.current) return;
    // The first run only resets the busy state after a reload; the photos are those of the props.
    if (told.current) onChange(kept);
    told.current = now;
    onUnsent?.(unsent);
    onBusy(busy);
  }, [items]);

  useWindowEvent("paste", ({ clipboardData }) => clipboardData?.files.length && add(clipboardData.files));
  // Leaving the page would cancel running uploads.
  useWindowEvent("beforeunload", (event) => busy && event.preventDefault());

  // After a removal, the focus goes to the photo in its place.
  useEffect(() => {
    if (focus.current === null) return;
    const left = [...box.current.querySelectorAll("[data-remove]")];
    (left[focus.current] ?? left.at(-1) ?? box.current.querySelector("input"))?.focus();
    focus.current = null;
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
  const onKeyDown = (event, index) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    move(index, index + step);
  };
  const drop = (event) => {
    event.preventDefault();
    setOver(false);
    if (dragged === null) add(event.dataTransfer.files);
    else if (target !== null) move(dragged, target);
  };

  // The label of a tool ends in a colon, its tooltip does not.
  const tool = (label, item, icon, onClick, rest) => (
    <button type="button" className={classes.tool} aria-label={`${label} ${item.label}`} title={label.replace(/:$/, "")} onClick={onClick} {...rest}>
      <svg className="icon" width="16" height="16" aria-hidden="true">
        <use href={`${sprite}#${icon}`} />
      </svg>
    </button>
  );

  return (
    <div
      ref={box}
      className={over ? `${classes.box} ${classes.over}` : classes.box}
      onDragOver={(event) => (event.preventDefault(), setOver(dragged === null))}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <ul className={classes.list}>
        {items.map((item, index) => (
          <li
            key={item.key}
            className={dragged !== null && target === index ? `${classes.item} ${classes.target}` : classes.item}
            draggable
            onDragStart={() => setDragged(index)}
            onDragEnter={() => setTarget(index)}
            onDragEnd={() => (setDragged(null), setTarget(null))}
            onKeyDown={(event) => onKeyDown(event, index)}
            data-state={item.state}
            data-name={item.name}
          >
            {item.preview ? <img src={item.preview} alt={item.name} className={classes.image} /> : <p className={classes.blank}>{item.name}</p>}
            {index === 0 && most > 1 && <span className={classes.cover}>{words.cover}</span>}
            {isUnderWay(item) && (
              <progress className={classes.progress} value={item.progress} max="1" aria-label={`${words.sending} ${item.name}`} />
            )}
            {item.state === "failed" && (
              <div className={classes.failed} role="alert">
                <p>{item.error}</p>
                <button type="button" className={classes.retry} aria-label={`${words.retry} ${item.label}`} onClick={() => retry(item)}>
                  {words.retry}
                </button>
              </div>
            )}
            {most > 1 && item.state !== "failed" && (
              <div className={classes.tools}>
                {tool(words.first, item, "star", () => move(index, 0), { "aria-disabled": index === 0 })}
                {tool(words.earlier, item, "chevron-left", () => move(index, index - 1), { "aria-disabled": index === 0 })}
                {tool(words.later, item, "chevron-right", () => move(index, index + 1), { "aria-disabled": index === items.length - 1 })}
              </div>
            )}
            {tool(words.remove, item, "x", () => removeAt(index), { "data-remove": true, className: classes.remove })}
          </li>
        ))}
        {items.length < most && (
          <li className={classes.room}>
            <label className={classes.add}>
              <span>{words.add}</span>
              <span className={classes.hint}>{words.hint}</span>
              <input {...input} />
            </label>
          </li>
        )}
      </ul>
      <p role="status" className={refused ? classes.refused : classes.said}>
        {message}
      </p>
    </div>
  );
}
