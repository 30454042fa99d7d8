import { copy } from "./copy_text.js";
import { Told } from "./told.jsx";

/** Opens the device's share sheet; where there is none, copies the address. */
export function Share({ words, ...rest }) {
  const press = async () => {
    const page = { title: document.title, url: window.location.href };
    if (navigator.share) {
      try {
        await navigator.share(page);
        return "";
      } catch (problem) {
        // The person closed the sheet: that is an answer too.
        if (problem.name === "AbortError") return "";
      }
    }
    return (await copy(page.url)) ? words.copied : page.url;
  };

  return <Told label={words.share} press={press} {...rest} />;
}
