/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';

/** A wide table. It scrolls by itself, so that the page never does, and the keyboard can reach it. */
export function Scroll(props: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus, or the keyboard cannot scroll it (WCAG 2.1.1)
    <section class="scroll" aria-label={props.label} tabIndex={0}>
      {props.children}
    </section>
  );
}
