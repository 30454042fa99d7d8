import { useState } from "react";

const TOLD_MS = 2500;

/**
 * A button that says for a moment what came of pressing it.
 *
 * @param label what it says else
 * @param press does it; resolves to what to say, or to nothing
 */
export function Told({ label, press, children, ...rest }) {
  const [told, setTold] = useState("");

  const hear = async () => {
    setTold((await press()) || "");
    setTimeout(() => setTold(""), TOLD_MS);
  };

  return (
    <>
      <button type="button" {...rest} onClick={hear}>
        {children}
        {told || label}
      </button>
      {/* Beside the button: inside, it would take away its name. */}
      <span role="status" className="sr-only">
        {told}
      </span>
    </>
  );
}
