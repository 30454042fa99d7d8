import { useEffect, useState } from "react";

/** Select that shows a choice at once and follows later changes of `value`. */
export function Select({ value, onChange, ...rest }) {
  const [shown, setShown] = useState(value);
  useEffect(() => setShown(value), [value]);

  return (
    <select
      {...rest}
      value={shown}
      onChange={(event) => {
        setShown(event.target.value);
        onChange?.(event);
      }}
    />
  );
}
