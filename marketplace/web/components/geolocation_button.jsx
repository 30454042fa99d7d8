import { useState } from "react";

/** Button that asks the browser for its position. */
export function GeolocationButton({ words, onFound, onProblem, children, ...rest }) {
  const [busy, setBusy] = useState(false);

  const ask = () => {
    if (!navigator.geolocation) return onProblem(words.unsupported);
    setBusy(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => (setBusy(false), onFound(coords.latitude, coords.longitude)),
      () => (setBusy(false), onProblem(words.failed)),
      { timeout: 15000, maximumAge: 60000 },
    );
  };

  return (
    <button type="button" {...rest} disabled={busy} aria-busy={busy} onClick={ask}>
      {children}
    </button>
  );
}
