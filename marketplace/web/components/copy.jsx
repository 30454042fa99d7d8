import { copy } from "./copy_text.js";
import { Told } from "./told.jsx";

/** Copies a text to the clipboard, and says so. */
export function Copy({ text, words, ...rest }) {
  const press = async () => ((await copy(text)) ? words.copied : words.failed);

  return <Told label={words.copy} press={press} {...rest} />;
}
