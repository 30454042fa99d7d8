import { useState } from "react";

/** A `details` element. `open` is its first state; afterwards it opens and closes by clicks only, whatever is loaded. */
export function Disclosure({ open, ...rest }) {
  const [first] = useState(open);
  return <details {...rest} open={first} />;
}
