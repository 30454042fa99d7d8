import { createContext, useContext, useEffect, useState } from "react";
import useEmblaCarousel from "embla-carousel-react";

const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";

const IsUsed = createContext(true);

const IconButton = ({ label, path, classes, onClick }) => (
  <button type="button" className={classes.arrow} aria-label={label} onClick={onClick}>
    <svg viewBox="0 0 24 24" className={classes.mark} aria-hidden="true">
      <path d={path} />
    </svg>
  </button>
);

/** Content of a slide that is out of sight until somebody uses the carousel. Without `shown` it is made only then. */
export function SlideContent({ shown, children }) {
  const isUsed = useContext(IsUsed);
  return shown || isUsed ? children : null;
}

/**
 * Carousel with arrows and dots, or with autoplay, which pauses out of sight and while the pointer or the focus is on it. Slides
 * out of sight are inert, so the keyboard skips them. With reduced motion, slides jump and autoplay is off.
 */
export function Carousel({ label, words, speed, autoplay, trackClass, classes, children }) {
  const [viewport, embla] = useEmblaCarousel({
    loop: true,
    align: "start",
    duration: speed,
    inViewThreshold: 0.1,
    breakpoints: { [REDUCED_MOTION]: { duration: 0 } },
  });
  const [snaps, setSnaps] = useState([]);
  const [chosen, setChosen] = useState(0);
  const [paused, setPaused] = useState(false);
  const [used, setUsed] = useState(autoplay > 0);

  useEffect(() => {
    if (!embla) return;
    const settle = () => {
      setSnaps(embla.scrollSnapList());
      setChosen(embla.selectedScrollSnap());
      const seen = embla.slidesInView();
      if (seen.length > 0) embla.slideNodes().forEach((node, index) => (node.inert = !seen.includes(index)));
    };
    settle();
    ["select", "reInit", "slidesChanged", "slidesInView"].forEach((name) => embla.on(name, settle));
  }, [embla]);

  useEffect(() => {
    if (!embla || !autoplay || paused || matchMedia(REDUCED_MOTION).matches) return;
    const root = embla.rootNode().parentElement;
    const step = () => {
      // Out of sight it rests: each step keeps the browser busy for half a second.
      const { top, bottom } = root.getBoundingClientRect();
      const isSeen = document.visibilityState === "visible" && bottom > 0 && top < innerHeight;
      if (isSeen && !root.matches(":hover, :has(:focus-visible)")) embla.scrollNext();
    };
    const timer = setInterval(step, autoplay);
    return () => clearInterval(timer);
  }, [embla, autoplay, paused]);

  const many = snaps.length > 1;
  return (
    <section
      aria-roledescription="carousel"
      aria-label={label}
      className={classes.root}
      onPointerEnter={() => setUsed(true)}
      onFocus={() => setUsed(true)}
    >
      <div ref={viewport} className={classes.viewport}>
        <div className={trackClass}>
          <IsUsed value={used}>{children}</IsUsed>
        </div>
      </div>
      {/* Also before the slides have been measured, so that nothing moves then. */}
      <div className={classes.controls}>
        {many && (
          <>
            <IconButton label={words.previous} path="m15 18-6-6 6-6" classes={classes} onClick={() => embla.scrollPrev()} />
            {autoplay > 0 ? (
              <IconButton
                label={paused ? words.play : words.pause}
                path={paused ? "m7 5 12 7-12 7z" : "M9 5v14M15 5v14"}
                classes={classes}
                onClick={() => setPaused(!paused)}
              />
            ) : (
              snaps.map((_, index) => (
                <button
                  key={index}
                  type="button"
                  className={classes.dot}
                  aria-label={`${words.slide} ${index + 1}`}
                  aria-current={index === chosen}
                  onClick={() => embla.scrollTo(index)}
                />
              ))
            )}
            <IconButton label={words.next} path="m9 18 6-6-6-6" classes={classes} onClick={() => embla.scrollNext()} />
          </>
        )}
      </div>
    </section>
  );
}
