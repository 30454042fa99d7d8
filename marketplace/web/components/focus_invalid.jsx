import { useEffect, useRef } from "react";
import { useWindowEvent } from "$/public/external/marketplace/web/components/shared_scripts/use_window_event.js";

// After this time, a response that changes nothing in the form counts as a repeated rejection.
const UNCHANGED_MS = 1_200;
const TIMEOUT_MS = 20_000;
const FOCUSABLE = "a, button, input, select, textarea, summary";

const findInvalid = (form) =>
  form.querySelector("[aria-invalid=true]") ??
  (form.querySelector("[role=alert]") && [...form.querySelectorAll("[required]")].find((control) => !control.value));

/**
 * Moves the focus to the first invalid control after a form was rejected: a control with `aria-invalid`, else the first
 * empty required one. Nothing happens if the user has moved the focus meanwhile.
 */
export function FocusInvalid() {
  const stop = useRef(() => {});

  useWindowEvent("submit", ({ target: form }) => {
    stop.current();
    const from = document.activeElement;
    const check = () => {
      const invalid = findInvalid(form);
      if (!invalid) return;
      stop.current();
      // It may be in a fold.
      invalid.closest("details")?.setAttribute("open", "");
      const now = document.activeElement;
      if (now !== from && now?.matches(FOCUSABLE)) return;
      invalid.focus();
      // The message below it may still be behind the bar at the bottom.
      document.getElementById(`${invalid.id}-error`)?.scrollIntoView({ block: "nearest" });
    };
    const changes = new MutationObserver(check);
    changes.observe(form, { subtree: true, childList: true, attributeFilter: ["aria-invalid"] });
    const timers = [setTimeout(check, UNCHANGED_MS), setTimeout(() => changes.disconnect(), TIMEOUT_MS)];
    stop.current = () => {
      changes.disconnect();
      timers.forEach(clearTimeout);
    };
  });
  useEffect(() => () => stop.current(), []);

  return null;
}
