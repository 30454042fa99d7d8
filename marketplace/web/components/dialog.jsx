import { useEffect, useLayoutEffect, useRef } from "react";

/**
 * The native modal dialog, which traps the focus, restores it, closes on Escape and makes the rest of the page inert. This
 * component binds it to an `open` prop, closes it on a click outside, and moves the focus to its first field.
 */
export function Dialog({ open, onClose, children, ...rest }) {
  const ref = useRef(null);
  const pressedOutside = useRef(false);

  useEffect(() => {
    const dialog = ref.current;
    if (open && !dialog.open) {
      dialog.showModal();
      // The browser would focus the Close button.
      dialog.querySelector("[data-autofocus]")?.focus();
      // Toasts come above the dialog.
      window.dispatchEvent(new Event("marketplace:dialog"));
    }
    if (!open && dialog.open) dialog.close();
  }, [open]);

  // Removing an open dialog would not restore the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog.open && dialog.close();
  }, []);

  return (
    <dialog
      {...rest}
      ref={ref}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClose={(event) => {
        // The browser closes it by itself at a second Escape, without asking.
        if (open && event.target === ref.current) onClose?.();
      }}
      onPointerDown={(event) => {
        pressedOutside.current = event.target === ref.current;
      }}
      onClick={(event) => {
        if (pressedOutside.current && event.target === ref.current) onClose?.();
      }}
    >
      {children}
    </dialog>
  );
}
