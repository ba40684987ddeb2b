/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';

/** A wide table: it scrolls by itself, so that the page never does, and can be reached and named from the keyboard. */
export function Scroll(props: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus, or the keyboard cannot scroll it (WCAG 2.1.1)
    <section class="scroll" aria-label={props.label} tabIndex={0}>
      {props.children}
    </section>
  );
}
