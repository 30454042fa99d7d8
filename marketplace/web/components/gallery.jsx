import { useEffect, useRef, useState } from "react";

function Arrow({ label, path, classes, ...rest }) {
  return (
    <button type="button" aria-label={label} className={classes.arrow} {...rest}>
      <svg viewBox="0 0 24 24" className={classes.mark} aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  );
}

/** Photo gallery with a stage that scrolls on touch, arrow buttons, thumbnails and a full-screen view. */
export function Gallery({ photos, name, sizes, words, viewerWords, classes }) {
  const [at, setAt] = useState(0);
  // The full-screen view while it is open: its component, its photos and the index of the one that was opened.
  const [viewer, setViewer] = useState(null);
  const strip = useRef(null);
  const thumbs = useRef(null);
  const last = photos.length - 1;

  const go = (index, smooth = true) => {
    const left = strip.current.clientWidth * Math.min(Math.max(index, 0), last);
    strip.current.scrollTo({ left, behavior: smooth ? "auto" : "instant" });
  };

  // Follow a choice made by a thumbnail, and bring the thumbnail of the photo into the middle of its row.
  useEffect(() => {
    const box = strip.current;
    if (Math.round(box.scrollLeft / (box.clientWidth || 1)) !== at) go(at);
    const row = thumbs.current;
    const chosen = row?.children[at];
    if (chosen) row.scrollTo({ left: chosen.offsetLeft - row.offsetLeft - row.clientWidth / 2 + chosen.clientWidth / 2 });
  }, [at]);

  const altOf = (index) => (index === 0 ? name : `${name}, ${words.photo} ${index + 1}`);

  const open = async (event, index) => {
    // The viewer returns the focus to where it was, which would scroll back to this photo if another one was seen last.
    event.currentTarget.blur();
    const { PhotoViewer } = await import("./photo_viewer.jsx");
    const slides = photos.map((photo, each) => ({
      src: photo.url,
      alt: altOf(each),
      width: photo.width || 800,
      height: photo.height || 600,
    }));
    setViewer({ PhotoViewer, slides, index });
  };

  const close = (index) => {
    setViewer(null);
    go(index, false);
    strip.current.children[index].focus({ preventScroll: true });
  };

  return (
    <div className={classes.root}>
      <div
        className={classes.stage}
        onKeyDown={(event) => {
          const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
          if (!step) return;
          event.preventDefault();
          go(at + step);
        }}
      >
        <div
          ref={strip}
          className={classes.strip}
          onScroll={(event) => setAt(Math.round(event.target.scrollLeft / (event.target.clientWidth || 1)))}
        >
          {photos.map((photo, index) => (
            <button
              key={photo.url}
              type="button"
              aria-label={`${words.enlarge} ${index + 1}`}
              tabIndex={index === at ? 0 : -1}
              className={classes.slide}
              onClick={(event) => open(event, index)}
            >
              <img
                src={photo.url}
                srcSet={photo.srcset || undefined}
                sizes={photo.srcset ? sizes : undefined}
                width={photo.width || 800}
                height={photo.height || 600}
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
            <div className={classes.left}>
              <Arrow label={words.previous} path="m15 18-6-6 6-6" classes={classes} disabled={at === 0} onClick={() => go(at - 1)} />
            </div>
            <div className={classes.right}>
              <Arrow label={words.next} path="m9 18 6-6-6-6" classes={classes} disabled={at === last} onClick={() => go(at + 1)} />
            </div>
            <p className={classes.count}>
              <span className={classes.hidden}>{words.photo} </span>
              {at + 1} / {photos.length}
            </p>
          </>
        )}
      </div>
      {photos.length > 1 && (
        <div ref={thumbs} className={classes.thumbs}>
          {photos.map((photo, index) => (
            <button
              key={photo.url}
              type="button"
              aria-label={`${words.photo} ${index + 1}`}
              aria-current={index === at}
              className={index === at ? classes.thumbHere : classes.thumb}
              onClick={() => setAt(index)}
            >
              <img src={photo.thumb} width="72" height="72" alt="" loading="lazy" className={classes.thumbImage} />
            </button>
          ))}
        </div>
      )}
      {viewer && (
        <viewer.PhotoViewer
          slides={viewer.slides}
          first={viewer.index}
          labels={{ ...viewerWords, Lightbox: name }}
          classes={classes}
          onClose={close}
        />
      )}
    </div>
  );
}
