import { expect, test } from '@playwright/test';
import { type Declared, Lanes, type Played } from '../../../src/engine/playwright/lanes.ts';
import { Session } from '../../../src/engine/session.ts';
import { readSettings } from '../../../src/settings/settings.ts';

const FILE = '/tests/events.spec.ts';
const SETTINGS = readSettings({ CES_BASE_URL: 'http://127.0.0.1:1', CES_USERNAME: 'ada', CES_PASSWORD: 'Sesame-77' });

/** Tests that say when they begin, and end when they are told to. */
class Tests {
  readonly begun: string[] = [];
  readonly #ends = new Map<string, () => void>();
  readonly declared: readonly (Declared & { readonly title: string })[];

  constructor(titles: readonly string[]) {
    this.declared = titles.map((title) => ({
      title,
      body: () => {
        this.begun.push(title);
        return new Promise<void>((resolve) => this.#ends.set(title, resolve));
      },
    }));
  }

  end(...titles: string[]): void {
    for (const title of titles) this.#ends.get(title)?.();
  }

  /** As Playwright asks, with a plan of all tests or of none. */
  ask(lanes: Lanes, title: string): Promise<Played> {
    const asked = this.declared.find((own) => own.title === title);
    if (asked === undefined) throw new Error(`No test ${title}.`);
    return lanes.play(asked, { title, annotations: [], file: FILE }, () => [...this.declared]);
  }
}

const titlesOf = (length: number) => Array.from({ length }, (_, place) => `${place}`);
const plan = (tests: Tests) => () => tests.declared.map(({ title }) => ({ title, annotations: [] }));
const settled = () => new Promise((resolve) => setImmediate(resolve));

function lanesOf(number: number, plannedIn: ConstructorParameters<typeof Lanes>[2]) {
  const opened: Session[] = [];
  const open = (lane: number) => {
    const session = new Session(SETTINGS, lane);
    opened.push(session);
    return session;
  };
  return { lanes: new Lanes(number, open, plannedIn), opened };
}

test('scenarios begin before they are asked for, as many as there are lanes, each in a session of its own', async () => {
  const tests = new Tests(titlesOf(4));
  const { lanes, opened } = lanesOf(2, plan(tests));
  const first = tests.ask(lanes, '0');
  await settled();
  expect(tests.begun).toEqual(['0', '1']);
  tests.end('1');
  await expect.poll(() => tests.begun).toEqual(['0', '1', '2']);
  tests.end('0', '2');
  await expect.poll(() => tests.begun).toEqual(['0', '1', '2', '3']);
  tests.end('3');
  const [one, two] = [await first, await tests.ask(lanes, '1')];
  expect(new Set([one.session, two.session])).toEqual(new Set(opened));
  expect(opened).toHaveLength(2);
  await tests.ask(lanes, '2');
  await tests.ask(lanes, '3');
  expect(tests.begun).toHaveLength(4);
  await lanes.close();
});

test('only a few begin ahead of the one that is asked for', async () => {
  const tests = new Tests(titlesOf(20));
  const { lanes } = lanesOf(2, plan(tests));
  void tests.ask(lanes, '0');
  for (let place = 1; place < 20; place += 1) {
    await settled();
    tests.end(`${place}`);
  }
  await settled();
  expect(tests.begun).toEqual(titlesOf(7));
  await lanes.close();
});

for (const [why, planned] of [
  ['nobody has left a plan', []],
  ['options leave some of its tests out', [{ title: '0', annotations: [] }]],
] as const)
  test(`none begins before it is asked for where ${why}`, async () => {
    const tests = new Tests(titlesOf(3));
    const { lanes } = lanesOf(2, () => planned);
    const asked = tests.ask(lanes, '0');
    await settled();
    tests.end('0');
    await asked;
    expect(tests.begun).toEqual(['0']);
    await lanes.close();
  });

test('a mistake of the suite is told to the test that it concerns', async () => {
  const broken: Declared = { body: () => Promise.reject(new TypeError('a mistake')) };
  const tests = new Tests(['0']);
  const { lanes } = lanesOf(2, () => ['0', '1'].map((title) => ({ title, annotations: [] })));
  const declared = [...tests.declared, broken];
  const asked = lanes.play(declared[0] as Declared, { title: '0', annotations: [], file: FILE }, () => declared);
  await settled();
  tests.end('0');
  expect((await asked).suiteError).toBeNull();
  const { suiteError } = await lanes.play(broken, { title: '1', annotations: [], file: FILE }, () => []);
  expect(suiteError?.message).toBe('a mistake');
  await lanes.close();
});

test('a plan in another order than the file is a mistake of the suite', () => {
  const tests = new Tests(['0', '1']);
  const { lanes } = lanesOf(2, () => ['1', '0'].map((title) => ({ title, annotations: [] })));
  expect(() => tests.ask(lanes, '0')).toThrow('has 1 in place of 0');
});
