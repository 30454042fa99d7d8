import { useState } from "react";

/** Opens the device's share sheet; where there is none, copies the address. */
export function Share({ words, children, ...rest }) {
  const [copied, setCopied] = useState(false);

  const share = async () => {
    const page = { title: document.title, url: window.location.href };
    try {
      if (navigator.share) {
        await navigator.share(page);
        return;
      }
      await navigator.clipboard.writeText(page.url);
      setCopied(true);
      setTimeout(() => setCopied(false), 2500);
    } catch {
      // The person closed the sheet, or the browser does not let a page copy.
    }
  };

  return (
    <button type="button" {...rest} onClick={share}>
      {children}
      <span role="status">{copied ? words.copied : words.share}</span>
    </button>
  );
}
