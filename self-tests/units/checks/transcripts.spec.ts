import {
  byteOrderMarkFindings,
  excessFindings,
  htmlFindings,
  jsonFindings,
  jsonValue,
  mediaTypeFindings,
  orderFindings,
  statusFindings,
} from '../../../src/checks/answers.ts';
import { clockFindings, distanceFindings, timeFindings, type WrittenTime } from '../../../src/checks/clock.ts';
import { copyFindings } from '../../../src/checks/copies.ts';
import { countFindings, integerForm } from '../../../src/checks/counts.ts';
import { doubtIn } from '../../../src/checks/doubted-settings.ts';
import { echoFindings } from '../../../src/checks/echo.ts';
import { type Lifetime, lifetimeFindings, reusedWords } from '../../../src/checks/expiry.ts';
import { absentFields, undocumentedFields } from '../../../src/checks/fields.ts';
import { givenIdsRefused } from '../../../src/checks/given-ids.ts';
import { askedIdFindings, distinctIdFindings, pathFindings } from '../../../src/checks/identity.ts';
import { differences, differencesAsSets, missingMembers } from '../../../src/checks/json-equality.ts';
import { misplacement } from '../../../src/checks/misplacement.ts';
import { lastUpdateFindings } from '../../../src/checks/record-times.ts';
import { stableReadFindings } from '../../../src/checks/stability.ts';
import { subjectNames, variableFindings } from '../../../src/checks/subject-variables.ts';
import { textContrast } from '../../../src/checks/text-contrast.ts';
import type { Exchange, Failure } from '../../../src/http/exchange.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { valueAt } from '../../../src/specification/json-pointer.ts';
import { test } from '../../test.ts';
import { expectCalls } from '../../transcript.ts';
import { exchange, failed, type Said } from './exchanges.ts';

/** An exchange in JSON: what was said, bytes in hexadecimal digits, or how it failed. */
type Told = Said & { readonly failed?: Failure['kind']; readonly body?: { readonly hex?: string } };

function told({ failed: kind, ...said }: Told = {}): ReturnType<typeof exchange> {
  if (kind !== undefined) return failed(kind, said) as ReturnType<typeof exchange>;
  return exchange(said.body?.hex === undefined ? said : { ...said, body: Buffer.from(said.body.hex, 'hex') });
}

/** The same of an exchange that is told. */
const of =
  <Rest extends unknown[]>(judge: (exchange: ReturnType<typeof told>, ...rest: Rest) => unknown) =>
  (said: Told, ...rest: Rest) =>
    judge(told(said), ...rest);

const START = Date.UTC(2030, 0, 1, 9, 30, 17, 250);

/** A record made so many seconds after the start. Nobody knows the target's clock, unless `date` says so. */
type Made = readonly [text: unknown, seconds?: number, date?: string | null, id?: unknown];

function made([text, seconds = 0, date = null, id = `made after ${seconds} s`]: Made): WrittenTime {
  const answer = { ...exchange({ headers: date === null ? {} : { date } }), startedAt: START + seconds * 1000 };
  return { pointer: '/created_at', text, what: 'when it was created', id, made: answer, shown: answer };
}

const lifetimes = (all: readonly (readonly [seconds: number, expiresAt: unknown, date: string | null])[]): Lifetime[] =>
  all.map(([seconds, expiresAt, date]) => ({ seconds, expiresAt, exchange: exchange({ headers: date === null ? {} : { date } }) }));

const COPY = {
  id: 't1',
  name: 'Copy of Welcome',
  subject: 'Hello {{ name }}',
  body: null,
  kind: 'html',
  template_html: '<p></p>',
  template_json: { rows: [1] },
  attachments: [{ id: 'f1', name: 'a.pdf' }],
  metadata: { a: 1 },
  created_at: '2026-11-21T10:00:00Z',
  enabled_at: '2026-11-21T10:00:00Z',
};
const TEMPLATE = { subject: 'Hello {{ name }}', template_html: '<p>{{ code }}</p>', template_json: { uses: 'town' } };

const { fixtures } = readSettings({
  CES_BASE_URL: 'http://host/events/segments',
  CES_USERNAME: 'u',
  CES_PASSWORD: 'p',
  CES_BUSINESS_ID: '1',
  CES_CUSTOMER_IDS: 'ada,1,grace%2C',
  CES_SEGMENT_ID: '1',
  CES_OTHER_SEGMENT_ID: 'b/ö?',
  CES_PROJECT_EMAIL_ADDRESS_ID: '1',
  CES_PROJECT_EMAIL_TEMPLATE_ID: 't',
});

const CALLS: Readonly<Record<string, Parameters<typeof expectCalls>[1]>> = {
  'answers.txt': {
    statusFindings: of(statusFindings),
    orderFindings: of(orderFindings),
    mediaTypeFindings: of(mediaTypeFindings),
    htmlFindings: of(htmlFindings),
    jsonFindings: of(jsonFindings),
    jsonValue: of(jsonValue),
    excessFindings: of(excessFindings),
    byteOrderMarkFindings: of(byteOrderMarkFindings),
    countFindings,
    integerForm,
  },
  'copies.txt': {
    copyFindings,
    copyWith: (changes: object) => copyFindings(COPY, { ...COPY, ...changes }),
    subjectNames,
    variablesListed: (listed: string[]) => variableFindings(TEMPLATE, listed),
  },
  'differences.txt': { differences, differencesAsSets, missingMembers, textContrast, valueAt },
  'echo.txt': { echoFindings, misplacement },
  'ids.txt': {
    askedIdFindings,
    pathFindings,
    distinctIdFindings,
    undocumentedFields,
    absentFields,
    doubtIn,
    givenIdsRefused: ({ url, ...said }: Said, name: EndpointName) =>
      givenIdsRefused(exchange({ ...said, url: `http://host/events/segments${url}` }), name, fixtures),
  },
  'stability.txt': {
    stableReadFindings: (name: EndpointName, one: Told, other: Told): object[] =>
      stableReadFindings(name, told(one), told(other) as Exchange),
  },
  'times.txt': {
    clockFindings: (time: Made) => clockFindings(made(time)),
    distanceFindings: (one: Made, other: Made) => distanceFindings(made(one), made(other)),
    timeFindings: (all: readonly Made[]) => timeFindings(all.map(made)),
    lastUpdateFindings: of(lastUpdateFindings),
    lifetimeFindings: (all: Parameters<typeof lifetimes>[0]) => lifetimeFindings(lifetimes(all)),
    reusedWords,
  },
};
for (const [file, functions] of Object.entries(CALLS))
  test(`the calls of ${file} return what was approved`, () => expectCalls(`checks/${file}`, functions));
