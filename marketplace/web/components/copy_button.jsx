import { useState } from "react";

const SHOWN_MS = 2500;

/** Copy a text, also on plain http, where the clipboard API is not available. Resolves to whether it worked. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const box = Object.assign(document.createElement("textarea"), { value: text, readOnly: true, style: "position:fixed;opacity:0" });
    document.body.append(box);
    box.select();
    const done = document.execCommand("copy");
    box.remove();
    return done;
  }
}

/** Open the share sheet of the device. Resolves to false if there is none; closing it is an answer too. */
async function share() {
  try {
    await navigator.share({ title: document.title, url: location.href });
    return true;
  } catch (problem) {
    return problem.name === "AbortError";
  }
}

/** Button that copies `text`, or without one shares the page or copies its URL, and shows the result for a moment. */
export function CopyButton({ text, words, children, ...rest }) {
  const [result, setResult] = useState("");

  const press = async () => {
    if (text === undefined && (await share())) return;
    const done = await copy(text ?? location.href);
    setResult(done ? words.copied : (words.failed ?? location.href));
    setTimeout(() => setResult(""), SHOWN_MS);
  };

  return (
    <>
      <button type="button" {...rest} onClick={press}>
        {children}
        {result || words.press}
      </button>
      {/* Outside the button, whose accessible name it would replace. */}
      <span role="status" className="sr-only">
        {result}
      </span>
    </>
  );
}
