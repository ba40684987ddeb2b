import { STATUS_CODES } from 'node:http';
import { jsonOf } from './body.ts';
import { type Exchange, outcome } from './exchange.ts';
import { visibleLine } from './text.ts';

const LONGEST_WORDS = 120;
/** `{"errors":[{"detail":"…"}]}` */
const DEEPEST_WORDS = 3;

/** The texts of a JSON value, the outer ones first. */
function textsIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  const members: unknown[] = Object.values(value);
  const isText = (member: unknown) => typeof member === 'string';
  return [...members.filter(isText), ...members.filter((member) => !isText(member)).flatMap((member) => textsIn(member, depth - 1))];
}

const TITLE = /<(?:title|h1)[^>]*>([^<]+)/i;

/** A refusal's own words, or the title or first heading of its page, after a colon; empty where it has none. */
export function refusalWords({ answer }: Exchange): string {
  const json = answer === null ? { problem: '' } : jsonOf(answer);
  const [, title] = (answer && TITLE.exec(Buffer.from(answer.body).toString('utf8'))) ?? [];
  const texts = 'value' in json ? textsIn(json.value, DEEPEST_WORDS) : [title ?? ''];
  const all = texts.filter((text) => /\w \w/.test(text));
  // The phrase of a status says no more than its number (RFC 9457 §3.1.3 has both).
  const phrase = STATUS_CODES[answer?.status ?? 0]?.toLowerCase();
  const words = all.find((text) => text.toLowerCase() !== phrase) ?? all[0];
  return words === undefined ? '' : `: ${visibleLine(words).slice(0, LONGEST_WORDS)}`;
}

/** *status 403: This key may only read* */
export const refusalOf = (exchange: Exchange): string => `${outcome(exchange)}${refusalWords(exchange)}`;
