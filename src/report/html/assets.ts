import { createHash } from 'node:crypto';
import { readAsset } from '../../installation/files.ts';

const STYLES = ['page', 'verdict', 'matrix', 'search', 'findings', 'evidence', 'figures', 'print'] as const;

/** The style sheet of the report, inlined so that the file stands alone. */
export const STYLE = STYLES.map((name) => asset(`${name}.css`)).join('\n');

/** The script of the report. Everything can be read without it. */
export const SCRIPT = asset('report.js');

/** Allows exactly the two inline elements above and no request of any kind, whatever a target's answers hold. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src '${hashOf(STYLE)}'`,
  `script-src '${hashOf(SCRIPT)}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The style sheet of a comparison: the report's and its own. */
export const COMPARISON_STYLE = `${STYLE}\n${asset('compare.css')}`;

/** A comparison has no script at all. */
export const COMPARISON_POLICY = policyWithoutScript(COMPARISON_STYLE);

/** The style sheet of a history: the report's and its own. */
export const HISTORY_STYLE = `${STYLE}\n${asset('history.css')}`;

/** Nor has a history. */
export const HISTORY_POLICY = policyWithoutScript(HISTORY_STYLE);

function policyWithoutScript(style: string): string {
  return ["default-src 'none'", `style-src '${hashOf(style)}'`, "base-uri 'none'", "form-action 'none'"].join('; ');
}

function asset(name: string): string {
  return readAsset(`src/report/html/assets/${name}`);
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
