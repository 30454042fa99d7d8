import { copy } from "./copy_text.js";
import { FlashButton } from "./flash_button.jsx";

/** Button that copies a text to the clipboard and confirms it. */
export function CopyButton({ text, words, ...rest }) {
  const press = async () => ((await copy(text)) ? words.copied : words.failed);

  return <FlashButton label={words.copy} press={press} {...rest} />;
}
