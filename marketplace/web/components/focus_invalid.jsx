import { useEffect } from "react";

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
  useEffect(() => {
    let stop = () => {};
    const onSubmit = ({ target: form }) => {
      stop();
      const from = document.activeElement;
      const check = () => {
        const invalid = findInvalid(form);
        if (!invalid) return;
        stop();
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
      const timers = [setTimeout(check, UNCHANGED_MS), setTimeout(() => stop(), TIMEOUT_MS)];
      stop = () => {
        changes.disconnect();
        timers.forEach(clearTimeout);
      };
    };
    document.addEventListener("submit", onSubmit);
    return () => {
      stop();
      document.removeEventListener("submit", onSubmit);
    };
  }, []);

  return null;
}
