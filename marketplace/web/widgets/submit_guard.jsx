import { useEffect, useRef } from "react";
import { useWindowEvent } from "$/public/external/marketplace/web/components/shared_scripts/use_window_event.js";

// The server or the connection is gone then: another press sends the form again, under the same id.
const PATIENCE_MS = 15_000;
// A button has no id by which the server knows a press behind the answer again.
const SETTLE_MS = 1_000;

// `randomUUID` works on https only.
const makeId = () => crypto.getRandomValues(new Uint32Array(3)).join("-");
const describe = (value) => (value instanceof File ? [value.name, value.size, value.lastModified] : value);

const release = (sender, number) => {
  if (sender.dataset.sending === number) delete sender.dataset.sending;
};

/**
 * Sends what stands in a form once. While it is on its way, `data-sending` shows it and further presses do nothing. Each form
 * has an id, which is another one as soon as its values change or its dialog closes. Buttons with `data-once` are guarded too.
 *
 * @param answered number of the last form that the server has handled
 * @param onSent called with the number of a form behind its own event
 */
export function SubmitGuard({ answered, onSent }) {
  const ids = useRef(new WeakMap());
  const last = useRef(0);

  const guard = (event, sender) => {
    // Until then the page's first script keeps what is pressed, and repeats it.
    if (!("live" in document.documentElement.dataset)) return;
    if (sender.dataset.sending) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    // Higher than any before, also after a reload and when the clock is set back.
    last.current = Math.max(Date.now(), last.current + 1, answered + 1);
    const number = String(last.current);
    sender.dataset.sending = number;
    setTimeout(() => release(sender, number), PATIENCE_MS);
  };
  const tell = (sender) => onSent(Number(sender.dataset.sending));
  const forget = (form) => form && ids.current.delete(form);

  // Before React's own listeners.
  useWindowEvent("submit", (event) => guard(event, event.target), true);
  // Behind them.
  useWindowEvent("submit", ({ target }) => target.dataset.sending && tell(target));
  useWindowEvent(
    "click",
    (event) => {
      const button = event.target.closest("[data-once]");
      if (!button) return;
      guard(event, button);
      // A handler may keep the event to itself.
      setTimeout(() => button.dataset.sending && tell(button));
    },
    true,
  );
  useWindowEvent("formdata", ({ target: form, formData }) => {
    const values = JSON.stringify([...formData].map(([name, value]) => [name, describe(value)]));
    if (ids.current.get(form)?.values !== values) ids.current.set(form, { id: makeId(), values });
    formData.append("client_id", ids.current.get(form).id);
  });
  useWindowEvent("input", ({ target }) => forget(target.form), true);
  useWindowEvent("change", ({ target }) => forget(target.form), true);
  useWindowEvent("close", ({ target }) => target.querySelectorAll?.("form").forEach(forget), true);

  useEffect(() => {
    for (const sender of document.querySelectorAll("[data-sending]")) {
      if (Number(sender.dataset.sending) > answered) continue;
      const number = sender.dataset.sending;
      if (sender.matches("form")) release(sender, number);
      else setTimeout(() => release(sender, number), SETTLE_MS);
    }
  }, [answered]);

  return null;
}
