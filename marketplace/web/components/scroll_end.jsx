import { useEffect, useRef } from "react";

/** A box that scrolls to its end whenever `version` changes, and stays where it is for anything else. */
export function ScrollEnd({ version, delay, children, ...rest }) {
  const box = useRef(null);

  useEffect(() => {
    const timer = setTimeout(() => box.current && (box.current.scrollTop = box.current.scrollHeight), delay);
    return () => clearTimeout(timer);
  }, [version, delay]);

  return (
    <div ref={box} {...rest}>
      {children}
    </div>
  );
}
