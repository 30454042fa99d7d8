import { useEffect, useRef, useState } from "react";

const prefersReducedMotion = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

function Arrow({ label, path, classes, ...rest }) {
  return (
    <button type="button" aria-label={label} className={classes.arrow} {...rest}>
      <svg viewBox="0 0 24 24" className={classes.mark} aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  );
}

/** Row of photos that scrolls on touch, with arrow buttons for mouse and keyboard. */
function Strip({ photos, at, onAt, words, classes, row, look, children }) {
  const strip = useRef(null);
  const last = photos.length - 1;

  const go = (index, smooth = true) => {
    const left = strip.current.clientWidth * Math.min(Math.max(index, 0), last);
    strip.current.scrollTo({ left, behavior: smooth && !prefersReducedMotion() ? "smooth" : "instant" });
  };

  // Follow a choice made by a thumbnail or by the other strip.
  useEffect(() => {
    const box = strip.current;
    if (Math.round(box.scrollLeft / (box.clientWidth || 1)) !== at) go(at, look.smooth);
  }, [at]);

  return (
    <div
      className={look.stage}
      onKeyDown={(event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (!step) return;
        event.preventDefault();
        go(at + step);
      }}
    >
      <div
        ref={strip}
        className={look.strip}
        onScroll={(event) => onAt(Math.round(event.target.scrollLeft / (event.target.clientWidth || 1)))}
      >
        {photos.map((photo, index) => row(photo, index))}
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
      {children}
    </div>
  );
}

/** Photo gallery with a stage, thumbnails and a full-screen view. */
export function Gallery({ photos, name, sizes, words, classes }) {
  const [at, setAt] = useState(0);
  const [open, setOpen] = useState(false);
  const screen = useRef(null);
  const thumbs = useRef(null);

  useEffect(() => {
    const box = thumbs.current;
    const chosen = box?.children[at];
    if (chosen) box.scrollTo({ left: chosen.offsetLeft - box.offsetLeft - box.clientWidth / 2 + chosen.clientWidth / 2 });
  }, [at]);

  const image = (photo, index, fit, wide) => (
    <img
      src={photo.url}
      srcSet={photo.srcset || undefined}
      sizes={photo.srcset ? wide : undefined}
      width={photo.width || 800}
      height={photo.height || 600}
      alt={index === 0 ? name : `${name}, ${words.photo} ${index + 1}`}
      loading={index === 0 ? "eager" : "lazy"}
      fetchPriority={index === 0 ? "high" : undefined}
      decoding="async"
      draggable={false}
      className={fit}
    />
  );

  return (
    <div className={classes.root}>
      <Strip
        photos={photos}
        at={at}
        onAt={setAt}
        words={words}
        classes={classes}
        look={{ stage: classes.stage, strip: classes.strip, smooth: true }}
        row={(photo, index) => (
          <button
            key={photo.url}
            type="button"
            aria-label={`${words.enlarge} ${index + 1}`}
            tabIndex={index === at ? 0 : -1}
            className={classes.slide}
            onClick={() => {
              setOpen(true);
              screen.current.showModal();
            }}
          >
            {image(photo, index, classes.image, sizes)}
          </button>
        )}
      />
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
              <img src={photo.thumb || photo.url} width="72" height="72" alt="" loading="lazy" className={classes.thumbImage} />
            </button>
          ))}
        </div>
      )}
      <dialog ref={screen} aria-label={name} className={classes.screen} onClose={() => setOpen(false)}>
        {open && (
          <Strip
            photos={photos}
            at={at}
            onAt={setAt}
            words={words}
            classes={classes}
            look={{ stage: classes.fullStage, strip: classes.strip, smooth: false }}
            row={(photo, index) => (
              <div key={photo.url} className={classes.slide}>
                {image(photo, index, classes.fullImage, "100vw")}
              </div>
            )}
          >
            <div className={classes.closeBox}>
              <Arrow label={words.close} path="M18 6 6 18M6 6l12 12" classes={classes} onClick={() => screen.current.close()} />
            </div>
          </Strip>
        )}
      </dialog>
    </div>
  );
}
