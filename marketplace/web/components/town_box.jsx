import { useRef } from "react";
import { useCombobox } from "$/public/external/marketplace/web/components/shared_scripts/use_combobox.js";

const write = (id, value) => {
  const control = document.getElementById(id);
  if (!control || control.value === value) return;
  // Dispatch the events of typing, so that the handlers of the form run. Setting `value` would hide the change from React.
  control.setRangeText(value, 0, control.value.length, "end");
  control.dispatchEvent(new Event("input", { bubbles: true }));
  control.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
};

const show = (list) => list?.scrollIntoView({ block: "nearest" });

/**
 * Combobox of towns and localities. What is typed counts as well, since a village may be missing in the data.
 *
 * @param fills ids of the controls for the state and the locality, which a choice fills in; those left out stay as they are
 * @param submits whether a choice submits the form, with the label of the place
 */
export function TownBox({ words, classes, fills, submits, onBlur, ...rest }) {
  // What was filled in here is replaced by the next choice; what somebody typed into these controls is not.
  const state = useRef("");
  const locality = useRef("");

  const fillState = (name) => {
    state.current = name;
    write(fills.state, name);
  };

  const choose = (one, input) => {
    if (submits) {
      input.value = one.label;
      return input.form.requestSubmit();
    }
    fillState(one.state);
    write(input.id, one.city);
    if (one.place || document.getElementById(fills.place)?.value === locality.current) write(fills.place, one.place);
    locality.current = one.place;
  };

  const { found, open, input, list, option } = useCombobox({ url: "/api/places", onChoose: choose });

  const leave = (event) => {
    const typed = event.currentTarget.value.trim().toLowerCase();
    const town = !submits && found?.find((one) => !one.place && one.city.toLowerCase() === typed);
    const before = document.getElementById(fills?.state)?.value;
    if (town && (!before || before === state.current)) fillState(town.state);
    input.onBlur();
    onBlur?.(event);
  };

  return (
    <div className={classes.root}>
      <input {...rest} {...input} type="text" enterKeyHint={submits ? "search" : undefined} className={classes.input} onBlur={leave} />
      {open && (
        <ul {...list} ref={show} aria-label={words.list} className={classes.list}>
          {found.map((one, index) => (
            <li key={one.label} {...option(index)} className={classes.option}>
              {one.place || one.city}
              <span className={classes.where}>
                {(one.place ? [one.city, one.state] : [one.state]).filter((name) => name !== (one.place || one.city)).map((name) => `, ${name}`)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {words.unknown && found?.length === 0 && (
        <p role="alert" className={classes.problem}>
          {words.unknown}
        </p>
      )}
    </div>
  );
}
