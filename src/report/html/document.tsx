/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { visible } from '../../http/visible.ts';

/**
 * One HTML file that needs no network and no server. Text of a target enters as text nodes only, and invisible characters are made visible over the
 * whole document.
 * @param policy the content security policy that the page sets itself
 */
export function renderDocument(title: string, policy: string, style: string, content: ComponentChildren): string {
  const page = (
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>{content}</body>
    </html>
  );
  return `<!doctype html>\n${visible(renderToString(page))}\n`;
}
