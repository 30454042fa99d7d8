import { useEffect, useRef } from "react";
import { useWindowEvent } from "$/public/external/marketplace/web/components/shared_scripts/use_window_event.js";

// The server or the connection is gone then: another press sends the form again, under the same id.
const PATIENCE_MS = 15_000;
// A button has no id by which the server knows a press behind the answer again.
const SETTLE_MS = 1_000;

// `randomUUID` works on https only.
const makeId = () => crypto.getRandomValues(new Uint32Array(3)).join("-");
const describe = (value) => (value instanceof File ? [value.name, value.size, value.lastModified] : value);

const release = (sender, mark, number) => {
  if (sender.dataset[mark] === number) delete sender.dataset[mark];
};
const pathOf = ({ pathname, search }) => pathname + search;
/** Whether the press opens another page in this tab. */
const opensPage = (control) =>
  control.matches("a") &&
  /^http/.test(control.protocol) &&
  !control.download &&
  !control.target &&
  (control.origin !== location.origin || pathOf(control) !== pathOf(location));

/**
 * Shows at once that something was pressed, and sends what stands in a form once.
 *
 * A pressed button or link has `data-pressed` until the server has handled the events of the press, if there are any, or the page
 * is another one. While a form is on its way, `data-sending` shows it and further presses do nothing. Each form has an id, which is
 * another one as soon as its values change or its dialog closes. Buttons with `data-once` are guarded too.
 *
 * @param answered number of the last press that the server has handled
 * @param onSent called with the number of a press behind its own events
 */
export function SubmitGuard({ answered, onSent }) {
  const ids = useRef(new WeakMap());
  const last = useRef(0);
  // Of the last press: its control, and whether events followed it.
  const press = useRef({});

  const mark = (sender, name) => {
    // Higher than any before, also after a reload and when the clock is set back.
    last.current = Math.max(Date.now(), last.current + 1, answered + 1);
    const number = String(last.current);
    sender.dataset[name] = number;
    setTimeout(() => release(sender, name, number), PATIENCE_MS);
    return Number(number);
  };
  const guard = (event, sender) => {
    // Until then the page's first script keeps what is pressed, and repeats it.
    if (!("live" in document.documentElement.dataset)) return;
    if (sender.dataset.sending) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    mark(sender, "sending");
  };
  const tell = (sender) => onSent(Number(sender.dataset.sending));
  const forget = (form) => form && ids.current.delete(form);

  useWindowEvent(
    "click",
    (event) => {
      // A link that waits for the connection.
      if (event.defaultPrevented) return;
      const control = event.target.closest?.("a[href], button");
      if (!control || control.matches("[data-once], [aria-disabled=true]") || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const own = { control, sent: false, opens: opensPage(control) };
      press.current = own;
      control.dataset.pressed = "";
      // After its handlers.
      setTimeout(() => {
        if (own.opens) setTimeout(() => release(control, "pressed", ""), PATIENCE_MS);
        else if (own.sent) onSent(mark(control, "pressed"));
        else release(control, "pressed", "");
      });
    },
    true,
  );
  // Sent by the client of Reflex. A press of a link has its events when the other page is there.
  useWindowEvent("marketplace:events", () => {
    const { control, sent, opens } = press.current;
    if (!control || sent || (opens && pathOf(control) !== pathOf(location))) return;
    press.current.sent = true;
    if (opens) setTimeout(() => onSent(mark(control, "pressed")));
  });
  // A page that is shown again by the browser's Back.
  useWindowEvent("pageshow", ({ persisted }) => {
    if (persisted) for (const control of document.querySelectorAll("[data-pressed]")) delete control.dataset.pressed;
  });

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

  // The page's first script marks what is pressed before, and presses buttons again.
  useEffect(() => {
    for (const button of document.querySelectorAll("button[data-pressed]")) delete button.dataset.pressed;
  }, []);
  useEffect(() => {
    for (const control of document.querySelectorAll("[data-pressed]")) {
      if (control.dataset.pressed && Number(control.dataset.pressed) <= answered) delete control.dataset.pressed;
    }
    for (const sender of document.querySelectorAll("[data-sending]")) {
      if (Number(sender.dataset.sending) > answered) continue;
      const number = sender.dataset.sending;
      if (sender.matches("form")) release(sender, "sending", number);
      else setTimeout(() => release(sender, "sending", number), SETTLE_MS);
    }
  }, [answered]);

  return null;
}
