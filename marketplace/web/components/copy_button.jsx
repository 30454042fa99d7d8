import { useState } from "react";

const SHOWN_MS = 2500;

/** Copy a text, also on plain http, where the clipboard API is not available. Resolves to whether it worked. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const box = document.createElement("textarea");
    box.value = text;
    box.setAttribute("readonly", "");
    box.style.cssText = "position:fixed;opacity:0";
    document.body.append(box);
    box.select();
    const done = document.execCommand("copy");
    box.remove();
    return done;
  }
}

/**
 * Button that shows the result of a press for a moment.
 *
 * @param label label at other times
 * @param press called on a press; resolves to the text to show, or to nothing
 */
function FlashButton({ label, press, children, ...rest }) {
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

/** Button that copies a text to the clipboard and confirms it. */
export function CopyButton({ text, words, ...rest }) {
  const press = async () => ((await copy(text)) ? words.copied : words.failed);

  return <FlashButton label={words.copy} press={press} {...rest} />;
}

/** Button that opens the device's share sheet, or copies the URL if there is none. */
export function ShareButton({ words, ...rest }) {
  const press = async () => {
    const page = { title: document.title, url: window.location.href };
    if (navigator.share) {
      try {
        await navigator.share(page);
        return "";
      } catch (problem) {
        // The user closed the sheet.
        if (problem.name === "AbortError") return "";
      }
    }
    return (await copy(page.url)) ? words.copied : page.url;
  };

  return <FlashButton label={words.share} press={press} {...rest} />;
}
