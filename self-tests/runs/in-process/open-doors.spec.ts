import { readFileSync } from 'node:fs';
import { AUTHENTICATION_FAULTS } from '../../../mutation/faults/authentication.ts';
import { OPEN_DOORS } from '../../../mutation/faults/doors.ts';
import type { Difference } from '../../../mutation/interposition.ts';
import { unchanged } from '../../../mutation/rows.ts';
import { compose } from '../../../mutation/variants/bundles.ts';
import { waive } from '../../../src/result/waive.ts';
import type { Waiver } from '../../../src/settings/files/waivers.ts';
import { numberOf } from '../../../src/specification/endpoints.ts';
import type { StatementId } from '../../../src/specification/register.ts';
import { expect, test } from '../../test.ts';
import { play } from './play.ts';

test.describe.configure({ timeout: 120_000 });

/** They let everything in, whatever it carries. */
const EVERYTHING = ['open-connection', 'open-cached'];
const REJECTIONS = /wrong credentials are rejected$/;

test('doors that stand open at all endpoints are seen at each of them, and are one finding each', async () => {
  const doors = OPEN_DOORS.filter(({ name }) => !EVERYTHING.includes(name));
  const { difference } = compose(doors.map((door) => ({ ...door, permitted: '' })));
  // One of the doors stands open for the last caller only.
  const { result } = await play(REJECTIONS, difference, { lanes: 1 });
  for (const statement of new Set(doors.flatMap(({ breaks }) => breaks))) {
    const wanted = doors.filter(({ breaks }) => breaks.includes(statement)).flatMap(({ endpoints }) => endpoints.map(numberOf));
    const { checks = [] } = result.requirements.find(({ id }) => id === statement) ?? {};
    const seen = new Set(checks.flatMap((check) => (check.status === 'failed' && check.endpoint !== null ? [check.endpoint] : [])));
    const findings = (result.findings ?? []).filter(({ requirement }) => requirement === statement);
    expect(seen, statement).toEqual(new Set(wanted));
    expect(findings.length, statement).toBeLessThanOrEqual(MOST[statement] ?? 1);
  }
  // The round that does not try it says nothing of it.
  expect(result.observations.filter(({ id, answer }) => id === 'credentials.wrong' && answer === null)).toEqual([]);
});

test('where any user name is accepted, that is one finding, and the example waives all of it', async () => {
  const anyUser = AUTHENTICATION_FAULTS.find(({ name }) => name === 'password-is-api-key');
  if (anyUser === undefined) throw new Error('There is no such fault.');
  const { result } = await play(REJECTIONS, anyUser);
  expect(result.findings?.map(({ requirement, endpoints, consequences }) => [requirement, endpoints.length, consequences])).toEqual([
    ['authentication.rejects-wrong-user', 18, ['authentication.rejects-empty-user']],
  ]);
  const waivers = JSON.parse(readFileSync('examples/waivers/api-key.json', 'utf8')) as Waiver[];
  const { requirements, problems } = waive(result.requirements, waivers, '2027-01-01');
  expect(problems).toEqual([]);
  expect(requirements.filter(({ status }) => status === 'failed')).toEqual([]);
});

test('whom one of several machines lets in is let in for what it carries, and nobody else is', async () => {
  const careless = AUTHENTICATION_FAULTS.find(({ breaks: [first] }) => first === 'authentication.rejects-password-extension');
  const interpose: Difference['interpose'] = (...given) => {
    const inner = careless?.interpose?.(...given) ?? unchanged;
    const met = new Set<unknown>();
    return (request, forward) => {
      const { authorization } = request.headers;
      const [good = authorization] = met;
      const isAgain = authorization !== good && met.has(authorization);
      met.add(authorization);
      return (isAgain ? unchanged : inner)(request, forward);
    };
  };
  const { result } = await play(REJECTIONS, { interpose });
  expect(result.findings?.map(({ requirement }) => requirement)).toEqual(['authentication.rejects-password-extension']);
});

/** Other methods are tried at endpoints that read and at those that write, and fewer of them show at trackEvent. */
const MOST: Partial<Record<StatementId, number>> = { 'authentication.rejects-other-method': 3 };
