import { withoutFinding } from '../../../mutation/run-suite.ts';
import { OF_OTHER_KIND } from '../../../src/checks/given-ids.ts';
import { ID_OF_ITS_OWN } from '../../../src/checks/identity.ts';
import { AGAIN_AT_ONCE, ALSO_BEHIND_REFUSED, AS_REMEMBERED, AS_USUAL, FIRST_READS } from '../../../src/checks/run-history.ts';
import { BEHIND_REFUSAL } from '../../../src/engine/evidence/answer-watch.ts';
import { findingsOf } from '../../../src/result/findings.ts';
import type { CheckResult, RecordedDeviation, RequirementResult, StoredExchange } from '../../../src/result/result.ts';
import type { StatementId } from '../../../src/specification/register.ts';
import { expect, test } from '../../test.ts';
import { check, exchange, NULL, statement as statementOf } from './samples.ts';

const WAIVER = { reason: 'Mended with release 12', owner: 'T-1', expires: '2099-01-01' };

function failed(findings: readonly RecordedDeviation[], given: Partial<CheckResult> = {}): CheckResult {
  return check('failed', { findings, ...given });
}

function statement(checks: readonly CheckResult[], id: StatementId = 'campaign.fields'): RequirementResult {
  const level = id.startsWith('robustness.') ? 'robustness' : id.endsWith('.documented-fields') ? 'completeness' : 'requirement';
  return statementOf(checks, { id, level, text: `The sentence of ${id}.` });
}

/** Of one moment as people write it, and of another. */
const INSTANTS = ['2026-11-22T16:43:10.496Z', '2027-01-02T03:04:05Z', '2026-11-22T16:43+02:00', '20261122T164310,5+0200'];

test('the id is the same whatever was generated, at whatever moment, and another for another place', () => {
  const id = (finding: RecordedDeviation) => findingsOf([statement([failed([finding])])])[0]?.id;
  const echo = (value: string) => ({ pointer: '/steps/0/name', expected: JSON.stringify(value), actual: '""' });
  expect(id(echo('conformance-a-1'))).toMatch(/^campaign\.fields-[0-9a-f]{6}$/);
  expect(id({ ...echo('another "one"'), pointer: '/steps/3/name', actual: 'null' })).toBe(id(echo('conformance-a-1')));
  expect(id({ ...echo('conformance-a-1'), pointer: '/steps/0/title' })).not.toBe(id(echo('conformance-a-1')));
  expect(id({ expected: 'status 200', actual: '"x" after 12 ms' })).toBe(id({ expected: 'status 200', actual: '"y" after 9 ms' }));
  const about = (instant: string) => id({ pointer: '/created_at', expected: `about ${instant}, by the \`Date\``, actual: '""' });
  expect(new Set(INSTANTS.map(about)).size).toBe(1);
  expect(id({ expected: 'status 200', actual: 'status 500' })).not.toBe(id({ expected: 'status 200', actual: 'status 404' }));
});

const SELDOM = 'alone: right; 18 in flight: 1 of 54 wrong';
const AT_ONCE = 'alone: right; 8 in flight: 2 of 8 wrong';
/** The simplest evidence stands last each time. */
const REPRESENTATIVES: readonly [string, Partial<CheckResult>, Partial<CheckResult>][] = [
  ['one that looked for it before one that met it', { met: true }, { exchanges: [exchange('x'), exchange('y')] }],
  ['a typical request before generated input', { category: 'properties' }, { exchanges: [exchange('x')] }],
  ['one that failed again before a flaky one', { flaky: true }, { category: 'properties' }],
  [
    'one of many that were wrong at once before one of a few',
    { contrast: 'alone: right; 6 tracked at once: 1 of 2 wrong' },
    { contrast: 'alone: right; 20 tracked at once: 18 of 20 wrong', category: 'properties' },
  ],
  ['one that was right alone before a simpler one', {}, { contrast: 'alone: right; 2 in flight: 1 of 2 wrong', category: 'properties' }],
  ['one of any request before one in many under load', { contrast: SELDOM }, { exchanges: [exchange('x')] }],
  [
    'several at once before one, where the load is to blame',
    { contrast: 'alone: right; 9 in flight: wrong', exchanges: [exchange('x')] },
    { contrast: 'alone: right; 4 in flight: wrong', exchanges: [...'wxyz'].map((name) => exchange(name)) },
  ],
  ['one that is wrong alone before one of many', { contrast: '9 tracked at once: 8 of 9 wrong; not only at once' }, {}],
  ['one endpoint before several', { endpoint: null }, { exchanges: [exchange('x'), exchange('y')] }],
  ['few exchanges before many', { exchanges: [exchange('x'), exchange('y')] }, { exchanges: [exchange('x')] }],
  ['the smallest counterexample', { counterexample: { a: 'long' } }, { counterexample: 1 }],
  ['one that fails the run before one that is waived', { status: 'waived', waiver: WAIVER }, { met: true }],
];

for (const [name, worse, better] of REPRESENTATIVES)
  test(`the simplest evidence is shown: ${name}`, () => {
    const checks = [failed([NULL], { ...worse, title: 'worse' }), failed([NULL], { ...better, title: 'better' })];
    for (const order of [checks, checks.toReversed()])
      expect(findingsOf([statement(order)])).toMatchObject([{ title: 'better', checks: 2 }]);
  });

test('the exchange is the one that broke the statement, and the last only where nothing says which', () => {
  const exchanges = [exchange('first'), exchange('second'), exchange('third')];
  const shown = (finding: RecordedDeviation) => findingsOf([statement([failed([finding], { exchanges, curl: 'curl' })])])[0];
  expect(shown({ ...NULL, exchange: 1 })).toMatchObject({ exchange: { title: 'second' }, curl: 'curl second', at: '/name' });
  expect(shown(NULL)).toMatchObject({ exchange: { title: 'third' }, curl: 'curl third' });
  expect(findingsOf([statement([failed([NULL])])])[0]).not.toHaveProperty('curl');
});

test('a request that was not answered in time is given up by curl too', () => {
  const hung = { ...exchange('x'), curl: 'curl -sS x', answer: null, failure: { kind: 'timeout', message: 'no answer' }, durationMs: 2500 };
  expect(findingsOf([statement([failed([NULL], { exchanges: [hung] })])])).toMatchObject([{ curl: 'curl --max-time 3 -sS x' }]);
});

test('evidence goes along: replay, counterexample, contrast, flaky', () => {
  const given = { replay: 'CES_SEED=1', counterexample: null, original: [1], contrast: '50 characters pass', flaky: true };
  expect(findingsOf([statement([failed([NULL], given)])])).toMatchObject([given]);
});

test('every failed check is in a finding: a statement that breaks at another endpoint too follows from nothing that is named there', () => {
  const actual = (name: string) => `status 404: ${name}="x" is not found; if the id is right, this is a fault`;
  const doubt = (name: string) => ({ expected: 'status 200', actual: actual(name) });
  const tracked = failed([doubt('CES_BUSINESS_ID')], { endpoint: 18 });
  const requirements = [statement([failed([doubt('CES_EVENT_ID')], { endpoint: 1 }), tracked, tracked], 'http.success-is-200')];
  const findings = findingsOf(requirements);
  expect(findings.map(({ endpoints }) => endpoints)).toEqual([[1], [18]]);
  expect(withoutFinding({ requirements, findings })).toEqual([]);
  expect(withoutFinding({ requirements, findings: findings.slice(1) })).toHaveLength(1);
});

test('who is let in behind good credentials is let in with other wrong ones too, also where these came elsewhere', () => {
  const contrast = 'sent again alone, it is right; behind `GET /x` with the good credentials, less than 6 s before, it is wrong';
  const accepted = (endpoint: number, more = {}) =>
    failed([{ expected: 'a rejection', actual: `accepted at ${endpoint}` }], { endpoint, ...more });
  const findings = findingsOf([
    statement([accepted(1), accepted(8)], 'authentication.rejects-password-case'),
    statement([accepted(1, { contrast })], 'authentication.rejects-wrong-password'),
  ]);
  const consequences = ['authentication.rejects-password-case'];
  expect(findings).toMatchObject([{ requirement: 'authentication.rejects-wrong-password', consequences }]);
});

for (const [title, first, second] of [
  ['beside others got what another request did', 'alone: right; 9 in flight: 3 of 9 wrong; this is what `POST /x → 200` holds', undefined],
  ['is remembered', `${AS_REMEMBERED}; right after 3 of 4 updates`, 'right in the answer to the update, another 0.2 s later'],
] as const)
  test(`an answer that ${title} is one finding, whatever it shows`, () => {
    const wrong = (pointer: string, contrast: string) => failed([{ ...NULL, pointer }], { contrast, endpoint: 3 });
    const findings = findingsOf([
      statement([wrong('/customers/0/full_name', first)], 'customer.update-is-kept'),
      statement([wrong('/customers/0/metadata', second ?? first)], 'customer.update-leaves-other-fields'),
    ]);
    expect(findings).toMatchObject([{ pointer: '/customers/*/full_name', consequences: ['customer.update-leaves-other-fields'] }]);
  });

const LISTS: readonly [contrast: string | undefined, wrong: readonly number[], length: number, contrast?: string][] = [
  ['only the last of 3 is wrong', [2], 3],
  ['only the second of 3 is wrong', [1], 3],
  ['only item 4 of 6 is wrong', [3], 6],
  ['2 of 3 are wrong', [1, 2], 3],
  [undefined, [0, 1, 2], 3],
  [undefined, [0], 1],
  ['what the check says', [2], 3, 'what the check says'],
];

for (const [contrast, wrong, length, own] of LISTS)
  test(`says which items of a list are wrong: ${wrong.join(', ')} of ${length}: ${contrast}`, () => {
    const body = JSON.stringify({ customers: Array.from({ length }, () => ({})) });
    const findings = wrong.map((index) => ({ ...NULL, pointer: `/customers/${index}/name`, exchange: 0 }));
    const [finding] = findingsOf([statement([failed(findings, { ...answered({ body }), ...(own && { contrast: own }) })])]);
    expect(finding?.contrast).toBe(contrast);
  });

test('values in the wrong order are one deviation, which says nothing of a single item', () => {
  const body = '{"customers":[{"name":"b"},{"name":"a"}]}';
  const found = { pointer: '/customers/0/name', expected: 'in this order: ["a","b"]', actual: '1 and 2 swapped: ["b","a"]', exchange: 0 };
  expect(findingsOf([statement([failed([found], answered({ body }))])])[0]).not.toHaveProperty('contrast');
});

test('of a character that came back broken, its bytes in the request are told: in a value, and in a name', () => {
  const contrastOf = (sent: unknown, answer: unknown, pointer: string, actual: string) => {
    const [request, body] = [{ body: JSON.stringify(sent) }, JSON.stringify(answer)];
    return findingsOf([broken('campaign.fields', { pointer, expected: '1', actual, request, answer: { body } })])[0]?.contrast;
  };
  const words = (bytes: string) => `the first broken character is bytes ${bytes} of the request's body`;
  expect(contrastOf({ meta: '"é😀' }, { meta: '"é\ufffd' }, '/meta', '"\ufffd"')).toBe(words('14 to 17'));
  expect(contrastOf({ 'é/~\n😀': 1 }, {}, '/é~1~0\n😀', 'renamed to "é/~\\n\ufffd"')).toBe(words('9 to 12'));
  expect(contrastOf({ meta: '\ufffd' }, { meta: 'x\ufffd' }, '/meta', 'no such member')).toBeUndefined();
});

/** A failed check of endpoint 2: what it found, where, and how its request and answer differ from the usual. */
interface Found extends Partial<RecordedDeviation>, Partial<Omit<CheckResult, 'findings' | 'exchanges'>> {
  readonly request?: Partial<StoredExchange['request']>;
  readonly answer?: Partial<NonNullable<StoredExchange['answer']>>;
}

function found({ pointer, expected, actual = 'null', request, answer, ...given }: Found): CheckResult {
  const place = pointer === undefined ? { expected: 'status 200' } : { pointer, expected: 'a string' };
  const finding = { ...place, ...(expected !== undefined && { expected }), actual, exchange: 0 };
  return failed([finding], { ...(request || answer ? answered(answer, request) : {}), ...given });
}
function answered(answer: Found['answer'], request: Found['request'] = {}) {
  const one = exchange('x');
  return { exchanges: [{ ...one, request: { ...one.request, ...request }, answer: one.answer && { ...one.answer, ...answer } }] };
}
/** A statement that these checks have found broken. */
const broken = (id: StatementId, ...all: readonly Found[]) => statement(all.map(found), id);
const fields = (...pointers: readonly string[]) => broken('campaign.fields', ...pointers.map((pointer) => ({ pointer })));
const waived = (...findings: RecordedDeviation[]) => failed(findings, { status: 'waived', waiver: WAIVER });
const both = fields('/name', '/name');
const LIST = { pointer: '/enrolled_customers', expected: '["a"]', actual: '[{"id":"a"}]' };
const list = broken('campaign.enrolled-customers-come-back', LIST);
/** A business that could not be read again at this address, and an answer that did not come at endpoint 9. */
const lost = (path: string) => [
  broken('business.is-kept', { actual: 'no answer (reset): while reading', endpoint: 5, request: { url: `http://host/v1${path}` } }),
  broken('http.success-is-200', { actual: 'no answer (reset): before any byte', endpoint: 9 }),
];
const empty = (status: number) => {
  const answer = { status, body: '' };
  return [
    broken('http.json-body', { actual: 'the body is not JSON: it is empty', answer }),
    broken('http.success-is-2xx', { actual: `status ${status}`, answer }),
    broken('http.json-media-type', { actual: 'no content-type', answer }),
  ];
};
const copy = { endpoint: 4, expected: 'a copy' };
/** An update of a member, whose answer has this body. */
const update = (id: StatementId, member: string, body: string, given: Found = {}) => {
  const request = { method: 'POST', body: `{"${member}":1}` } as const;
  return broken(id, { pointer: `/customers/0/${member}`, endpoint: 3, request, answer: { body }, ...given });
};
const updates = (one: string, two: string, three: string) => [
  update('customer.full-name-comes-back', 'full_name', one),
  update('customer.phone-number-comes-back', 'phone_number', two),
  update('customer.email-address-comes-back', 'email_address', three),
];

/** A website that is none, in the answer to this body, beside what an earlier request left. */
const leftOver = (body: string) => [
  broken('business.website-is-url', { pointer: '/website', endpoint: 5, expected: 'a URL', request: { method: 'POST', body } }),
  broken('robustness.nothing-of-earlier-requests', { pointer: '/website', endpoint: 5, expected: 'nothing', actual: '"a"' }),
];

/** A value that is damaged in two resources. */
const damage = (one: Found, two: Found, pointer = '/metadata/a', expected = '"a"') => [
  broken('business.metadata-comes-back', { pointer, expected, endpoint: 5, ...one }),
  broken('campaign.metadata-comes-back', { pointer, expected, ...two }),
];
const FALSE = ['/metadata', 'false'] as const;
const turned = (actual: string) => ({ actual, counterexample: 1 });
const AGAIN = 'sent again alone, it is right';
/** Two members of one update. */
const lostTogether = (contrast: string) => {
  const found = (actual: string) => ({ pointer: `/customers/0${actual}`, endpoint: 3, contrast, actual });
  return [broken('customer.update-is-kept', found('/full_name'), found('/metadata/mark'))];
};
const NAMES = 'every member whose name has characters that NFC changes fails (7 inputs), and no other';
const generated = (actual: string, contrast = '3 of 4 other inputs pass') => ({ actual, contrast, counterexample: 1 });

const MORE_NAMES = NAMES.replace('7', '12');
const renamed = generated('renamed to "é"', NAMES);

/** An update of three customers, of whom each has the value of the next one. */
const mixed = (id: StatementId, member: string, answered1 = 'b') => {
  const body = (...values: readonly string[]) =>
    JSON.stringify({ customers: values.map((value, index) => ({ id: String(index), [member]: value })) });
  const request = { method: 'POST', body: body('a', 'b', 'c') };
  return update(id, member, body(answered1, 'c', 'c'), { request, expected: '"a"', actual: 'x' });
};

const mixedNames = mixed('customer.full-name-comes-back', 'full_name');
const mixedNumbers = (answered1: string) => mixed('customer.phone-number-comes-back', 'phone_number', answered1);

const RIGHT_ALONE = 'alone: right; 2 in flight: 1 of 5 wrong';
const mixedUp = broken('robustness.reading-is-safe', { pointer: '/variables', endpoint: 16, contrast: RIGHT_ALONE });
const anotherId = update('customer.answered-are-asked', 'id', 'x', { pointer: '/customers/*/id', contrast: RIGHT_ALONE });
const MARKED = { pointer: '/customers/0/full_name', endpoint: 3, expected: '"conformance-run-c-00005"' };
const marks = (actual: string) => broken('customer.full-name-comes-back', { ...MARKED, actual });
const VARIABLES = { url: 'http://host/v1/email_templates/a/variables' };
const copied = (pointer: string, given: Found = {}) =>
  broken('email-template.copy-keeps-variables', { pointer, endpoint: 6, request: VARIABLES, ...given });

/** An id near a known one that leads to its record. */
const spelled = (id: StatementId, endpoint: number, words: string) =>
  broken(id, { actual: 'another record', endpoint, contrast: `an id that names nothing leads to the known record: the known id ${words}` });
const spelledSo = (asked: string, unknown: string) => [
  spelled('record.id-is-asked-id', 8, asked),
  spelled('record.unknown-id-is-no-other', 2, unknown),
];
const accepted = (id: StatementId, endpoint = 2) => broken(id, { actual: 'status 200', endpoint, expected: 'status 401' });
const anybody = accepted('authentication.rejects-missing');
const echoed = (id: StatementId, endpoint: number, expected: string, actual: string) =>
  broken(id, { pointer: '/name', endpoint, expected, actual });
const cut = (id: StatementId, endpoint: number, came: string) =>
  broken(id, { pointer: '/name', endpoint, answer: { body: JSON.stringify({ name: came }) }, actual: '"…a", cut after 1 of 2' });
const timed = (id: StatementId, endpoint: number, actual: string) =>
  broken(id, { pointer: '/created_at', endpoint, expected: 'about 2026-01-01T12:00:00.000Z, when it was made', actual: `"${actual}"` });
const failedWith = (status: number) => ({ actual: `status ${status}`, answer: { status } });
const loaded = (endpoint: number, contrast?: string, status = 500) =>
  broken('robustness.every-request', { ...failedWith(status), endpoint, ...(contrast && { contrast, expected: contrast }) });

const ONE_READ = [
  { pointer: '/extra/mark', expected: '"a"', actual: '"b"', exchange: 0 },
  { pointer: '/created_at', expected: '"2026-01-01T12:00:00Z"', actual: '"2026-01-02T12:00:00Z"', exchange: 0 },
];
const PASSED = { status: 'passed' } as const;
const named = (...given: readonly Found[]) => broken('campaign.fields', ...given.map((one) => ({ pointer: '/name', ...one })));

const CASES: Readonly<Record<string, readonly RequirementResult[]>> = {
  'what many checks show is one finding, with the count and all endpoints': [named({ endpoint: 5 }, {}, {}, { endpoint: null }, PASSED)],
  'nothing failed, nothing found': [statement([failed([], { status: 'passed' }), failed([], { status: 'not-assessed' })])],
  'an index is any index': [fields('/customers/2/name', '/customers/0/name', '/customers/17/name')],
  'what stands below free data is no place of its own': [
    broken(
      'campaign.metadata-comes-back',
      ...[{ pointer: '/metadata/a~1b/0', expected: '1e-7' }, { pointer: '/metadata/c', expected: '"x"' }, { pointer: '/metadata' }],
    ),
  ],
  'two places are two findings': [fields('/name', '/status')],
  'the same checks show both places with the same expectation': [
    statement([failed([NULL, { ...NULL, pointer: '/status' }]), failed([NULL, { ...NULL, pointer: '/status' }])]),
  ],
  'or with another': [statement([failed([NULL, { pointer: '/status', expected: 'an integer', actual: 'null' }])])],
  'without a place, what was found tells findings apart': [
    broken('campaign.fields', { actual: 'status 500' }, { actual: 'status 404' }, { actual: 'status 500' }),
  ],
  'a check that says nothing of what it found has its message': [statement([failed([], { message: 'no answer' })])],
  'what follows from a finding is folded into it': [broken('campaign.name-comes-back', { pointer: '/name', expected: '"x"' }), both],
  'at another endpoint it is a matter of its own': [echoed('business.name-comes-back', 5, '"x"', 'null'), both],
  'a list whose items are out of shape does not come back either': [list, fields('/enrolled_customers/0')],
  'a member of an item says nothing of the list': [list, fields('/enrolled_customers/0/id')],
  'an answer that did not come breaks the statement that asked for it at another endpoint': lost('/businesses/a%2Fb/email_addresses?x=/y'),
  'not one that asked for another': lost('/email_addresses/a'),
  'an answer without content has no type and is no JSON': empty(204),
  'one that may have content is not to blame for it': empty(302),
  'who is let in may write: a cause comes before its effects, however many checks show them': [
    broken('authentication.rejection-does-nothing', ...[1, 2, 3].map(() => ({ actual: 'a record', expected: 'no new record' }))),
    accepted('authentication.rejects-wrong-password'),
  ],
  'who is let in without credentials gets in with wrong ones': [accepted('authentication.rejects-empty'), anybody],
  'but not at another endpoint': [accepted('authentication.rejects-empty', 5), anybody],
  'to take any scheme and none is one finding, to take more than the password another': [
    accepted('authentication.rejects-other-scheme'),
    accepted('authentication.rejects-password-extension'),
    accepted('authentication.rejects-no-scheme'),
  ],
  'what may be the fault of a setting comes first': [
    broken('http.success-is-200', { actual: 'status 500' }, { actual: 'status 500' }),
    broken('http.success-is-2xx', { actual: 'status 404: CES_SEGMENT_ID="x" is not found; if the id is right, this is a fault' }),
  ],
  'a copy that is the source is no second record, and cannot be read as one': [
    broken('record.ids-are-distinct', { ...copy, actual: '"a"', pointer: '/id' }),
    broken('email-template.copy-is-kept', { ...copy, actual: 'status 404' }),
    broken('email-template.copy-is-new', { ...copy, actual: '"a"', pointer: '/id' }),
  ],
  'waived is what every check of it is': [statement([waived(NULL), waived(NULL)])],
  'not what some are': [statement([waived(NULL), failed([NULL])])],
  'what is open does not hide under a waived cause': [
    statement([waived(NULL)]),
    broken('robustness.every-request', { pointer: '/name', expected: 'a name' }),
  ],
  'fields never seen are one finding a resource': [broken('business.documented-fields', { pointer: '/website' }, { pointer: '/fax' })],
  'the most telling come first: level, then open before waived, looked for before met, plain before generated, many checks before few': [
    broken('robustness.every-request', { pointer: '/robust' }),
    statement([
      waived({ ...NULL, pointer: '/waived' }),
      found({ pointer: '/met', met: true }),
      found({ pointer: '/generated', counterexample: 1 }),
      ...['/few', '/many', '/many'].map((pointer) => found({ pointer })),
    ]),
  ],
  'one answer to different requests is one thing that is broken, and the finding says so': updates('{"a":1}', '{"a":1}', '{"a":1}'),
  'what was answered otherwise is not': updates('{"a":1}', '{"a":2}', '').slice(0, 2),
  'what becomes of one input in two resources alike is one thing that is broken': damage(turned('null'), turned('null'), ...FALSE),
  'what becomes of it otherwise is another': damage(turned('null'), turned('no such member'), ...FALSE),
  'members of free data that come back wrong to the letter are one thing as well': damage({ actual: '"b"' }, { actual: '"b"' }),
  'members that one answer shows wrong are one thing, where they are right when they are sent again': lostTogether(AGAIN),
  'where they are not sent again they are two': lostTogether(''),
  'a second known record shows better than odd ids that another record comes back': [
    broken('record.id-is-asked-id', ...['x1 ', 'X1'].map((expected) => ({ pointer: '/id', expected }))),
    broken('record.second-is-its-own', { pointer: '/id' }),
  ],
  'what passes alone follows from what mixes requests at once': [
    broken('record.ids-are-distinct', { pointer: '/id', contrast: 'alone: right; 8 in flight: 7 of 8 wrong' }),
    broken('business.external-id-comes-back', { pointer: '/external_id', counterexample: 1, flaky: true }),
  ],
  'copies with one id follow from that': [
    broken('email-template.subject-variables-are-listed', { pointer: '/variables', endpoint: 16 }),
    broken('record.ids-are-distinct', { pointer: '/id', endpoint: 4, flaky: true }),
  ],
  'the same value at the same place of two endpoints is one thing': [
    broken('email-template.copies-agree', { pointer: '/attachments', expected: '1 item', actual: '0 items', endpoint: 4 }),
    broken('email-template.copies-agree', { pointer: '/attachments', expected: '2 items', actual: '0 items', endpoint: 6 }),
  ],
  'a list and what stands in it are one thing': [
    broken('feature-flag.only-asked', { pointer: '/flags' }, { pointer: '/flags/*/name', actual: '"b"' }),
  ],
  'what is wrong alone stands above what is seldom wrong beside others': [
    broken(
      'customer.answered-are-asked',
      { pointer: '/customers/*/id', contrast: 'alone: right; 21 in flight: 1 of 54 wrong' },
      { pointer: '/customers' },
    ),
  ],
  'a member that is null in two resources is one thing': damage({ actual: 'null' }, { actual: 'null' }, '/metadata'),
  'one that has another value is none': damage({ actual: '1' }, { actual: '1' }, '/metadata'),
  'what is done to a text is one thing, wherever it stands and however it is shown': [
    echoed('event.name-is-tracked-name', 1, '"größe 😀"', '"größe ?"'),
    echoed('business.name-comes-back', 5, '"…aé日😀a…"', '"…aé日?a…", U+003F in place of U+1F600 after 3 characters'),
    echoed('campaign.name-comes-back', 2, '"  a "', '"a", leading space and trailing space lost'),
    echoed('customer.full-name-comes-back', 3, '" b"', '"b", leading space lost'),
  ],
  'a text is cut by the length of a column, in letters, units or bytes': [
    cut('business.name-comes-back', 5, 'a'.repeat(255)),
    cut('campaign.name-comes-back', 2, 'aé日😀'.repeat(51)),
    cut('event.name-is-tracked-name', 1, 'a'.repeat(100)),
  ],
  'usual characters in each other’s place are so by chance': [
    ...[echoed('event.name-is-tracked-name', 1, '"a"', '"b"'), echoed('business.name-comes-back', 5, '"a"', '"b"')],
  ],
  'times that are wrong by the same are one thing': [
    timed('business.created-at-is-creation-time', 5, '2026-01-01T13:00:00.4Z'),
    timed('event.created-at-is-tracking-time', 1, '2026-01-01T14:00:01+01:00'),
    timed('campaign.created-at-is-creation-time', 2, '2026-01-01T10:00:00Z'),
  ],
  'what breaks under load is one thing at all endpoints, also where it was not sent again': [
    loaded(5, 'alone: 200; 7 in flight: status 500'),
    loaded(2, 'alone: 200; 5 in flight: status 500'),
    loaded(3),
    loaded(4, undefined, 502),
  ],
  'where the same inputs fail, a member that is renamed may be missing elsewhere': damage(renamed, generated('no such member', MORE_NAMES)),
  'but one that has another value is another thing': damage(renamed, generated('"x"', NAMES)),
  'as is one of another type': damage(generated('1', NAMES), generated('"1"', NAMES)),
  'and where other inputs fail, it is too': damage(renamed, generated('no such member')),
  'bytes that make no character are one thing, wherever they stand': damage(
    generated('renamed to "a\ufffd"'),
    generated('"…a…", U+FFFD in place of U+1F600'),
  ),
  'values of other items of the same list are one thing': [mixedNames, mixedNumbers('b')],
  'a value that nobody sent is another': [mixedNames, mixedNumbers('z')],
  'where requests at once mix their answers, what one sent comes to another': [
    anotherId,
    broken('customer.answered-are-asked', { pointer: '/customers', endpoint: 3, expected: 'nobody' }),
    marks('conformance-run-c-00007'),
  ],
  'what is undone some seconds later is missing in a later answer by chance': [
    broken('customer.update-is-kept', { pointer: '/customers/0/full_name', endpoint: 3, contrast: 'right at first, another 1.9 s later' }),
    broken('customer.update-leaves-other-fields', { pointer: '/customers/0/metadata', endpoint: 3, flaky: true }),
  ],
  'members of customers that hold what earlier updates sent are one thing': ['full_name', 'metadata'].map((member) =>
    broken('customer.update-leaves-other-fields', {
      ...{ pointer: `/customers/0/${member}`, endpoint: 3, contrast: '`POST /x → 200` sent this value before' },
      expected: `"${member}"`,
    }),
  ),
  'an event that is another’s is neither found nor named by its own name': [
    broken('event.can-be-read', { endpoint: 18, contrast: 'alone: right; 10 tracked at once: 9 of 10 wrong' }),
    broken('event.name-is-tracked-name', { pointer: '/name', endpoint: 18, contrast: '`POST /track → 200` sent this value before' }),
  ],
  'times that lack their zeros were written by one code': [5, 6].map((endpoint) =>
    broken(endpoint === 5 ? 'business.created-at-is-creation-time' : 'email-template.created-at-is-creation-time', {
      ...{ pointer: '/created_at', endpoint, expected: '"2026-01-01T12:00:00.007Z", with its zeros' },
      actual: '"2026-01-01T12:00:00.7Z", 690 ms after the answer',
    }),
  ),
  'times of one wrong form were written by one code, those of another form by another': [
    broken('business.timestamps', { pointer: '/created_at', endpoint: 5, expected: 'a time', actual: 'string "2026-01-01T12:00:60Z"' }),
    broken('campaign.timestamps', { pointer: '/created_at', endpoint: 2, expected: 'a time', actual: 'string "2026-01-02T13:07:60Z"' }),
    broken('event.timestamps', { pointer: '/created_at', endpoint: 1, expected: 'a time', actual: 'number 1767268860' }),
  ],
  'what nobody sent did not': [anotherId, marks('null')],
  'a read that others mix up breaks what another endpoint asked it for': [mixedUp, copied('/variables', { contrast: RIGHT_ALONE })],
  'and not what is wrong alone': [mixedUp, copied('/x')],
  'reads of several endpoints that get the record of another one are one thing, and what shows so at a further one': [
    broken('record.id-is-asked-id', ...[8, 13].map((endpoint) => ({ pointer: '/id', endpoint, contrast: RIGHT_ALONE }))),
    broken('robustness.reading-is-safe', { pointer: '/x', endpoint: 16, contrast: RIGHT_ALONE, request: { method: 'GET' } }),
    broken('email-address.fields', { pointer: '/id', endpoint: 11 }),
  ],
  'one spelling of ids is one thing at all endpoints': spelledSo(
    'escaped once more',
    'with a space behind it, or the known id escaped once more',
  ),
  'another is another': spelledSo('with a space behind it', 'escaped once more'),
  'three members of one record that do not come back are one thing, two are two': [
    ...updates('{"a":1}', '{"b":1}', '{"c":1}'),
    echoed('business.name-comes-back', 5, '"a"', '1'),
    broken('business.external-id-comes-back', { pointer: '/external_id', endpoint: 5, expected: '"b"', actual: '2' }),
  ],
  'what an answer with the id of another event holds is that event’s': [
    broken('event.extra-is-tracked-data', { pointer: '/extra/a', endpoint: 18, expected: '1', actual: 'no such member' }),
    broken('record.id-is-asked-id', { pointer: '/id', endpoint: 1, expected: '"a"', actual: '"b"' }),
    broken('event.customer-is-the-match', { pointer: '/customer', endpoint: 1, expected: '"c"', actual: '"d"' }),
  ],
  'what one form of a request brings about is one thing at all endpoints': [
    broken('robustness.equivalent-requests', { endpoint: 4, expected: `a success, ${AS_USUAL}a body in chunks`, actual: 'status 422' }),
    broken('robustness.equivalent-requests', { endpoint: 5, pointer: '/name', expected: `"a", ${AS_USUAL}a body in chunks`, actual: '""' }),
  ],
  'ids that are given twice at several endpoints are one thing, with the events that are lost for it': [
    broken('record.ids-are-distinct', ...[2, 18].map((endpoint) => ({ endpoint, pointer: '/id', expected: ID_OF_ITS_OWN, actual: '"a"' }))),
    broken('record.second-is-its-own', { endpoint: 7, pointer: '/id', expected: ID_OF_ITS_OWN, actual: '"e"' }),
    broken('event.can-be-read', { endpoint: 18, expected: 'the event', actual: 'nothing' }),
  ],
  'at one endpoint alone they say nothing of those of another': [
    broken('record.ids-are-distinct', { endpoint: 2, pointer: '/id', expected: ID_OF_ITS_OWN, actual: '"a"' }),
    broken('record.second-is-its-own', { endpoint: 7, pointer: '/id', expected: ID_OF_ITS_OWN, actual: '"e"' }),
  ],
  'a member that was not sent, and is left over from an earlier request, is out of form for that': leftOver('{"name":"a"}'),
  'a member that was sent is out of form by itself': leftOver('{"name":"a","website":"http://"}'),
  'ids of other kinds that lead to records are one thing at all endpoints, and so is what comes of reading those': [
    broken('record.id-is-asked-id', { endpoint: 8, actual: `${OF_OTHER_KIND} that GET /a shows` }),
    broken('record.id-is-asked-id', { endpoint: 13, actual: `${OF_OTHER_KIND} that GET /b shows` }),
    broken('robustness.reading-is-safe', { endpoint: 10, actual: `${OF_OTHER_KIND}, which was read` }),
  ],
  'answers that are cut while they are sent are one thing, whatever was asked': [
    broken('http.success-is-200', { endpoint: 3, actual: 'no answer (reset): after 5 of 9 bytes of the body' }),
    broken('http.success-is-2xx', { endpoint: 2, actual: 'no answer (reset): after 7 of 11 bytes of the body' }),
  ],
  'what is left over by itself comes before what is mixed up at once': [
    broken('business.name-comes-back', {
      pointer: '/name',
      endpoint: 5,
      expected: '"a"',
      actual: '"b"',
      contrast: 'alone: right; 8 in flight: 2 of 8 wrong',
    }),
    broken('robustness.nothing-of-earlier-requests', { pointer: '/website', endpoint: 5, expected: 'nothing', actual: '"c"' }),
  ],
  'numbers that are kept in 32 bits are one thing, another loss of digits is not': [
    broken('business.metadata-comes-back', { pointer: '/metadata/a', endpoint: 5, expected: '1e-300', actual: '0' }),
    broken('event.extra-is-tracked-data', { pointer: '/extra/a', endpoint: 18, expected: '1234.5678', actual: '1234.5677' }),
    broken('campaign.metadata-comes-back', { pointer: '/metadata/a', endpoint: 2, expected: '1234.5678', actual: '1234.5' }),
  ],
  'refused however it is behind a refused request, it is one thing': [405, 400].map((status, index) =>
    broken('http.success-is-200', { endpoint: 8 + index, actual: `status ${status} ${BEHIND_REFUSAL}` }),
  ),
  'an id given twice at once brings about what seems left over': [
    broken('robustness.nothing-of-earlier-requests', { pointer: '/external_id', endpoint: 5, expected: 'nothing', actual: '"c"' }),
    broken('record.ids-are-distinct', { endpoint: 5, pointer: '/id', expected: ID_OF_ITS_OWN, actual: '"a"', contrast: AT_ONCE }),
  ],
  'a new record whose reads differ is no measure for its copy': [
    broken('email-template.copy-keeps-variables', { pointer: '/variables', endpoint: 6, expected: '["a"]', actual: '["a","b"]' }),
    broken('robustness.reading-is-safe', { pointer: '/variables', endpoint: 16, contrast: FIRST_READS, request: { method: 'GET' } }),
  ],
  'what a refusal leaves is why others are not found now and then': [
    broken('http.success-is-200', { endpoint: 9, actual: 'status 404', contrast: `${AGAIN_AT_ONCE}200; so it was before` }),
    broken('http.success-is-200', { endpoint: 1, expected: `${ALSO_BEHIND_REFUSED}GET /x`, actual: 'status 404' }),
  ],
  'what one copy lacks is one thing, with the variables that are read from it': [
    broken('email-template.copy-keeps-variables', { pointer: '/variables', endpoint: 6, actual: '[]' }),
    broken('email-template.copies-agree', { pointer: '/template_html', endpoint: 6, actual: 'null' }),
    broken('email-template.copies-agree', { pointer: '/attachments', endpoint: 6, actual: '[]' }),
  ],
  'own fields of an event that change at one read are one thing': [statement([failed(ONE_READ)], 'event.own-fields-never-change')],
  'one answer to one request sent twice explains nothing': [
    update('customer.full-name-comes-back', 'x', '{}'),
    update('customer.metadata-comes-back', 'x', '{}', { pointer: '/name' }),
  ],
};

test('what people are shown of failed checks reads as it was approved', () => {
  const texts = Object.entries(CASES).map(([title, requirements]) => {
    const lines = findingsOf(requirements).flatMap(
      ({ requirement, level, endpoints, pointer, places = [], at: place, expected, actual, checks, waived: isWaived, ...more }) => [
        `  ${requirement} [${level}${isWaived ? ', waived' : ''}] at ${endpoints.join(', ')}`,
        ...(place === undefined ? [] : [`    in ${[pointer, ...places].join(', ')} (here ${place})`]),
        `    expected ${expected}; actual ${actual}; ${checks} checks`,
        ...(more.contrast === undefined ? [] : [`    but ${more.contrast}`]),
        ...more.consequences.map((id) => `    so ${id}`),
      ],
    );
    return [title, ...lines].join('\n');
  });
  expect(`${texts.join('\n\n')}\n`).toMatchSnapshot('findings-of-checks.txt');
});
