import { answerOf, jsonIn, withText } from '../answers.ts';
import type { PassingAnswer, PassingRequest, Variant } from '../interposition.ts';
import { members } from '../places.ts';
import { answers, type Choice, numberedAnswers, permits, requests } from '../rows.ts';
import { when } from './doors.ts';

const WRITER = 'RFC 8259 leaves order of members, white space and escapes to the writer';

/** Every JSON text goes through `write`, those of errors and of the event look-up too. */
function written(answer: PassingAnswer, write: (value: unknown) => string): PassingAnswer {
  const value = answer.headers['content-type'] === undefined || answer.body.length === 0 ? undefined : jsonIn(answer.body);
  return value === undefined ? answer : withText(answer, write(value));
}

/** The objects inside are in order already when one gets there. */
const reordered = (value: unknown, order: (names: string[]) => string[]) =>
  members((entries) => {
    // Once for each object: our largest has thousands of members.
    const items = new Map(entries);
    return order([...items.keys()]).map((name) => [name, items.get(name)]);
  })(value);

const unicodeEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
const escaped = (value: unknown) => JSON.stringify(value).replace(/[^ -~]/g, unicodeEscape);
const lettersEscaped = (value: unknown) =>
  JSON.stringify(value).replace(/"(?:[^"\\]|\\.)*"/g, (text) =>
    text.replace(/(?<!\\)(?:\\\\)*[G-Zg-mo-qs]/g, (run) => run.slice(0, -1) + unicodeEscape(run.slice(-1))),
  );

/** Integers outside of texts; the number itself stays what it is. */
const integersAs = (suffix: string) => (value: unknown) =>
  JSON.stringify(value).replace(/"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{1,15}(?![\d.eE])/g, (token) =>
    token.startsWith('"') ? token : token + suffix,
  );

const WRITERS: readonly (readonly [name: string, write: (value: unknown) => string])[] = [
  ['members in the order of the alphabet', (value) => JSON.stringify(reordered(value, (names) => names.sort()))],
  ['members backwards', (value) => JSON.stringify(reordered(value, (names) => names.reverse()))],
  ['indented', (value) => `${JSON.stringify(value, null, 4)}\n`],
  ['white space all round', (value) => `\r\n\t ${JSON.stringify(value, null, '\t')} \r\n`],
  ['all but ASCII escaped', escaped],
  ['letters escaped without need', lettersEscaped],
  ['slashes escaped', (value) => JSON.stringify(value).replaceAll('/', '\\/')],
  ['integers with a fraction of zero', integersAs('.0')],
  ['integers with an exponent of zero', integersAs('e0')],
  ['angle brackets and ampersands escaped', (value) => JSON.stringify(value).replace(/[<>&]/g, unicodeEscape)],
];

const turning = (count: number) => (value: unknown) =>
  JSON.stringify(reordered(value, (names) => [...names.slice(count % 5), ...names.slice(0, count % 5)]));

export const JSON_TEXT_VARIANTS: readonly Variant[] = permits(WRITER, [
  ...WRITERS.map(([name, write]): Choice => [`JSON: ${name}`, answers((answer) => written(answer, write))]),
  ['JSON: another order of members in each answer', numberedAnswers((answer, number) => written(answer, turning(number)))],
]);

const UNPREDICTABLE = 'RFC 8259 §8.1 and §8.2: what becomes of bytes that are no UTF-8, and of half a surrogate pair, is not predictable';
const CONTROL = 'Limits and errors are not shown: a text with NUL may be cleaned or refused';

const HALF_A_PAIR = /\\ud83d(?!\\ud[c-f])/gi;

const decoded = ({ body }: PassingRequest) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);

/** The service reads another text than the one that was sent. */
const reading = (change: (text: string) => string) =>
  requests((request) => {
    const text = request.method === 'POST' ? decoded(request) : '';
    return change(text) === text ? request : withText(request, change(text));
  });

const holdsNul = (request: PassingRequest) => decoded(request).includes('\\u0000');
const isPostWithBadBytes = (request: PassingRequest) => request.method === 'POST' && decoded(request).includes('\uFFFD-after');
const decoding = requests((request) => (isPostWithBadBytes(request) ? withText(request, decoded(request)) : request));

export const ODD_TEXT_VARIANTS: readonly Variant[] = [
  ...permits(CONTROL, [['texts: NUL is taken away', reading((text) => text.replaceAll('\\u0000', ''))]]),
  ...permits(UNPREDICTABLE, [
    ['texts: half a surrogate pair becomes a question mark', reading((text) => text.replaceAll(HALF_A_PAIR, '?'))],
    ['texts: half a surrogate pair becomes U+FFFD', reading((text) => text.replaceAll(HALF_A_PAIR, '\uFFFD'))],
  ]),
  ...permits(CONTROL, [['texts: NUL leads to 422', when(holdsNul, () => answerOf(422, { error: 'control character' }))]]),
  ...permits(UNPREDICTABLE, [['texts: bytes that are no UTF-8 are read as U+FFFD', decoding]]),
];
