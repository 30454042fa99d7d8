import { useEffect, useState } from "react";

const PAUSE_MS = 150;

const fill = (id, value) => {
  const control = document.getElementById(id);
  if (!control || control.value === value) return;
  // As if it had been typed, so that the form hears of it.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(control, value);
  control.dispatchEvent(new Event("input", { bubbles: true }));
  control.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
};

/** Suggests towns while one is typed into the control with this id, and fills in the state of the one that is chosen. */
export function Towns({ id, town, state }) {
  const [found, setFound] = useState([]);

  useEffect(() => {
    let timer;
    let asked = "";
    let known = [];
    const listen = (event) => {
      if (event.target.id !== town) return;
      const typed = event.target.value.trim();
      const chosen = known.find((place) => place.city === typed);
      // Typing has an input type; what comes from the list has none, or says that it replaces.
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
