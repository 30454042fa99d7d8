/** Button that adds a text to the control with this id, as if it were typed; what is typed already stays. */
export function InsertButton({ text, into, children, ...rest }) {
  const insert = () => {
    const control = document.getElementById(into);
    if (!control) return;
    const typed = control.value.trimEnd();
    // React sets `value` on the element itself, so its own setter would notice no change.
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value");
    set.call(control, typed ? `${typed}\n\n${text}` : text);
    control.dispatchEvent(new Event("input", { bubbles: true }));
    control.focus();
  };

  return (
    <button type="button" onClick={insert} {...rest}>
      {children}
    </button>
  );
}
