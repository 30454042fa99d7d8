import { Children, useEffect, useState } from "react";

const folded = (text) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();

/**
 * A list of links. With `searchable`, a box above it filters the links by their labels, and Enter follows the first of
 * the rest.
 */
export function ChoiceList({ choices, searchable, label, words, classes, children }) {
  const [typed, setTyped] = useState("");
  useEffect(() => setTyped(""), [searchable]);
  const wanted = folded(typed.trim());
  const items = Children.toArray(children).filter((_, at) => folded(choices[at].label).includes(wanted));

  const press = (event) => {
    if (event.key === "Escape" && typed) {
      // The dialog around it stays open.
      event.preventDefault();
      event.stopPropagation();
      setTyped("");
    }
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (wanted) event.target.parentElement.querySelector("a")?.click();
  };

  return (
    <div className={classes.root}>
      {searchable && (
        <input
          type="text"
          inputMode="search"
          autoComplete="off"
          placeholder={label}
          aria-label={label}
          className={classes.box}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={press}
        />
      )}
      <ul className={searchable ? classes.long : classes.list}>{items}</ul>
      {searchable && (
        <p role="status" className={items.length ? classes.hidden : classes.nothing}>
          {wanted && (items.length ? `${items.length} ${words.found}` : words.nothing)}
        </p>
      )}
    </div>
  );
}
