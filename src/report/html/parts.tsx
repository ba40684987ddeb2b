/** @jsxImportSource preact */

import { createHash } from 'node:crypto';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { visible } from '../../http/text.ts';
import { readAsset } from '../../installation/installation.ts';
import type { Sign } from '../words.ts';

/** A text of the register. Text between backticks is code, between asterisks a name. */
export function Prose(props: { text: string }) {
  return props.text.split(/(`[^`]*`|\*[A-Z][^*`]*\*)/).map((part, index) => {
    const Tag = part.startsWith('`') ? 'code' : 'i';
    return index % 2 === 1 ? <Tag>{part.slice(1, -1)}</Tag> : <Breakable text={part} />;
  });
}

/** A text whose paths may break before each segment but the first, and after each `_`. */
export function Breakable(props: { text: string }) {
  const parts = props.text.split(/(?<=_)|(?!^)(?=\/)/);
  return parts.map((part, index) => (index === 0 ? part : [<wbr />, part]));
}

export function Lines(props: { class: string; lines: readonly ComponentChildren[] }) {
  return props.lines.map((line) => <p class={props.class}>{line}</p>);
}

export const Mark = ({ symbol, word, tone }: Sign) => <span class={`status ${tone}`}>{`${symbol} ${word}`}</span>;

export interface SectionProps {
  readonly id: string;
  readonly heading: string;
  readonly tally?: string | number | undefined;
  readonly lead?: ComponentChildren;
  /** What the rest of the section is folded under. */
  readonly fold?: string;
  readonly children?: ComponentChildren;
}

/** A section of a page, under a heading that names it. With a filter, it stays only while one of its rows is shown. */
export const Section = ({ id, heading, tally, lead, fold, children }: SectionProps) => (
  <section id={id} data-group aria-labelledby={`${id}-heading`}>
    <h2 id={`${id}-heading`}>
      {heading} {tally === undefined ? null : <span class="tally">{tally}</span>}
    </h2>
    {lead == null || lead === false || lead === '' ? null : <p class="lead">{lead}</p>}
    {fold === undefined ? children : <Fold summary={fold}>{children}</Fold>}
  </section>
);

export const Fold = (props: { summary: ComponentChildren; open?: boolean; children: ComponentChildren }) => (
  <details class="fold" open={props.open === true}>
    <summary>{props.summary}</summary>
    {props.children}
  </details>
);

export function FirstOf<T>(props: {
  all: readonly T[];
  most: number;
  more?: (number: number) => string;
  children: (some: readonly T[], from: number) => ComponentChildren;
}) {
  const { all, most, more = (number) => `${number} more`, children } = props;
  const rest = all.slice(most);
  return (
    <>
      {all.length === 0 ? null : children(all.slice(0, most), 0)}
      {rest.length === 0 ? null : <Fold summary={more(rest.length)}>{children(rest, most)}</Fold>}
    </>
  );
}

export type Fact = readonly [name: string, content: ComponentChildren];

/** Names with what is to be said of each; one of which nothing is to be said has no place. A list has an entry for each item. */
export const Facts = (props: { class: string; facts: readonly Fact[] }) => (
  <dl class={props.class}>
    {props.facts.map(([name, content]) =>
      content == null || content === false ? null : (
        <div>
          <dt>{name}</dt>
          {Array.isArray(content) ? content.map((one) => <dd>{one}</dd>) : <dd>{content}</dd>}
        </div>
      ),
    )}
  </dl>
);

export const List = (props: { rows: readonly ComponentChildren[] }) => (
  <ul class="rows">
    {props.rows.map((row) => (
      <li>{row}</li>
    ))}
  </ul>
);

export const Joined = (props: { parts: readonly ComponentChildren[] }) =>
  props.parts.flatMap((part, index) => (index === 0 ? [part] : [', ', part]));

export const Codes = (props: { names: readonly string[] }) => <Joined parts={props.names.map((name) => <code>{name}</code>)} />;

/** A table. `words` are the columns, from 0, that hold words and not figures. A wide one scrolls by itself, by keyboard too. */
export function Table(props: {
  label: string;
  class?: string;
  head: readonly ComponentChildren[];
  words?: readonly number[];
  rows: readonly (readonly ComponentChildren[])[];
}) {
  const { label, head, words = [], rows } = props;
  const tone = (column: number) => (words.includes(column) ? { class: 'word' } : {});
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus, or the keyboard cannot scroll it (WCAG 2.1.1)
    <section class="scroll" aria-label={label} tabIndex={0}>
      <table class={props.class}>
        <thead>
          <tr>
            {head.map((name, column) => (
              <th scope="col" {...tone(column)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...cells]) => (
            <tr>
              <th scope="row">{first}</th>
              {cells.map((cell, index) => (
                <td {...tone(index + 1)}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** One style sheet for all pages, inlined so that each file stands alone. */
const STYLE = readAsset('src/report/html/assets/report.css');

/** The script of the report. Everything can be read without it. */
const SCRIPT = readAsset('src/report/html/assets/report.js');

/** One HTML file that needs no network. A target's text enters as text nodes only. The policy allows exactly its style and script, and no request. */
export function renderDocument(title: string, content: ComponentChildren, withScript = false): string {
  const script = withScript ? `script-src '${hashOf(SCRIPT)}'; ` : '';
  const policy = `default-src 'none'; style-src '${hashOf(STYLE)}'; ${script}base-uri 'none'; form-action 'none'`;
  const page = (
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        {content}
        {withScript ? <script dangerouslySetInnerHTML={{ __html: SCRIPT }} /> : null}
      </body>
    </html>
  );
  return `<!doctype html>\n${visible(renderToString(page))}\n`;
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;
