import { useEffect } from "react";

// An answer that changes nothing in the form, being the same as the last, is taken as given after this.
const SAME_MS = 1_200;
const PATIENCE_MS = 20_000;
const STOPS = "a, button, input, select, textarea, summary";

const wrongIn = (form) =>
  form.querySelector("[aria-invalid=true]") ??
  (form.querySelector("[role=alert]") && [...form.querySelectorAll("[required]")].find((control) => !control.value));

/**
 * Brings the focus to the first control that is wrong, once a form that was handed in has been refused: where a control
 * says so itself, else the first that was left empty. One for the page; who has gone on meanwhile is left alone.
 */
export function FirstWrong() {
  useEffect(() => {
    let stop = () => {};
    const hear = ({ target: form }) => {
      stop();
      const from = document.activeElement;
      const look = () => {
        const wrong = wrongIn(form);
        if (!wrong) return;
        stop();
        const now = document.activeElement;
        if (now === from || !now?.matches(STOPS)) wrong.focus();
      };
      const changes = new MutationObserver(look);
      changes.observe(form, { subtree: true, childList: true, attributeFilter: ["aria-invalid"] });
      const timers = [setTimeout(look, SAME_MS), setTimeout(() => stop(), PATIENCE_MS)];
      stop = () => {
        changes.disconnect();
        timers.forEach(clearTimeout);
      };
    };
    document.addEventListener("submit", hear);
    return () => {
      stop();
      document.removeEventListener("submit", hear);
    };
  }, []);

  return null;
}
