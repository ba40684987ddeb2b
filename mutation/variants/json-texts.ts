import { isObject, withText } from '../answers.ts';
import type { Variant } from '../interposition.ts';
import { answersThrough, answersThroughFresh, type Change, jsonIn } from './answers.ts';

const PERMITTED = 'RFC 8259 leaves order of members, white space and escapes to the writer';

/** Every JSON text goes through `write`, those of errors and of the event look-up too. */
const writing = (write: (value: unknown) => string): Change => {
  return (answer) => {
    const value = answer.headers['content-type'] === undefined || answer.body.length === 0 ? undefined : jsonIn(answer.body);
    return value === undefined ? answer : withText(answer, write(value));
  };
};

function reordered(value: unknown, order: (names: string[]) => string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => reordered(item, order));
  if (!isObject(value)) return value;
  return Object.fromEntries(order(Object.keys(value)).map((name) => [name, reordered(value[name], order)]));
}

const escaped = (value: unknown) =>
  JSON.stringify(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const lettersEscaped = (value: unknown) =>
  JSON.stringify(value).replace(/"(?:[^"\\]|\\.)*"/g, (text) =>
    text.replace(
      /(?<!\\)(?:\\\\)*[G-Zg-mo-qs]/g,
      (run) =>
        `${run.slice(0, -1)}\\u${run
          .charCodeAt(run.length - 1)
          .toString(16)
          .padStart(4, '0')}`,
    ),
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
  [
    'angle brackets and ampersands escaped',
    (value) => JSON.stringify(value).replace(/[<>&]/g, (unit) => `\\u00${unit.charCodeAt(0).toString(16)}`),
  ],
];

export const JSON_TEXT_VARIANTS: readonly Variant[] = [
  ...WRITERS.map(([name, write]) => ({ name: `JSON: ${name}`, permitted: PERMITTED, interpose: answersThrough(writing(write)) })),
  {
    name: 'JSON: another order of members in each answer',
    permitted: PERMITTED,
    interpose: answersThroughFresh(() => {
      let count = 0;
      return writing((value) => {
        count += 1;
        return JSON.stringify(reordered(value, (names) => [...names.slice(count % 5), ...names.slice(0, count % 5)]));
      });
    }),
  },
];
