/** @jsxImportSource preact */
import { createHash } from 'node:crypto';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { visible } from '../../http/text.ts';
import { readAsset } from '../../installation/files.ts';

/** One style sheet for all pages, inlined so that each file stands alone. */
const STYLE = asset('report.css');

/** The script of the report. Everything can be read without it. */
const SCRIPT = asset('report.js');

/** One HTML file that needs no network. A target's text enters as text nodes only. The policy allows exactly its style and script, and no request. */
export function renderDocument(title: string, content: ComponentChildren, withScript = false): string {
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(STYLE)}'`,
    ...(withScript ? [`script-src '${hashOf(SCRIPT)}'`] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
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

function asset(name: string): string {
  return readAsset(`src/report/html/assets/${name}`);
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
