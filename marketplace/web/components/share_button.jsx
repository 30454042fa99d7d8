import { copy } from "./copy_text.js";
import { FlashButton } from "./flash_button.jsx";

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
