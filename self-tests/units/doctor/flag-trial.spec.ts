import type { FlagEncoding } from '../../../src/client/call.ts';
import { type AskFlags, findFlagParameter, PARAMETERS } from '../../../src/doctor/flag-trial.ts';
import { expect, test } from '../../test.ts';

const FLAGS = ['new_editor', 'sms & more', 'beta'];
const UNKNOWN = 'made-up';

/** How a service reads the names out of a query; null where it refuses it. */
type Reader = (query: URLSearchParams) => readonly string[] | null;

const READERS: Readonly<Record<FlagEncoding, (parameter: string) => Reader>> = {
  repeat: (parameter) => (query) => (query.has(parameter) ? query.getAll(parameter) : null),
  comma: (parameter) => (query) => query.get(parameter)?.split(',') ?? null,
  brackets: (parameter) => (query) => (query.has(`${parameter}[]`) ? query.getAll(`${parameter}[]`) : null),
  json: (parameter) => (query) => {
    try {
      return JSON.parse(query.get(parameter) ?? '');
    } catch {
      return null;
    }
  },
};

/** A service that knows the flags, and what it was asked. */
function service(reader: Reader, known: readonly string[] = FLAGS): { ask: AskFlags; asked: string[] } {
  const asked: string[] = [];
  const ask: AskFlags = async (query) => {
    asked.push(query);
    return reader(new URLSearchParams(query))?.filter((name) => known.includes(name)) ?? null;
  };
  return { ask, asked };
}

for (const encoding of Object.keys(READERS) as FlagEncoding[]) {
  for (const parameter of ['names', 'q'])
    test(`${parameter}, by ${encoding}, is found`, async () => {
      const { ask, asked } = service(READERS[encoding](parameter));
      expect(await findFlagParameter(ask, FLAGS, UNKNOWN)).toEqual({ parameter, encoding });
      // No question twice, and no more than three for each parameter that is not the one.
      expect(new Set(asked).size).toBe(asked.length);
      expect(asked.length).toBeLessThanOrEqual(3 * PARAMETERS.length + 4);
    });
}

test('every parameter of the table can be found', async () => {
  for (const parameter of PARAMETERS)
    expect(await findFlagParameter(service(READERS.repeat(parameter)).ask, FLAGS, UNKNOWN)).toEqual({ parameter, encoding: 'repeat' });
});

const NOT_UNDERSTOOD: readonly (readonly [what: string, reader: Reader])[] = [
  ['lists all flags whatever is asked', () => FLAGS],
  [
    'lists all flags where the parameter is missing or stands twice',
    (query) => (query.getAll('names').length === 1 ? query.getAll('names') : FLAGS),
  ],
  ['answers no flag', () => []],
  ['refuses everything', () => null],
  ['answers the first of several alone', (query) => query.getAll('names').slice(0, 1)],
];

for (const [what, reader] of NOT_UNDERSTOOD)
  test(`a service that ${what} is not taken for one that understood`, async () => {
    expect(await findFlagParameter(service(reader).ask, FLAGS.slice(0, 2), UNKNOWN)).toBeNull();
  });

test('with one flag known, the parameter is found, and one that always lists it is not', async () => {
  const one = FLAGS.slice(0, 1);
  expect(await findFlagParameter(service(READERS.comma('flags')).ask, one, UNKNOWN)).toEqual({ parameter: 'flags', encoding: 'repeat' });
  expect(await findFlagParameter(service(READERS.json('flags')).ask, one, UNKNOWN)).toEqual({ parameter: 'flags', encoding: 'json' });
  expect(await findFlagParameter(service(() => one).ask, one, UNKNOWN)).toBeNull();
});

test('flags that are unknown may be answered as disabled', async () => {
  const ask: AskFlags = async (query) => new URLSearchParams(query).getAll('names');
  expect(await findFlagParameter(ask, FLAGS.slice(0, 1), UNKNOWN)).toEqual({ parameter: 'names', encoding: 'repeat' });
});
