import { useEffect, useRef, useState } from "react";
import Cookies from "universal-cookie";
import { loadPage } from "$/public/external/marketplace/web/components/shared_scripts/layers.js";
import { GeolocationButton } from "./geolocation_button.jsx";

const PAUSE_MS = 150;
const ONE_YEAR_S = 31_536_000;
// A place in the URL takes precedence, so a choice replaces it.
const PLACE = ["city", "lat", "lng", "near", "radiusKm", "page"];

/** Remember the choice, and load the page again: the server orders its ads. */
const choose = (cookie, town) => {
  new Cookies().set(cookie, town, { path: "/", maxAge: ONE_YEAR_S, sameSite: "lax", secure: location.protocol === "https:" });
  const url = new URL(location.href);
  for (const name of PLACE) url.searchParams.delete(name);
  if (url.searchParams.get("sort") === "distance") url.searchParams.delete("sort");
  if (url.search === location.search) location.reload();
  else loadPage(url);
};

export function ChooseCity({ cookie, town, children, ...rest }) {
  return (
    <button type="button" {...rest} onClick={() => choose(cookie, town)}>
      {children}
    </button>
  );
}

const read = async (path, params) => {
  const response = await fetch(`${path}?${new URLSearchParams(params)}`);
  const { data, message } = await response.json();
  if (!response.ok) throw new Error(message);
  return data;
};

/** Search for a town, use the browser's position, or choose one of the largest towns. Works with Tab and Enter alone. */
export function CityPicker({ words, classes, cookie, anywhere, towns, children }) {
  const box = useRef(null);
  const timer = useRef(null);
  const [found, setFound] = useState(null);
  const [problem, setProblem] = useState("");

  useEffect(() => {
    // The browser moves the focus while it opens the popover, so that no key is lost. Not on phones: their keyboard hides the towns.
    box.current.toggleAttribute("autofocus", matchMedia("(pointer: fine)").matches);
    return () => clearTimeout(timer.current);
  }, []);

  const search = async () => {
    const typed = box.current.value.trim();
    try {
      const places = typed ? (await read("/api/places", { q: typed })).map((place) => place.label) : null;
      if (box.current?.value.trim() !== typed) return [];
      setFound(places);
      setProblem(places?.length === 0 ? words.unknown : "");
      return places ?? [];
    } catch {
      setProblem(words.failed);
      return [];
    }
  };

  const submit = async (event) => {
    event.preventDefault();
    clearTimeout(timer.current);
    const [first] = await search();
    if (first) choose(cookie, first);
  };

  const locate = async (lat, lng) => {
    try {
      const place = await read("/api/geocode", { lat, lng });
      choose(cookie, place.state && place.state !== place.city ? `${place.city}, ${place.state}` : place.city);
    } catch (error) {
      setProblem(error.message || words.failed);
    }
  };

  return (
    <div className={classes.root}>
      <form className={classes.form} onSubmit={submit}>
        <input
          ref={box}
          type="text"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={60}
          aria-label={words.search}
          placeholder={words.search}
          className={classes.input}
          onInput={() => (clearTimeout(timer.current), (timer.current = setTimeout(search, PAUSE_MS)))}
        />
      </form>
      <p role="alert" className={classes.problem}>
        {problem}
      </p>
      <div className={classes.actions}>
        <GeolocationButton words={words} className={classes.action} onFound={locate} onProblem={setProblem}>
          {children}
        </GeolocationButton>
        <ChooseCity className={classes.action} cookie={cookie} town={anywhere}>
          {words.anywhere}
        </ChooseCity>
      </div>
      <ul aria-label={found ? words.found : words.popular} className={found ? classes.found : classes.towns}>
        {(found ?? towns).map((town) => (
          <li key={town}>
            <ChooseCity className={classes.town} cookie={cookie} town={town}>
              {town}
            </ChooseCity>
          </li>
        ))}
      </ul>
    </div>
  );
}
