import { useEffect, useLayoutEffect, useRef } from "react";

/**
 * The native modal dialog, which traps the focus, restores it, closes on Escape and makes the rest of the page inert. This
 * component binds it to an `open` prop, closes it on a click outside, and moves the focus to its first field.
 */
export function Dialog({ open, onClose, children, ...rest }) {
  const ref = useRef(null);
  const pressedOutside = useRef(false);
  // Events of elements inside come here as well, also that of a cancelled choice of a file.
  const isOwn = ({ target }) => target === ref.current;

  useEffect(() => {
    const dialog = ref.current;
    if (!open) dialog.close();
    else if (!dialog.open) {
      dialog.showModal();
      // The browser would focus the Close button.
      dialog.querySelector("[data-autofocus]")?.focus();
      // Toasts come above the dialog.
      window.dispatchEvent(new Event("marketplace:dialog"));
    }
  }, [open]);

  // Removing an open dialog would not restore the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog.close();
  }, []);

  return (
    <dialog
      {...rest}
      ref={ref}
      onCancel={(event) => {
        if (!isOwn(event)) return;
        event.preventDefault();
        onClose();
      }}
      // The browser closes it by itself at a second Escape, without asking.
      onClose={(event) => open && isOwn(event) && onClose()}
      onPointerDown={(event) => (pressedOutside.current = isOwn(event))}
      onClick={(event) => pressedOutside.current && isOwn(event) && onClose()}
    >
      {children}
    </dialog>
  );
}
