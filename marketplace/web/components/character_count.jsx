import { useEffect, useState } from "react";
import { useWindowEvent } from "$/public/external/marketplace/web/components/shared_scripts/use_window_event.js";

/** The number of characters in the control with this id, and the maximum. */
export function CharacterCount({ control, most, initial, words, ...rest }) {
  const [count, setCount] = useState(initial);

  const read = () => setCount(document.getElementById(control)?.value.length ?? 0);

  // The field may have another value than the server knows of.
  useEffect(read, [control, initial]);
  useWindowEvent("input", ({ target }) => target.id === control && read());

  return (
    <span {...rest}>
      {count} {words} {most}
    </span>
  );
}
