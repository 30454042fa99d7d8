import { useEffect, useLayoutEffect, useRef } from "react";
import { addLayer } from "$/public/external/marketplace/web/components/shared_scripts/layers.js";

/**
 * The native modal dialog, which traps the focus, restores it, closes on Escape and makes the rest of the page inert. This
 * component binds it to an `open` prop, and moves the focus to its first field. It also closes on Back, on a click outside and on
 * elements with `data-close`, at once; `onClose` hears of it then.
 */
export function Dialog({ open, onClose, children, ...rest }) {
  const ref = useRef(null);
  const pressedOutside = useRef(false);
  const release = useRef(() => {});
  // Events of elements inside come here as well, also that of a cancelled choice of a file.
  const isOwn = ({ target }) => target === ref.current;

  useEffect(() => {
    const dialog = ref.current;
    if (!open) dialog.close();
    else if (!dialog.open) {
      dialog.showModal();
      release.current = addLayer(() => dialog.close());
      // The browser would focus the Close button.
      dialog.querySelector("[data-autofocus]")?.focus();
      // Toasts come above the dialog.
      window.dispatchEvent(new Event("marketplace:dialog"));
    }
  }, [open]);

  // Removing an open dialog would not restore the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => {
      dialog.close();
      release.current();
    };
  }, []);

  return (
    <dialog
      {...rest}
      ref={ref}
      onClose={(event) => {
        if (!isOwn(event)) return;
        release.current();
        // The server has closed it.
        if (!open) return;
        event.target.dispatchEvent(new Event("marketplace:dismissed", { bubbles: true }));
        onClose();
      }}
      onPointerDown={(event) => (pressedOutside.current = isOwn(event))}
      onClick={(event) => {
        const isOutside = pressedOutside.current && isOwn(event);
        if (isOutside || event.target.closest("[data-close]")) ref.current.close();
      }}
    >
      {children}
    </dialog>
  );
}
