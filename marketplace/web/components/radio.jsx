import { useEffect, useRef } from "react";

/**
 * A radio button that shows at once what was pressed, and follows `chosen` whenever that changes: on a slow line, a form
 * that is sent in between says what its reader saw.
 */
export function Radio({ chosen, ...rest }) {
  const element = useRef(null);
  const isFirst = useRef(true);

  useEffect(() => {
    // What the page began with may have been changed before the app was there.
    if (chosen && !isFirst.current) element.current.checked = true;
    isFirst.current = false;
  }, [chosen]);

  return <input {...rest} ref={element} type="radio" defaultChecked={chosen} />;
}
