import { useEffect } from "react";

/** Scrolls the parent row horizontally so that the element is in its middle. */
export function ScrollIntoView({ target }) {
  useEffect(() => {
    const element = document.getElementById(target);
    const row = element?.parentElement;
    if (row) row.scrollLeft = element.offsetLeft - row.offsetLeft - (row.clientWidth - element.offsetWidth) / 2;
  }, [target]);

  return null;
}
