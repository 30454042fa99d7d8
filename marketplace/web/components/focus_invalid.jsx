import { useEffect, useRef } from "react";
import { useWindowEvent } from "$/public/external/marketplace/web/components/shared_scripts/use_window_event.js";

// After this time, a response that changes nothing in the form counts as a repeated rejection.
const UNCHANGED_MS = 1_200;
const TIMEOUT_MS = 20_000;
const FOCUSABLE = "a, button, input, select, textarea, summary";

const byId = (id) => id && document.getElementById(id);
const findMessage = (control) => byId(control.getAttribute("aria-describedby")) ?? byId(`${control.name}-error`);

/** The first control with an error: marked as invalid; named by a message, as radio buttons are; or required and empty beside one. */
const findInvalid = (form) => {
  const marked = form.querySelector("[aria-invalid=true]");
  const messages = marked ? [] : [...form.querySelectorAll("[role=alert]:not([hidden])")];
  const [named] = messages.map(({ id }) => form.elements.namedItem(id.replace(/-error$/, ""))).filter(Boolean);
  const missing = () => messages.length > 0 && [...form.querySelectorAll("[required]")].find((control) => !control.value);
  return marked ?? (named instanceof RadioNodeList ? named[0] : named) ?? missing();
};

/** Focus a control, and show its label and its message between the bars, where `scroll-padding` leaves room for these. */
const reveal = (control) => {
  // It may be in a fold.
  control.closest("details")?.setAttribute("open", "");
  control.focus({ preventScroll: true });
  for (const part of [findMessage(control), control.labels?.[0], control]) part?.scrollIntoView({ block: "nearest" });
};

const hide = (message) => {
  if (!message || message.hidden) return;
  message.hidden = true;
  message.dataset.mended = "";
};

/** Hide the errors of a control that is being changed: its own, and that of the form, which was about what was sent. */
const mend = ({ target }) => {
  const control = target.closest?.("[aria-invalid=true]");
  if (control) {
    hide(findMessage(control));
    control.setAttribute("aria-invalid", "false");
    control.dataset.mended = "";
  }
  // Of controls without `aria-invalid`, such as a group of radio buttons.
  hide(byId(target.name && `${target.name}-error`));
  target.form?.querySelectorAll("[data-form-error]").forEach(hide);
};

/** Show again what the server says unchanged: React writes an error that stays the same only once. */
const restore = (form) => {
  for (const mended of form.querySelectorAll("[data-mended]")) {
    delete mended.dataset.mended;
    if (mended.hidden) mended.hidden = false;
    else if (findMessage(mended)) mended.setAttribute("aria-invalid", "true");
  }
};

/**
 * For all forms of the page: an error goes as soon as its control is changed, and after a form was rejected, the focus moves to
 * the first invalid control: one with `aria-invalid`, else the first empty required one. The focus stays if the user has moved
 * it meanwhile.
 */
export function FocusInvalid() {
  const stop = useRef(() => {});

  useWindowEvent("submit", ({ target: form }) => {
    stop.current();
    const from = document.activeElement;
    const check = () => {
      const invalid = findInvalid(form);
      if (!invalid) return form.querySelector("[data-form-error]:not([hidden])")?.scrollIntoView({ block: "nearest" });
      stop.current();
      const now = document.activeElement;
      if (now === from || !now?.matches(FOCUSABLE)) reveal(invalid);
    };
    const changes = new MutationObserver(check);
    changes.observe(form, { subtree: true, childList: true, attributeFilter: ["aria-invalid"] });
    // The form is marked while it is on its way (`submit_guard.jsx`).
    const answers = new MutationObserver(() => {
      if (form.dataset.sending) return;
      answers.disconnect();
      restore(form);
    });
    answers.observe(form, { attributeFilter: ["data-sending"] });
    const timers = [setTimeout(check, UNCHANGED_MS), setTimeout(() => changes.disconnect(), TIMEOUT_MS)];
    stop.current = () => {
      changes.disconnect();
      timers.forEach(clearTimeout);
    };
  });
  useWindowEvent("input", mend);
  useEffect(() => () => stop.current(), []);

  return null;
}
