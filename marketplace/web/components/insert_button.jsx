/** Button that adds a text to the control with this id, as if it were typed; what is typed already stays, unless it `replaces` that. */
export function InsertButton({ text, into, replaces, children, ...rest }) {
  const insert = () => {
    const control = document.getElementById(into);
    if (!control) return;
    const typed = replaces ? "" : control.value.trimEnd();
    // Setting `value` would hide the change from React.
    control.setRangeText(`${typed && "\n\n"}${text}`, typed.length, control.value.length, "end");
    control.dispatchEvent(new Event("input", { bubbles: true }));
    control.focus();
  };

  return (
    <button type="button" onClick={insert} {...rest}>
      {children}
    </button>
  );
}
