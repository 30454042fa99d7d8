import { useRef } from "react";
import { useLayer } from "$/public/external/marketplace/web/components/shared_scripts/layers.js";
import Lightbox from "yet-another-react-lightbox";
import Counter from "yet-another-react-lightbox/plugins/counter";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import "yet-another-react-lightbox/styles.css";
import "yet-another-react-lightbox/plugins/counter.css";

const PLUGINS = [Counter, Zoom];
// Photos are small: at most four screen pixels for each of theirs.
const ZOOM = { maxZoomPixelRatio: 4, scrollToZoom: true };

/**
 * Full-screen view of photos that can be zoomed. It is loaded when somebody opens a photo.
 *
 * @param first index of the photo to begin with.
 * @param onClose called with the index of the photo that was seen last.
 */
export function PhotoViewer({ slides, first, labels, classes, onClose }) {
  const seen = useRef(first);
  const zoom = useRef(null);
  const close = () => onClose(seen.current);
  useLayer(true, close);
  const single = slides.length === 1 ? () => null : undefined;

  return (
    // The library has Ctrl+0 only.
    <div onKeyDown={(event) => event.key === "0" && zoom.current?.changeZoom(1)}>
      <Lightbox
        open
        index={first}
        slides={slides}
        plugins={PLUGINS}
        labels={labels}
        carousel={{ finite: true }}
        zoom={{ ...ZOOM, ref: zoom }}
        counter={{ container: { className: classes.viewerCount } }}
        className={classes.viewer}
        render={{ buttonPrev: single, buttonNext: single }}
        on={{ view: ({ index }) => (seen.current = index) }}
        close={close}
      />
    </div>
  );
}
