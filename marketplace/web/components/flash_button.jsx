import { useState } from "react";

const SHOWN_MS = 2500;

/**
 * Button that shows the result of a press for a moment.
 *
 * @param label label at other times
 * @param press called on a press; resolves to the text to show, or to nothing
 */
export function FlashButton({ label, press, children, ...rest }) {
  const [result, setResult] = useState("");

  const handleClick = async () => {
    setResult((await press()) || "");
    setTimeout(() => setResult(""), SHOWN_MS);
  };

  return (
    <>
      <button type="button" {...rest} onClick={handleClick}>
        {children}
        {result || label}
      </button>
      {/* Outside the button, whose accessible name it would replace. */}
      <span role="status" className="sr-only">
        {result}
      </span>
    </>
  );
}
