import { useEffect, useRef } from "react";

/**
 * Radio button that shows a press at once and follows later changes of `chosen`. So a form that is submitted on a slow
 * connection contains what the user sees.
 */
export function Radio({ chosen, ...rest }) {
  const element = useRef(null);
  const isFirst = useRef(true);

  useEffect(() => {
    // The user may have changed it before hydration.
    if (chosen && !isFirst.current) element.current.checked = true;
    isFirst.current = false;
  }, [chosen]);

  return <input {...rest} ref={element} type="radio" defaultChecked={chosen} />;
}
