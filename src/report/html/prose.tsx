/** @jsxImportSource preact */

/** A text of the register. Text between backticks is code. */
export function Prose(props: { text: string }) {
  return <>{props.text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={`${index}`}>{part}</code>))}</>;
}
