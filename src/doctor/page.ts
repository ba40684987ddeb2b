import { whoTellsOfPath } from '../engine/run-environment.ts';
import { visibleLine } from '../http/text.ts';
import { invocation } from '../installation/installation.ts';
import { grouped } from '../result/lists.ts';
import { gainWords, type Prospects, type Share } from '../result/prospects.ts';
import { wrapped } from '../settings/documentation.ts';
import type { ShownSetting } from '../settings/shown-settings.ts';
import { ENDPOINTS } from '../specification/endpoints.ts';
import { counted } from '../specification/words.ts';
import type { Diagnosis } from './examine.ts';
import type { Found, Tried } from './tried.ts';

export interface Sheet {
  readonly baseUrl: string;
  readonly embedded: boolean;
  readonly settings: readonly ShownSetting[];
  readonly diagnosis: Diagnosis;
  readonly prospects: Prospects;
  /** What became of the trials that write. `forbidden`: they were asked for, but the settings rule them out. */
  readonly writing: 'tried' | 'forbidden' | 'unasked';
  /** Name for a new file of settings: one that does not exist yet. */
  readonly newFile: string;
  /** The file that is written with the page; null for none. */
  readonly written: string | null;
  /** What the trials left at the target; empty if they wrote nothing. */
  readonly leftBehind: readonly string[];
}

const MARKS: Readonly<Record<Tried['outcome'], string>> = { found: '✓', wrong: '✕', unclear: '?', untried: '–' };
const TO_BE_SET = '+';
const INDENT = 13;
const LONGEST_SOURCE = 18;

/** One screen: the target, the credentials, each fixture, what a run could assess, and what to do next. */
export function page(sheet: Sheet): string {
  const { baseUrl, embedded, settings, diagnosis, prospects, leftBehind } = sheet;
  const { target, doubt, credentials, tried, found } = diagnosis;
  const isOpen = target.remedy === null && credentials?.remedy === null;
  return [
    head('Target', `${baseUrl}${embedded ? ' (the embedded reference service)' : ''}`),
    head('', target.words),
    ...(doubt === null ? [] : [head('', doubt)]),
    ...(credentials === null ? [] : [head('Credentials', `${credentials.words}${credentials.remedy === null ? '' : givenIn(settings)}`)]),
    ...(isOpen ? [...fixtureTable(settings, tried, found), '', ...outlook(prospects)] : []),
    ...(leftBehind.length === 0 ? [] : ['', head('Created', leftBehind.join(', '))]),
    '',
    ...steps(sheet).map((step, index) => head(index === 0 ? 'Next' : '', step)),
    // Whole, so that it can be pasted.
    ...(credentials?.command === undefined ? [] : ['', credentials.command]),
  ].join('\n');
}

const head = (label: string, text: string): string => label.padEnd(INDENT) + wrapped(visibleLine(text), INDENT).slice(INDENT);

/** *; given: CES_USERNAME in .env, CES_PASSWORD in the environment*: one of them may come from where nobody looks. */
function givenIn(settings: readonly ShownSetting[]): string {
  const of = ['CES_USERNAME', 'CES_PASSWORD'].flatMap((name) => settings.find((setting) => setting.name === name) ?? []);
  const given = of.map(({ name, source }) => `${name} in ${source === 'environment' ? 'the environment' : source}`);
  return given.length === 0 ? '' : `; given: ${given.join(', ')}`;
}

type Row = Readonly<Record<'mark' | 'name' | 'source' | 'words', string>>;

/** Second records of which there is the same to say stand in one line. */
function groupedRows(rows: readonly Row[]): Row[] {
  const groups = grouped(rows, (row) => (row.name.startsWith('CES_OTHER_') ? [row.mark, row.source, row.words].join('\n') : row));
  return [...groups.values()].flatMap((alike) =>
    alike.length === 1 ? alike : alike.slice(0, 1).map((row) => ({ ...row, name: `CES_OTHER_… (${alike.length})` })),
  );
}

function fixtureTable(settings: readonly ShownSetting[], tried: readonly Tried[], found: readonly Found[]): string[] {
  const sourceOf = (name: string) => {
    const { source = '' } = settings.find((setting) => setting.name === name) ?? {};
    return source.length <= LONGEST_SOURCE ? source : `…${source.slice(1 - LONGEST_SOURCE)}`;
  };
  const rows = groupedRows([
    ...tried.flatMap(({ variables, outcome, words }) =>
      variables.map((name) => ({ mark: MARKS[outcome], name, source: sourceOf(name), words })),
    ),
    ...found.map(({ variable, value }) => ({ mark: TO_BE_SET, name: variable, source: 'found', words: value })),
  ]);
  if (rows.length === 0) return ['', 'Fixtures     none are given'];
  const widths = { name: longest(rows.map(({ name }) => name)), source: longest(rows.map(({ source }) => source)) };
  const indent = widths.name + widths.source + 8;
  const lines = rows.map(({ mark, name, source, words }) => {
    const text = wrapped(visibleLine(words), indent).slice(indent);
    return `  ${mark} ${name.padEnd(widths.name)}  ${source.padEnd(widths.source)}  ${text}`;
  });
  return ['', 'Fixtures', ...lines];
}

function outlook({ statements, requirements, gains, later }: Prospects): string[] {
  const share = ({ assessable, inPart, all }: Share, noun: string) =>
    `${assessable} of ${all} ${noun}${inPart === 0 ? '' : `, ${inPart} of them in part`}`;
  const sentence = `A run could assess ${share(statements, 'statements')} (${share(requirements, 'requirements')}), if the target answers everything.`;
  if (gains.length === 0) return [wrapped(sentence, 0)];
  const rows = [gains, later].map((some) => groupedRows(some.map(gainRow)));
  const width = longest([MISSING, LATER, ...rows.flat().map(({ name }) => `  ${name}`)]);
  const lines = rows.map((some) => some.map(({ name, words }) => `  ${name}`.padEnd(width) + words));
  const columns = MISSING.padEnd(width) + figures('adds', 'endpoints');
  return [wrapped(sentence, 0), '', columns, ...(lines[0] ?? []), ...(later.length === 0 ? [] : [LATER, ...(lines[1] ?? [])])];
}

const MISSING = 'Missing or wrong, in statements';
const LATER = 'Then, which counts only beside those';

const figures = (added: number | string, rest: string): string => `${`${added}`.padStart(6)}  ${rest}`;

function gainRow(gain: Prospects['gains'][number]): Row {
  const [name, { added, fuller, endpoints }] = [gainWords(gain), gain];
  const where = endpoints.length === ENDPOINTS.length ? 'all' : endpoints.join(', ');
  // Whatever adds a statement looks more fully at many others too: there it ranks nothing.
  const words = figures(added, added > 0 ? where : `judges ${counted(fuller, 'statement')} more fully`);
  return { mark: TO_BE_SET, name, source: '', words };
}

function steps({ diagnosis, prospects: { gains }, embedded, writing, newFile, written }: Sheet): string[] {
  const { target, doubt, credentials, tried, found } = diagnosis;
  const remedies = [target.remedy, credentials?.remedy ?? null].filter((remedy) => remedy !== null);
  const forbidden = writing === 'forbidden' ? [FORBIDDEN] : [];
  if (remedies.length > 0) return [...remedies, ...forbidden];
  if (embedded) return [OWN_TARGET, ...forbidden, `${invocation('conformance')} runs the suite on the embedded service.`];
  const isFound = (name: string) => found.some(({ variable }) => variable === name);
  const wrong = tried.filter(({ outcome }) => outcome === 'wrong').flatMap(({ variables }) => variables.filter((name) => !isFound(name)));
  // A run finds all other values by itself.
  const toSet = found.filter(({ variable }) => variable.startsWith('CES_FEATURE_FLAGS'));
  const toWrite = `Set what is missing; ${invocation('doctor', `--write ${newFile}`)} writes a file with what is known.`;
  // What is wrong is to be corrected.
  const isMissing = gains.some(({ lacking }) => lacking.some((name) => !wrong.some((other) => other === name)));
  const isUntried = tried.some(({ outcome }) => outcome === 'untried');
  return [
    doubt !== null && `See whether the path of CES_BASE_URL is right. ${whoTellsOfPath()}`,
    wrong.length > 0 &&
      `${doubt === null ? 'Correct' : 'If the path is right, correct'} ${wrong.join(', ')}: a run would report ${wrong.length === 1 ? 'it as a fault' : 'these as faults'} of the target, or leave open what ${wrong.length === 1 ? 'it names' : 'they name'}.`,
    toSet.length > 0 && `Set ${toSet.map(({ variable, value }) => `${variable}=${value}`).join(' and ')}.`,
    isMissing && (written === null ? toWrite : `Set what is missing in ${written}.`),
    writing === 'unasked' && isUntried && '--allow-writes also tries what only a write shows.',
    ...forbidden,
    `${invocation('conformance')} runs the suite.`,
  ].filter((step) => step !== false);
}

const FORBIDDEN = '--allow-writes had no effect: CES_READ_ONLY or CES_WRITE_BUDGET forbids it.';
const OWN_TARGET =
  'For your own server, set CES_BASE_URL, CES_USERNAME and CES_PASSWORD, in the environment or in .env, and ask the doctor again.';

const longest = (texts: readonly string[]): number => Math.max(...texts.map(({ length }) => length));
