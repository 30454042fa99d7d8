import { useEffect, useRef } from "react";

/** A `details` element that also closes on Escape, on a press or focus elsewhere, and once something in it was chosen. */
export function Menu({ children, ...rest }) {
  const ref = useRef(null);

  useEffect(() => {
    const menu = ref.current;
    const leave = (event) => {
      const inside = menu.contains(event.target);
      if (!inside || (event.type === "click" && event.target.closest("a, nav button"))) menu.open = false;
    };
    const press = (event) => {
      if (event.key !== "Escape" || !menu.open) return;
      menu.open = false;
      menu.querySelector("summary").focus();
    };
    document.addEventListener("click", leave);
    document.addEventListener("focusin", leave);
    document.addEventListener("keydown", press);
    return () => {
      document.removeEventListener("click", leave);
      document.removeEventListener("focusin", leave);
      document.removeEventListener("keydown", press);
    };
  }, []);

  return (
    <details ref={ref} {...rest}>
      {children}
    </details>
  );
}
