// Menus are on every page, and so is what closes layers on Back.
import "$/public/external/marketplace/web/components/shared_scripts/layers.js";

/** A button and the popover of its menu, which also closes after an item was chosen and when the focus leaves both. */
export function Menu({ children, ...rest }) {
  const close = (menu) => menu.querySelector("[popover]").hidePopover();
  return (
    <div
      {...rest}
      onClick={({ currentTarget, target }) => target.closest("[popover] :is(a, button)") && close(currentTarget)}
      onBlur={({ currentTarget, relatedTarget }) => relatedTarget && !currentTarget.contains(relatedTarget) && close(currentTarget)}
    >
      {children}
    </div>
  );
}
