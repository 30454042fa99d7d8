import { useEffect, useLayoutEffect, useRef } from "react";

/**
 * The browser's own modal dialog: it keeps the focus inside, gives it back at the end, closes on Escape and makes the
 * rest of the page inert. This only ties it to an `open` property and closes it on a press beside it.
 */
export function Dialog({ open, onClose, children, ...rest }) {
  const ref = useRef(null);
  const pressedBeside = useRef(false);

  useEffect(() => {
    const dialog = ref.current;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);

  // Taken out of the page while open, it would not give the focus back.
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
        pressedBeside.current = event.target === ref.current;
      }}
      onClick={(event) => {
        if (pressedBeside.current && event.target === ref.current) onClose?.();
      }}
    >
      {children}
    </dialog>
  );
}
