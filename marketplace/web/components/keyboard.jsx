import { useEffect } from "react";
import { useWindowEvent } from "$/public/external/marketplace/web/components/shared_scripts/use_window_event.js";

const isText = (element) =>
  element.isContentEditable || element.matches?.("textarea, select, input:not([type=radio]):not([type=checkbox])");

/**
 * Calls `onPress` when one of the keys is pressed without modifiers, outside text fields, while the dialog with the id
 * `within` is open (empty: while no dialog is open).
 */
export function KeyListener({ keys, within, onPress }) {
  useWindowEvent("keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || isText(event.target)) return;
    const key = event.key.toLowerCase();
    if (!keys.includes(key) || (document.querySelector("dialog[open]")?.id ?? "") !== within) return;
    event.preventDefault();
    onPress(key);
  });

  return null;
}

// The form that a dialog is made of has the button that closes it. After a click on a title, the focus is on the body.
function findForm(element) {
  if (element.matches?.("textarea, input, select")) return element.form;
  const open = document.querySelectorAll("dialog[open]");
  const dialog = element.closest?.("dialog") ?? (element === document.body && open.length === 1 ? open[0] : null);
  return dialog && (element.form ?? dialog.querySelector("form:has([data-close])"));
}

/**
 * Submits the form of the field in which Ctrl+Enter or ⌘+Enter is pressed; elsewhere in an open dialog, that of the dialog.
 */
export function SendListener() {
  useWindowEvent("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat || event.isComposing) return;
    const form = findForm(event.target);
    if (!form) return;
    event.preventDefault();
    form.requestSubmit();
  });

  return null;
}

/** Moves the focus to an element; a dialog would focus its Close button instead. */
export function Focus({ target }) {
  useEffect(() => {
    const frame = requestAnimationFrame(() => document.getElementById(target)?.focus());
    return () => cancelAnimationFrame(frame);
  }, [target]);

  return null;
}
