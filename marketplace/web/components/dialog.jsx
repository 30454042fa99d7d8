import { useEffect, useLayoutEffect, useRef } from "react";

/**
 * The native modal dialog, which traps the focus, restores it, closes on Escape and makes the rest of the page inert. This
 * component binds it to an `open` prop and closes it on a click outside.
 */
export function Dialog({ open, onClose, children, ...rest }) {
  const ref = useRef(null);
  const pressedOutside = useRef(false);

  useEffect(() => {
    const dialog = ref.current;
    if (open && !dialog.open) dialog.showModal();
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
