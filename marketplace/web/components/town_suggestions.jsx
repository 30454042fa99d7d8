import { useEffect, useState } from "react";

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

  useEffect(() => {
    let timer;
    let asked = "";
    let known = [];
    const listen = (event) => {
      if (event.target.id !== town) return;
      const typed = event.target.value.trim();
      const chosen = known.find((place) => place.city === typed);
      // Choosing from a datalist has no input type, or "insertReplacementText".
      if (chosen && (!event.inputType || event.inputType === "insertReplacementText")) fill(state, chosen.state);
      clearTimeout(timer);
      if (typed === asked) return;
      timer = setTimeout(async () => {
        asked = typed;
        const answer = typed ? await fetch(`/api/places?q=${encodeURIComponent(typed)}`).then((it) => it.json()).catch(() => ({})) : {};
        if (asked !== typed) return;
        known = answer.data || [];
        setFound(known);
      }, PAUSE_MS);
    };
    document.addEventListener("input", listen);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("input", listen);
    };
  }, [town, state]);

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
