import { Children, useState } from "react";
import { Dialog } from "./dialog.jsx";

/**
 * The first child opens a modal dialog with the other children. The dialog is empty until it is first opened, so that a page does
 * not carry what few visitors open.
 */
export function Sheet({ children, ...rest }) {
  // Null until it is first opened.
  const [open, setOpen] = useState(null);
  const [opener, ...inside] = Children.toArray(children);

  return (
    <>
      <span className="contents" onClick={() => setOpen(true)}>
        {opener}
      </span>
      <Dialog {...rest} open={Boolean(open)} onClose={() => setOpen(false)}>
        {open !== null && inside}
      </Dialog>
    </>
  );
}
