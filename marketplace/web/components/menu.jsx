import { useEffect, useRef } from "react";

const GAP = 6;
const EDGE = 8;

/** Return whether an ancestor would clip the overflowing menu. */
const isClipped = (element) => {
  for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(box);
    if (overflowX !== "visible" || overflowY !== "visible") return true;
  }
  return false;
};

/** Position the items of an open menu over the page: below the button, or above it if there is no room below. */
const place = (menu) => {
  const items = menu.querySelector("nav");
  items.removeAttribute("style");
  if (!menu.open || !isClipped(menu)) return;
  const button = menu.querySelector("summary").getBoundingClientRect();
  const [width, height] = [items.offsetWidth, items.offsetHeight];
  const bar = document.querySelector("[data-bottom-bar]")?.getBoundingClientRect();
  const end = bar?.height ? bar.top : innerHeight;
  const below = button.bottom + GAP;
  const above = button.top - GAP - height;
  const left = items.classList.contains("right-0") ? button.right - width : button.left;
  Object.assign(items.style, {
    position: "fixed",
    inset: "auto",
    margin: "0",
    top: `${below + height > end && above > EDGE ? above : below}px`,
    left: `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`,
  });
};

/** A `details` element that also closes on Escape, on a click or focus elsewhere, and after an item was chosen. */
export function Menu({ children, ...rest }) {
  const ref = useRef(null);

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
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
    const follow = () => menu.open && place(menu);
    const toggle = () => place(menu);
    menu.addEventListener("toggle", toggle, { signal });
    document.addEventListener("click", leave, { signal });
    document.addEventListener("focusin", leave, { signal });
    document.addEventListener("keydown", press, { signal });
    window.addEventListener("scroll", follow, { capture: true, passive: true, signal });
    window.addEventListener("resize", follow, { signal });
    // It may have been opened before hydration.
    place(menu);
    return () => stop.abort();
  }, []);

  return (
    <details ref={ref} {...rest}>
      {children}
    </details>
  );
}
