import { useEffect, useState } from "react";

/** The number of characters in the control with this id, and the maximum. */
export function CharacterCount({ control, most, initial, words, ...rest }) {
  const [count, setCount] = useState(initial);

  useEffect(() => {
    const read = () => setCount(document.getElementById(control)?.value.length ?? 0);
    const listen = (event) => event.target.id === control && read();
    // The field may have another value than the server knows of.
    read();
    document.addEventListener("input", listen);
    return () => document.removeEventListener("input", listen);
  }, [control, initial]);

  return (
    <span {...rest}>
      {count} {words} {most}
    </span>
  );
}
