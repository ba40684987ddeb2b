import { distinctRecordDeviations, ECHOED_MEMBERS, echoDeviations, foundIn, show } from './judging.ts';
import { type Exchange, type Implementation, isSuccess, outcome } from './library.ts';
import { isThereAtEveryAge } from './scenarios/ages.ts';
import { creationsOf } from './scenarios/creations.ts';
import { creationWith, renewed } from './scenarios/echo.ts';
import { type Late, readLate } from './scenarios/times.ts';
import { createdId, idIsNoExternalId } from './scenarios/two-businesses.ts';
import { usualOf } from './scenarios/usual.ts';
import { answeredRecords, NotAssessed, recordOf, scenario, test } from './suite.ts';

for (const [claim, covered] of [...usualOf('createBusiness'), ...creationsOf('createBusiness')]) test(`createBusiness: ${claim}`, covered);

test(
  'two businesses are two records',
  scenario('createBusiness', ['record.ids-are-distinct', 'businesses.new-disabled-steps'], async ({ implementation, check, observe }) => {
    const exchanges = [await implementation.example('createBusiness'), await implementation.another('createBusiness')];
    const answers = answeredRecords(exchanges);
    const first = answers[0]?.record;
    if (first && Object.hasOwn(first, 'disabled_steps')) observe({ 'businesses.new-disabled-steps': first.disabled_steps });
    check({ 'record.ids-are-distinct': distinctRecordDeviations(answers) }, ...exchanges);
  }),
);

test(
  'creating a business without one of its members is answered',
  scenario('createBusiness', 'businesses.required-members', async ({ implementation, session, observe }) => {
    const { call } = await implementation.accepted('createBusiness');
    const without = async (...members: readonly string[]) => {
      const body = Object.entries(renewed(implementation, call.body)).filter(([member]) => !members.includes(member));
      return implementation.client.send('createBusiness', { body: Object.fromEntries(body) });
    };
    const { name: _name, ...others } = ECHOED_MEMBERS.createBusiness;
    // All but the name at once, where that is accepted.
    const onlyName = await without(...Object.keys(others));
    const answers: Record<string, number | undefined> = { 'without name': (await without('name')).answer?.status };
    for (const member of Object.keys(others))
      answers[`without ${member}`] = (isSuccess(onlyName) ? onlyName : await without(member)).answer?.status;
    observe({ 'businesses.required-members': answers });
    // Lists of known businesses are made anew after some seconds, and may leave out what lacks a member.
    const { id } = isSuccess(onlyName) ? recordOf(onlyName) : {};
    const read = typeof id === 'string' && (await implementation.client.send('listEmailAddresses', { id }));
    if (read && isSuccess(read)) session.run.stored.keep({ id: String(id), madeBy: 'createBusiness', value: recordOf(read), read });
  }),
);

test(
  'a second business of the same `external_id` is answered',
  scenario(
    'createBusiness',
    ['business.name-comes-back', 'business.is-kept', 'businesses.same-external-id'],
    { optional: true },
    async (context) => {
      const { implementation, check, notAssessed, observe } = context;
      const { call, exchange: one } = await creationWith(implementation, 'createBusiness', 'external_id');
      const { external_id } = call.body as { external_id: string };
      const body: Record<string, unknown> = { ...renewed(implementation, call.body), external_id };
      const other = await implementation.client.send('createBusiness', { body });
      const isSame = isSuccess(other) && recordOf(one).id === recordOf(other).id;
      observe({ 'businesses.same-external-id': isSuccess(other) ? (isSame ? 'the same record' : 'another record') : outcome(other) });
      if (!isSuccess(other)) throw new NotAssessed(`A second business of one \`external_id\` was refused: ${outcome(other)}`);
      // It may be refused, or change the first one. A success that drops what was sent does neither.
      const { name } = recordOf(other);
      const contrast = 'a business was made with this `external_id` before';
      if (name === undefined) notAssessed('business.name-comes-back', 'The answer does not hold `name`');
      else
        check({
          'business.name-comes-back': {
            deviations: foundIn(other, echoDeviations('json', body.name, name, '/name')),
            exchanges: [one],
            contrast,
          },
        });
      const { exchange: listed } = await addressesOf(implementation, one);
      if (!isSuccess(listed)) throw new NotAssessed(`The first business of the \`external_id\` cannot be used: ${outcome(listed)}`);
      const { deviations, exchanges } = unusable(other, (await addressesOf(implementation, other)).exchange);
      check({ 'business.is-kept': { deviations, exchanges: [one, ...exchanges], contrast: `${contrast}, and can be used` } });
    },
  ),
);

const BEYOND_ASCII = 'é 日 😀';
/** The same JSON as some writers escape it (RFC 8259 §7): what lies beyond ASCII, in pairs where it takes two, and each slash. */
const escapedJson = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('/', '\\/')
    .replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

test(
  'a name that is written with escapes is that name',
  scenario(
    'createBusiness',
    ['robustness.equivalent-requests', 'business.name-comes-back'],
    { optional: true },
    async ({ implementation, check, notAssessed }) => {
      const { call } = await creationWith(implementation, 'createBusiness', 'name');
      const body = () => ({ ...renewed(implementation, call.body), name: `${implementation.unique()} ${BEYOND_ASCII}` });
      const { body: _body, ...others } = call;
      const sent = body();
      const escaped = await implementation.client.send('createBusiness', { ...others, rawBody: escapedJson(sent) });
      const plain = isSuccess(escaped) ? null : await implementation.client.send('createBusiness', { ...call, body: body() });
      if (plain !== null && !isSuccess(plain)) throw new NotAssessed(`A name with ${BEYOND_ASCII} is refused: ${outcome(plain)}`);
      const expected = 'a success, as for the same text without escapes (RFC 8259 §7)';
      const refused = plain === null ? [] : foundIn(escaped, [{ expected, actual: outcome(escaped) }]);
      check({ 'robustness.equivalent-requests': refused }, ...(plain === null ? [] : [plain]), escaped);
      const { name } = isSuccess(escaped) ? recordOf(escaped) : {};
      if (name === undefined) notAssessed('business.name-comes-back', 'It is refused with escapes, or not shown');
      else check({ 'business.name-comes-back': echoDeviations('json', sent.name, name, '/name') }, escaped);
    },
  ),
);

test('a business is found by its id, also where that is the `external_id` of another', idIsNoExternalId);

test(
  'a created business can be used',
  scenario('createBusiness', ['business.is-kept', 'records.visible-after'], async ({ implementation, check, observe }) => {
    const created = await implementation.freshExample('createBusiness');
    const { exchange: listed, afterMs } = await addressesOf(implementation, created);
    if (afterMs !== null) observe({ 'records.visible-after': afterMs });
    check({ 'business.is-kept': unusable(created, listed) });
  }),
);

async function addressesOf(implementation: Implementation, created: Exchange): Promise<Late> {
  const late = await readLate(implementation, () => implementation.client.send('listEmailAddresses', { id: createdId(created) }));
  const { answer } = late.exchange;
  // Which businesses credentials reach is not shown.
  if (answer?.status === 401 || answer?.status === 403)
    throw new NotAssessed(`The credentials do not reach the created business: ${outcome(late.exchange)}`);
  return late;
}

/** That a business which was created is not there. */
function unusable(created: Exchange, listed: Exchange) {
  const expected = `the e-mail addresses of the created business ${show(createdId(created))}`;
  const deviations = isSuccess(listed) ? [] : foundIn(listed, [{ expected, actual: outcome(listed) }]);
  return { deviations, exchanges: [created, listed] };
}

test('createBusiness: a new business is there at every age', isThereAtEveryAge('createBusiness', 'business.is-kept'));
