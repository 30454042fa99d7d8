/** Input for an amount: what is typed or pasted loses its separators, signs and letters. */
export function DigitsInput(props) {
  const clean = ({ target }) => {
    const digits = target.value.replace(/[^0-9.]/g, "");
    if (digits !== target.value) target.value = digits;
  };
  return <input {...props} type="text" inputMode="numeric" onInput={clean} />;
}
