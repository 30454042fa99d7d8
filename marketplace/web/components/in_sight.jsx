import { useEffect } from "react";

/** Scrolls the row around an element sideways, so that the element is in its middle. */
export function InSight({ target }) {
  useEffect(() => {
    const element = document.getElementById(target);
    const row = element?.parentElement;
    if (row) row.scrollLeft = element.offsetLeft - row.offsetLeft - (row.clientWidth - element.offsetWidth) / 2;
  }, [target]);

  return null;
}
