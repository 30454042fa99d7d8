import { useEffect, useRef, useState } from "react";
import { useWindowEvent } from "$/public/external/marketplace/web/components/shared_scripts/use_window_event.js";

const PAUSE_MS = 150;

const fill = (id, value) => {
  const control = document.getElementById(id);
  if (!control || control.value === value) return;
  // Dispatch the events of typing, so that the handlers of the form run. Setting `value` would hide the change from React.
  control.setRangeText(value, 0, control.value.length, "end");
  control.dispatchEvent(new Event("input", { bubbles: true }));
  control.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
};

/** Datalist of towns for the input with the id `town`; choosing one fills in the input with the id `state`. */
export function TownSuggestions({ id, town, state }) {
  const [found, setFound] = useState([]);
  const timer = useRef(null);
  const asked = useRef("");

  useWindowEvent("input", ({ target, inputType }) => {
    if (target.id !== town) return;
    const typed = target.value.trim();
    const chosen = found.find((place) => place.city === typed);
    // Choosing from a datalist has no input type, or "insertReplacementText".
    if (chosen && (!inputType || inputType === "insertReplacementText")) fill(state, chosen.state);
    clearTimeout(timer.current);
    timer.current = setTimeout(async () => {
      if (typed === asked.current) return;
      asked.current = typed;
      const answer = await fetch(`/api/places?q=${encodeURIComponent(typed)}`).then((it) => it.json()).catch(() => ({}));
      if (asked.current === typed) setFound(answer.data ?? []);
    }, PAUSE_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <datalist id={id}>
      {found.map((place) => (
        <option key={place.label} value={place.city}>
          {place.label}
        </option>
      ))}
    </datalist>
  );
}
