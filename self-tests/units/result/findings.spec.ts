import { withoutFinding } from '../../../mutation/run-suite.ts';
import { findingsOf } from '../../../src/result/findings.ts';
import type { CheckResult, Level, RecordedDeviation, RequirementResult, StoredExchange } from '../../../src/result/result.ts';
import type { StatementId } from '../../../src/specification/register.ts';
import { expect, test } from '../../test.ts';
import { check, exchange, NULL, statement as statementOf } from './samples.ts';

const WAIVER = { reason: 'Mended with release 12', owner: 'T-1', expires: '2099-01-01' };

function failed(findings: readonly RecordedDeviation[], given: Partial<CheckResult> = {}): CheckResult {
  return check('failed', { findings, ...given });
}

function statement(checks: readonly CheckResult[], id: StatementId = 'campaign.fields', level: Level = 'requirement'): RequirementResult {
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

/** The simplest evidence stands last each time. */
const REPRESENTATIVES: readonly [string, Partial<CheckResult>, Partial<CheckResult>][] = [
  ['one that looked for it before one that met it', { met: true }, { exchanges: [exchange('x'), exchange('y')] }],
  ['a typical request before generated input', { category: 'properties' }, { exchanges: [exchange('x')] }],
  ['one that failed again before a flaky one', { flaky: true }, { category: 'properties' }],
  ['one that was right alone before a simpler one', {}, { contrast: 'alone: right; 2 in flight: 1 of 2 wrong', category: 'properties' }],
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
  const doubt = (name: string) => ({
    expected: 'status 200',
    actual: `status 404: ${name}="x" is not found; if the id is right, this is a fault`,
  });
  const tracked = failed([doubt('CES_BUSINESS_ID')], { endpoint: 18 });
  const requirements = [statement([failed([doubt('CES_EVENT_ID')], { endpoint: 1 }), tracked, tracked], 'http.success-is-200')];
  const findings = findingsOf(requirements);
  expect(findings.map(({ endpoints }) => endpoints)).toEqual([[1], [18]]);
  expect(withoutFinding({ requirements, findings })).toEqual([]);
  expect(withoutFinding({ requirements, findings: findings.slice(1) })).toHaveLength(1);
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
    const answered = { ...exchange('x'), answer: { status: 200, headers: {}, body, bytes: body.length, cut: false } };
    const findings = wrong.map((index) => ({ ...NULL, pointer: `/customers/${index}/name`, exchange: 0 }));
    const [finding] = findingsOf([statement([failed(findings, { exchanges: [answered], ...(own && { contrast: own }) })])]);
    expect(finding?.contrast).toBe(contrast);
  });

test('values in the wrong order are one deviation, which says nothing of a single item', () => {
  const body = '{"customers":[{"name":"b"},{"name":"a"}]}';
  const found = { pointer: '/customers/0/name', expected: 'in this order: ["a","b"]', actual: '1 and 2 swapped: ["b","a"]', exchange: 0 };
  expect(findingsOf([statement([failed([found], answered({ body }))])])[0]).not.toHaveProperty('contrast');
});

test('of a character that came back broken, its bytes in the request are told: in a value, and in a name', () => {
  const broken = (sent: unknown, answer: unknown, pointer: string, actual: string) => {
    const one = exchange('x');
    const exchanges = [
      {
        ...one,
        request: { ...one.request, body: JSON.stringify(sent) },
        answer: one.answer && { ...one.answer, body: JSON.stringify(answer) },
      },
    ];
    return findingsOf([statement([failed([{ pointer, expected: '1', actual, exchange: 0 }], { exchanges })])])[0]?.contrast;
  };
  const words = (bytes: string) => `the first broken character is bytes ${bytes} of the request's body`;
  expect(broken({ meta: '"é😀' }, { meta: '"é\ufffd' }, '/meta', '"\ufffd"')).toBe(words('14 to 17'));
  expect(broken({ 'é/~\n😀': 1 }, {}, '/é~1~0\n😀', 'renamed to "é/~\\n\ufffd"')).toBe(words('9 to 12'));
  expect(broken({ meta: '\ufffd' }, { meta: 'x\ufffd' }, '/meta', 'no such member')).toBeUndefined();
});

const at = (pointer: string, given: Partial<CheckResult> = {}, found: Partial<RecordedDeviation> = {}) =>
  failed([{ ...NULL, pointer, ...found }], given);
/** A check that found this without a place in the answer. */
const found = (actual: string, given: Partial<CheckResult> = {}, expected = 'status 200') =>
  failed([{ expected, actual, exchange: 0 }], given);
const waived = (...findings: RecordedDeviation[]) => failed(findings, { status: 'waived', waiver: WAIVER });
const answered = (answer: Partial<NonNullable<StoredExchange['answer']>>, request: Partial<StoredExchange['request']> = {}) => {
  const one = exchange('x');
  return { exchanges: [{ ...one, request: { ...one.request, ...request }, answer: one.answer && { ...one.answer, ...answer } }] };
};
const name = statement([at('/name', {}, { expected: '"x"' })], 'campaign.name-comes-back');
const both = statement([failed([NULL]), failed([NULL])]);
const list = statement(
  [at('/enrolled_customers', {}, { expected: '["a"]', actual: '[{"id":"a"}]' })],
  'campaign.enrolled-customers-come-back',
);
/** A business that could not be read again at this address, and an answer that did not come at endpoint 9. */
const lost = (path: string) => [
  statement(
    [found('no answer (reset): while reading', { endpoint: 5, ...answered({}, { url: `http://host/v1${path}` }) })],
    'business.is-kept',
  ),
  statement([found('no answer (reset): before any byte', { endpoint: 9 })], 'http.success-is-200'),
];
const empty = (status: number) => [
  statement([found('the body is not JSON: it is empty', answered({ status, body: '' }))], 'http.json-body'),
  statement([found(`status ${status}`, answered({ status, body: '' }))], 'http.success-is-2xx'),
  statement([found('no content-type', answered({ status, body: '' }))], 'http.json-media-type'),
];
const copy = (actual: string, pointer?: string) => failed([{ ...(pointer && { pointer }), expected: 'a copy', actual }], { endpoint: 4 });
/** An update of a member, whose answer has this body. */
const update = (id: StatementId, member: string, body: string, pointer = `/customers/0/${member}`, given: Partial<CheckResult> = {}) =>
  statement(
    [at(pointer, { ...given, endpoint: 3, ...answered({ body }, { method: 'POST', body: `{"${member}":1}` }) }, { exchange: 0 })],
    id,
  );
const updates = (...[one = '', two = '', three = '']: readonly string[]) => [
  update('customer.full-name-comes-back', 'full_name', one),
  update('customer.phone-number-comes-back', 'phone_number', two),
  update('customer.email-address-comes-back', 'email_address', three),
];

/** A generated value that is damaged in two resources. */
const damage = (...[one = '', two = '']: readonly string[]) => [
  statement([at('/metadata', { endpoint: 5, counterexample: 1 }, { expected: 'false', actual: one })], 'business.metadata-comes-back'),
  statement([at('/metadata', { counterexample: 1 }, { expected: 'false', actual: two })], 'campaign.metadata-comes-back'),
];

/** A member of free data that is damaged in two resources. */
const damagedMember = (place: string, ...given: readonly (Partial<CheckResult> & { actual: string })[]) =>
  given.map(({ actual, ...check }, index) =>
    statement(
      [at(place, { endpoint: index === 0 ? 5 : 2, ...check }, { expected: '"a"', actual })],
      index === 0 ? 'business.metadata-comes-back' : 'campaign.metadata-comes-back',
    ),
  );
const NAMES = 'every member whose name has characters that NFC changes fails (7 inputs), and no other';
const generated = (actual: string, contrast = '3 of 4 other inputs pass') => ({ actual, contrast, counterexample: 1 });

/** An update of three customers, of whom each has the value of the next one. */
const mixed = (id: StatementId, member: string, answered1 = 'b') => {
  const body = (...values: readonly string[]) =>
    JSON.stringify({ customers: values.map((value, index) => ({ id: String(index), [member]: value })) });
  const exchanges = answered({ body: body(answered1, 'c', 'c') }, { method: 'POST', body: body('a', 'b', 'c') });
  return statement([at(`/customers/0/${member}`, { endpoint: 3, ...exchanges }, { expected: '"a"', actual: 'x', exchange: 0 })], id);
};

const marks = (actual: string) =>
  statement(
    [at('/customers/0/full_name', { endpoint: 3 }, { expected: '"conformance-run-c-00005"', actual })],
    'customer.update-leaves-other-fields',
  );

const RIGHT_ALONE = 'alone: right; 2 in flight: 1 of 5 wrong';
const mixedUp = statement([at('/variables', { endpoint: 16, contrast: RIGHT_ALONE })], 'robustness.reading-is-safe', 'robustness');
const copied = (place: string, given: Partial<CheckResult> = {}) =>
  statement(
    [at(place, { endpoint: 6, ...given, ...answered({}, { url: 'http://host/v1/email_templates/a/variables' }) })],
    'email-template.copy-keeps-variables',
  );

/** An id near a known one that leads to its record. */
const spelled = (id: StatementId, endpoint: number, words: string) =>
  statement([found('another record', { endpoint, contrast: `what names none is the known id ${words}` })], id);

const accepted = (id: StatementId, endpoint: number) => statement([found('status 200', { endpoint }, 'status 401')], id);

const echoed = (id: StatementId, endpoint: number, expected: string, actual: string) =>
  statement([at('/name', { endpoint }, { expected, actual })], id);
const cut = (id: StatementId, endpoint: number, pointer: string, came: string) =>
  statement(
    [at(pointer, { endpoint, ...answered({ body: JSON.stringify({ name: came }) }) }, { actual: '"…a", cut after 1 of 2', exchange: 0 })],
    id,
  );
const timed = (id: StatementId, endpoint: number, actual: string) =>
  statement([at('/created_at', { endpoint }, { expected: 'about 2026-01-01T12:00:00.000Z, when it was made', actual: `"${actual}"` })], id);
const loaded = (endpoint: number, contrast?: string, status = 500) =>
  statement(
    [found(`status ${status}`, { endpoint, ...answered({ status }), ...(contrast && { contrast }) }, contrast)],
    'robustness.every-request',
    'robustness',
  );

const CASES: Readonly<Record<string, readonly RequirementResult[]>> = {
  'what many checks show is one finding, with the count and all endpoints': [
    statement([at('/name', { endpoint: 5 }), at('/name'), at('/name'), at('/name', { endpoint: null }), at('/name', { status: 'passed' })]),
  ],
  'nothing failed, nothing found': [statement([failed([], { status: 'passed' }), failed([], { status: 'not-assessed' })])],
  'an index is any index': [statement([2, 0, 17].map((index) => at(`/customers/${index}/name`)))],
  'what stands below free data is no place of its own': [
    statement(
      [at('/metadata/a~1b/0', {}, { expected: '1e-7' }), at('/metadata/c', {}, { expected: '"x"' }), at('/metadata')],
      'campaign.metadata-comes-back',
    ),
  ],
  'two places are two findings': [statement([at('/name'), at('/status')])],
  'the same checks show both places with the same expectation': [
    statement([failed([NULL, { ...NULL, pointer: '/status' }]), failed([NULL, { ...NULL, pointer: '/status' }])]),
  ],
  'or with another': [statement([failed([NULL, { pointer: '/status', expected: 'an integer', actual: 'null' }])])],
  'without a place, what was found tells findings apart': [statement([found('status 500'), found('status 404'), found('status 500')])],
  'a check that says nothing of what it found has its message': [statement([failed([], { message: 'no answer' })])],
  'what follows from a finding is folded into it': [name, both],
  'at another endpoint it is a matter of its own': [
    statement([at('/name', { endpoint: 5 }, { expected: '"x"' })], 'business.name-comes-back'),
    both,
  ],
  'a list whose items are out of shape does not come back either': [list, statement([at('/enrolled_customers/0')])],
  'a member of an item says nothing of the list': [list, statement([at('/enrolled_customers/0/id')])],
  'one answer that did not come breaks the statement that asked for it from another endpoint': lost(
    '/businesses/a%2Fb/email_addresses?x=/y',
  ),
  'not one that asked for another': lost('/email_addresses/a'),
  'an answer without content has no type and is no JSON': empty(204),
  'one that may have content is not to blame for it': empty(302),
  'who is let in may write: a cause comes before its effects, however many checks show them': [
    statement(
      [1, 2, 3].map(() => found('a record', {}, 'no new record')),
      'authentication.rejection-does-nothing',
    ),
    statement([found('status 200', {}, 'status 401')], 'authentication.rejects-wrong-password'),
  ],
  'who is let in without credentials gets in with wrong ones': [
    accepted('authentication.rejects-empty', 2),
    accepted('authentication.rejects-missing', 2),
  ],
  'but not at another endpoint': [accepted('authentication.rejects-empty', 5), accepted('authentication.rejects-missing', 2)],
  'what may be the fault of a setting comes first': [
    statement([found('status 500'), found('status 500')], 'http.success-is-200'),
    statement([found('status 404: CES_SEGMENT_ID="x" is not found; if the id is right, this is a fault')], 'http.success-is-2xx'),
  ],
  'a copy that is the source is no second record, and cannot be read as one': [
    statement([copy('"a"', '/id')], 'record.ids-are-distinct'),
    statement([copy('status 404')], 'email-template.copy-is-kept'),
    statement([copy('"a"', '/id')], 'email-template.copy-is-new'),
  ],
  'waived is what every check of it is': [statement([waived(NULL), waived(NULL)])],
  'not what some are': [statement([waived(NULL), failed([NULL])])],
  'what is open does not hide under a waived cause': [
    statement([waived(NULL)]),
    statement([at('/name', {}, { expected: 'a name' })], 'robustness.every-request', 'robustness'),
  ],
  'fields that were never seen are one finding a resource': [
    statement([at('/website'), at('/fax')], 'business.documented-fields', 'completeness'),
  ],
  'the most telling come first: level, then open before waived, looked for before met, plain before generated, many checks before few': [
    statement([at('/robust')], 'robustness.every-request', 'robustness'),
    statement([
      waived({ ...NULL, pointer: '/waived' }),
      at('/met', { met: true }),
      at('/generated', { counterexample: 1 }),
      ...[at('/few'), at('/many'), at('/many')],
    ]),
  ],
  'one answer to different requests is one thing that is broken, and the finding says so': updates('{"a":1}', '{"a":1}', '{"a":1}'),
  'what was answered otherwise is not': updates('{"a":1}', '{"a":2}', '{"a":1}'),
  'what becomes of one input in two resources alike is one thing that is broken': damage('null', 'null'),
  'what becomes of it otherwise is another': damage('null', 'no such member'),
  'members of free data that come back wrong to the letter are one thing as well': damagedMember(
    '/metadata/a',
    { actual: '"b"' },
    { actual: '"b"' },
  ),
  'a member that is null in two resources is one thing': damagedMember('/metadata', { actual: 'null' }, { actual: 'null' }),
  'one that has another value is none': damagedMember('/metadata', { actual: '1' }, { actual: '1' }),
  'what is done to a text is one thing, wherever it stands and however it is shown': [
    echoed('event.name-is-tracked-name', 1, '"größe 😀"', '"größe ?"'),
    echoed('business.name-comes-back', 5, '"…aé日😀a…"', '"…aé日?a…", U+003F in place of U+1F600 after 3 characters'),
    echoed('campaign.name-comes-back', 2, '"  a "', '"a", leading space and trailing space lost'),
    echoed('customer.full-name-comes-back', 3, '" b"', '"b", leading space lost'),
  ],
  'a text is cut by the length of a column, in letters, units or bytes': [
    cut('business.name-comes-back', 5, '/name', 'a'.repeat(255)),
    cut('campaign.name-comes-back', 2, '/name', 'aé日😀'.repeat(51)),
    cut('event.name-is-tracked-name', 1, '/name', 'a'.repeat(100)),
  ],
  'usual characters in each other’s place are so by chance': [
    echoed('event.name-is-tracked-name', 1, '"a"', '"b"'),
    echoed('business.name-comes-back', 5, '"a"', '"b"'),
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
  'where the same inputs fail, a member that is renamed may be missing elsewhere': damagedMember(
    '/metadata/a',
    generated('renamed to "é"', NAMES),
    generated('no such member', NAMES.replace('7', '12')),
  ),
  'but one that has another value is another thing': damagedMember(
    '/metadata/a',
    generated('renamed to "é"', NAMES),
    generated('"x"', NAMES),
  ),
  'as is one of another type': damagedMember('/metadata/a', generated('1', NAMES), generated('"1"', NAMES)),
  'and where other inputs fail, it is too': damagedMember('/metadata/a', generated('renamed to "é"', NAMES), generated('no such member')),
  'bytes that make no character are one thing, wherever they stand': damagedMember(
    '/metadata/a',
    generated('renamed to "a\ufffd"'),
    generated('"…a…", U+FFFD in place of U+1F600'),
  ),
  'values of other items of the same list are one thing': [
    mixed('customer.full-name-comes-back', 'full_name'),
    mixed('customer.phone-number-comes-back', 'phone_number'),
  ],
  'a value that nobody sent is another': [
    mixed('customer.full-name-comes-back', 'full_name'),
    mixed('customer.phone-number-comes-back', 'phone_number', 'z'),
  ],
  'where requests at once mix their answers, what one sent comes to another': [
    update('customer.answered-are-asked', 'id', 'x', '/customers/*/id', { contrast: RIGHT_ALONE }),
    statement([at('/customers', { endpoint: 3 }, { expected: 'nobody' })], 'customer.answered-are-asked'),
    marks('conformance-run-c-00007'),
  ],
  'what nobody sent did not': [
    update('customer.answered-are-asked', 'id', 'x', '/customers/*/id', { contrast: RIGHT_ALONE }),
    marks('null'),
  ],
  'a read that others mix up breaks what another endpoint asked it for': [mixedUp, copied('/variables', { contrast: RIGHT_ALONE })],
  'and not what is wrong alone': [mixedUp, copied('/x')],
  'one spelling of ids is one thing at all endpoints': [
    spelled('record.id-is-asked-id', 8, 'escaped once more'),
    spelled('record.unknown-id-is-no-other', 2, 'with a space behind it, or escaped once more'),
  ],
  'another is another': [
    spelled('record.id-is-asked-id', 8, 'with a space behind it'),
    spelled('record.unknown-id-is-no-other', 2, 'escaped once more'),
  ],
  'one answer to one request sent twice explains nothing': [
    update('customer.full-name-comes-back', 'x', '{}'),
    update('customer.metadata-comes-back', 'x', '{}', '/name'),
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
