import { clip, visibleLine } from '../http/text.ts';
import { type ConformanceResult, tally, type Verdict } from '../result/result.ts';
import { isPartly, PARTLY } from '../result/verdict.ts';

/** Level and denominator, as shields.io reads it (endpoint schema, version 1). Without the denominator, it would hide what was not assessed. */
export function toBadge(result: ConformanceResult) {
  const { verdict, requirements } = result;
  const { passed, failed, waived, all } = tally(requirements.filter(({ level }) => level === 'requirement'));
  // Dark enough for white text on it: 4.5 : 1 and more.
  const shown: Readonly<Record<Verdict | 'partly', readonly [message: string, color: string]>> = {
    conformant: [`conformant ${passed}/${all}`, '#1a6541'],
    partly: [`${PARTLY} conformant ${passed}/${all}`, '#7a5200'],
    nonconformant: [`not conformant ${failed + waived}/${all} broken`, '#a3241b'],
    'no-verdict': ['no verdict', '#5a626b'],
  };
  const [message, color] = shown[isPartly(result) ? 'partly' : verdict];
  return { schemaVersion: 1, label: 'API conformance', message, color };
}

/** Width in the badge's font, in pixels, on the wide side: text is stretched to fit. */
const CHARACTER = 6.6;
const PADDING = 7;

/** The badge as a picture that needs no network. Its title and description say what it shows, and of which target. */
export function toBadgeSvg(result: ConformanceResult): string {
  const { label, message, color } = toBadge(result);
  const [left, right] = [widthOf(label), widthOf(message)];
  const text = (words: string, x: number, width: number) =>
    `<text x="${x + PADDING}" y="14" textLength="${width - 2 * PADDING}" lengthAdjust="spacingAndGlyphs">${escaped(words)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-labelledby="title about">
<title id="title">${escaped(`${label}: ${message}`)}</title>
<desc id="about">${escaped(clip(`${result.sentence} (${result.target.baseUrl}, ${result.startedAt.slice(0, 10)})`, 300))}</desc>
<clipPath id="edge"><rect width="${left + right}" height="20" rx="3"/></clipPath>
<g clip-path="url(#edge)"><rect width="${left}" height="20" fill="#3b4148"/><rect x="${left}" width="${right}" height="20" fill="${color}"/></g>
<g fill="#fff" font-family="Verdana, DejaVu Sans, Geneva, sans-serif" font-size="11">${text(label, 0, left)}${text(message, left, right)}</g>
</svg>
`;
}

const widthOf = (text: string): number => Math.round(text.length * CHARACTER) + 2 * PADDING;

/** Text for an XML document, which must not hold U+FFFE and U+FFFF. */
function escaped(text: string): string {
  return visibleLine(text).replace(
    /[&<>\uFFFE\uFFFF]/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character] ?? '\uFFFD',
  );
}
