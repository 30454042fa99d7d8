import { useEffect, useRef, useState } from "react";

/** Photo gallery with a stage that scrolls on touch, arrow buttons, thumbnails and a full-screen view. */
export function Gallery({ photos, name, sizes, words, viewerWords, classes }) {
  const [at, setAt] = useState(0);
  // The full-screen view while it is open: its component, and the index of the photo that was opened.
  const [viewer, setViewer] = useState(null);
  const strip = useRef(null);
  const thumbs = useRef(null);
  const last = photos.length - 1;
  const altOf = (index) => (index === 0 ? name : `${name}, ${words.photo} ${index + 1}`);

  const go = (index, behavior = "auto") => strip.current.scrollTo({ left: strip.current.clientWidth * index, behavior });

  const follow = ({ target }) => setAt(Math.round(target.scrollLeft / (target.clientWidth || 1)));

  // Bring the thumbnail of the photo into the middle of its row.
  useEffect(() => {
    const row = thumbs.current;
    const chosen = row?.children[at];
    if (chosen) row.scrollTo({ left: chosen.offsetLeft - row.offsetLeft - row.clientWidth / 2 + chosen.clientWidth / 2 });
  }, [at]);

  const open = async (event, index) => {
    // The viewer returns the focus to where it was, which would scroll back to this photo if another one was seen last.
    event.currentTarget.blur();
    setViewer({ ...(await import("./photo_viewer.jsx")), index });
  };

  const close = (index) => {
    setViewer(null);
    go(index, "instant");
    strip.current.children[index].focus({ preventScroll: true });
  };

  const onKeyDown = (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    go(at + step);
  };

  const arrow = (label, path, className, to) => (
    <button type="button" aria-label={label} className={className} disabled={to < 0 || to > last} onClick={() => go(to)}>
      <svg viewBox="0 0 24 24" className={classes.mark} aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  );

  return (
    <div className={classes.root}>
      <div className={classes.stage} onKeyDown={onKeyDown}>
        <div ref={strip} className={classes.strip} onScroll={follow}>
          {photos.map((photo, index) => (
            <button
              key={photo.src}
              type="button"
              aria-label={`${words.enlarge} ${index + 1}`}
              tabIndex={index === at ? 0 : -1}
              className={classes.slide}
              onClick={(event) => open(event, index)}
            >
              <img
                src={photo.src}
                srcSet={photo.srcset || undefined}
                sizes={sizes}
                width={photo.width}
                height={photo.height}
                alt={altOf(index)}
                loading={index === 0 ? "eager" : "lazy"}
                fetchPriority={index === 0 ? "high" : undefined}
                decoding="async"
                draggable={false}
                className={classes.image}
              />
            </button>
          ))}
        </div>
        {last > 0 && (
          <>
            {arrow(words.previous, "m15 18-6-6 6-6", classes.left, at - 1)}
            {arrow(words.next, "m9 18 6-6-6-6", classes.right, at + 1)}
            <p className={classes.count}>
              <span className="sr-only">{words.photo} </span>
              {at + 1} / {photos.length}
            </p>
          </>
        )}
      </div>
      {last > 0 && (
        <div ref={thumbs} className={classes.thumbs}>
          {photos.map((photo, index) => (
            <button
              key={photo.src}
              type="button"
              aria-label={`${words.photo} ${index + 1}`}
              aria-current={index === at}
              className={classes.thumb}
              onClick={() => go(index)}
            >
              <img src={photo.thumb} width="72" height="72" alt="" loading="lazy" className={classes.thumbImage} />
            </button>
          ))}
        </div>
      )}
      {viewer && (
        <viewer.PhotoViewer
          slides={photos.map((photo, index) => ({ ...photo, alt: altOf(index) }))}
          first={viewer.index}
          labels={{ ...viewerWords, Lightbox: name }}
          classes={classes}
          onClose={close}
        />
      )}
    </div>
  );
}
