import { useEffect, useRef } from "react";

/**
 * Checkbox or radio button that shows a press at once and follows later changes of `checked`. So a form that is submitted on a
 * slow connection contains what the user sees.
 */
export function CheckInput({ checked, ...rest }) {
  const element = useRef(null);
  const isFirst = useRef(true);

  useEffect(() => {
    // The user may have changed it before hydration.
    if (!isFirst.current) element.current.checked = checked;
    isFirst.current = false;
  }, [checked]);

  return <input {...rest} ref={element} defaultChecked={checked} />;
}
