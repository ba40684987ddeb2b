import { withoutFinding } from '../../../mutation/judge-fault.ts';
import { findingsOf } from '../../../src/result/findings.ts';
import type { CheckFinding, CheckResult, Level, RequirementResult, StoredExchange } from '../../../src/result/result.ts';
import type { StatementId } from '../../../src/specification/register.ts';
import { expect, test } from '../../test.ts';

const NULL: CheckFinding = { pointer: '/name', expected: 'a string', actual: 'null' };
const WAIVER = { reason: 'Mended with release 12', owner: 'T-1', expires: '2099-01-01' };

function failed(findings: readonly CheckFinding[], given: Partial<CheckResult> = {}): CheckResult {
  return { title: 'a', endpoint: 2, category: 'shape', status: 'failed', findings, ...given };
}

function statement(checks: readonly CheckResult[], id: StatementId = 'campaign.fields', level: Level = 'requirement'): RequirementResult {
  return { id, level, text: `The sentence of ${id}.`, source: 'Resources', endpoints: [2], status: 'failed', checks };
}

/** An exchange that its title tells apart. */
function exchange(title: string): StoredExchange {
  return {
    title,
    request: { method: 'GET', url: 'http://127.0.0.1/', headers: {}, body: null },
    answer: { status: 200, headers: {}, body: '{}', bytes: 2, cut: false },
    failure: null,
    startedAt: '2026-11-21T10:00:00Z',
    durationMs: 1,
    curl: `curl ${title}`,
  };
}

test('what many checks show is one finding, with the count and all endpoints', () => {
  const checks = [
    failed([NULL], { endpoint: 5 }),
    failed([NULL]),
    failed([NULL]),
    failed([NULL], { endpoint: null }),
    { ...failed([NULL]), status: 'passed' } as const,
  ];
  expect(findingsOf([statement(checks)])).toMatchObject([
    {
      requirement: 'campaign.fields',
      level: 'requirement',
      endpoints: [2, 5],
      pointer: '/name',
      expected: 'a string',
      checks: 4,
      waived: false,
    },
  ]);
});

test('nothing failed, nothing found', () => {
  expect(findingsOf([statement([{ ...failed([]), status: 'passed' }, failed([], { status: 'not-assessed' })])])).toEqual([]);
});

test('an index is any index', () => {
  const at = (index: number) => failed([{ ...NULL, pointer: `/customers/${index}/name` }]);
  const [finding, ...others] = findingsOf([statement([at(2), at(0), at(17)])]);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ pointer: '/customers/*/name', at: '/customers/2/name', checks: 3 });
});

test('what stands below free data is no place of its own', () => {
  const at = (pointer: string, expected: string) => failed([{ pointer, expected, actual: 'nothing' }]);
  const [finding, ...others] = findingsOf([
    statement([at('/metadata/a~1b/0', '1e-7'), at('/metadata/c', '"x"'), at('/metadata', 'an object')], 'campaign.metadata-comes-back'),
  ]);
  expect(finding).toMatchObject({ pointer: '/metadata', at: '/metadata/a~1b/0', checks: 2 });
  // That the member itself has the wrong type is another matter, which the place folds under the first.
  expect(others).toEqual([]);
});

test('two places are two findings, unless the same checks show both with the same expectation', () => {
  const other = { ...NULL, pointer: '/status' };
  expect(findingsOf([statement([failed([NULL]), failed([other])])]).map(({ pointer }) => pointer)).toEqual(['/name', '/status']);
  expect(findingsOf([statement([failed([NULL, other]), failed([NULL, other])])])).toMatchObject([
    { pointer: '/name', places: ['/status'], checks: 2 },
  ]);
  expect(findingsOf([statement([failed([NULL, { ...other, expected: 'an integer' }])])])).toHaveLength(2);
});

test('without a place, what was found tells findings apart', () => {
  const status = (actual: string) => failed([{ expected: 'status 200', actual }]);
  expect(findingsOf([statement([status('status 500'), status('status 404'), status('status 500')])])).toMatchObject([
    { pointer: null, actual: 'status 500', checks: 2 },
    { pointer: null, actual: 'status 404', checks: 1 },
  ]);
});

test('the id is the same whatever was generated, and another for another place', () => {
  const id = (finding: CheckFinding) => findingsOf([statement([failed([finding])])])[0]?.id;
  const echo = (value: string) => ({ pointer: '/steps/0/name', expected: JSON.stringify(value), actual: '""' });
  expect(id(echo('conformance-a-1'))).toMatch(/^campaign\.fields-[0-9a-f]{6}$/);
  expect(id({ ...echo('another "one"'), pointer: '/steps/3/name', actual: 'null' })).toBe(id(echo('conformance-a-1')));
  expect(id({ ...echo('conformance-a-1'), pointer: '/steps/0/title' })).not.toBe(id(echo('conformance-a-1')));
  expect(id({ expected: 'status 200', actual: '"x" after 12 ms' })).toBe(id({ expected: 'status 200', actual: '"y" after 9 ms' }));
  expect(id({ expected: 'status 200', actual: 'status 500' })).not.toBe(id({ expected: 'status 200', actual: 'status 404' }));
});

test('the id is the same at whatever moment the run was made', () => {
  const about = (...instants: string[]) =>
    instants.map(
      (instant) =>
        findingsOf([statement([failed([{ pointer: '/created_at', expected: `about ${instant}, by the \`Date\``, actual: '""' }])])])[0]?.id,
    );
  const ids = about(
    '2026-11-22T16:43:10.496Z',
    '2027-01-02T03:04:05Z',
    '2026-11-22T16:43+02:00',
    '20261122T164310,5+0200',
    '2026-11-22T16:43:10.5',
  );
  expect(new Set(ids).size).toBe(1);
});

/** The simplest evidence stands last each time. */
const REPRESENTATIVES: readonly [string, Partial<CheckResult>, Partial<CheckResult>][] = [
  ['one that looked for it before one that met it', { met: true }, { exchanges: [exchange('x'), exchange('y')] }],
  ['a typical request before generated input', { category: 'properties' }, { exchanges: [exchange('x')] }],
  ['one that failed again before a flaky one', { flaky: true }, { category: 'properties' }],
  ['one endpoint before several', { endpoint: null }, { exchanges: [exchange('x'), exchange('y')] }],
  ['few exchanges before many', { exchanges: [exchange('x'), exchange('y')] }, { exchanges: [exchange('x')] }],
  ['the smallest counterexample', { counterexample: { a: 'long' } }, { counterexample: 1 }],
  ['one that fails the run before one that is waived', { status: 'waived', waiver: WAIVER }, { met: true }],
];

for (const [name, worse, better] of REPRESENTATIVES) {
  test(`the simplest evidence is shown: ${name}`, () => {
    const checks = [failed([NULL], { ...worse, title: 'worse' }), failed([NULL], { ...better, title: 'better' })];
    for (const order of [checks, checks.toReversed()])
      expect(findingsOf([statement(order)])).toMatchObject([{ title: 'better', checks: 2 }]);
  });
}

test('the exchange is the one that broke the statement, and the last only where nothing says which', () => {
  const exchanges = [exchange('first'), exchange('second'), exchange('third')];
  const shown = (finding: CheckFinding) => findingsOf([statement([failed([finding], { exchanges, curl: 'curl' })])])[0];
  expect(shown({ ...NULL, exchange: 1 })).toMatchObject({ exchange: { title: 'second' }, curl: 'curl second', at: '/name' });
  expect(shown(NULL)).toMatchObject({ exchange: { title: 'third' }, curl: 'curl third' });
  expect(findingsOf([statement([failed([NULL])])])[0]).not.toHaveProperty('curl');
});

test('evidence goes along: replay, counterexample, contrast, flaky', () => {
  const given = { replay: 'CES_SEED=1', counterexample: null, original: [1], contrast: '50 characters pass', flaky: true };
  expect(findingsOf([statement([failed([NULL], given)])])).toMatchObject([given]);
});

test('a check that says nothing of what it found has its message', () => {
  expect(findingsOf([statement([failed([], { message: 'no answer' })])])).toMatchObject([
    { pointer: null, expected: 'The sentence of campaign.fields.', actual: 'no answer', checks: 1 },
  ]);
});

test('what follows from a finding is folded into it', () => {
  const findings = findingsOf([
    statement([failed([{ pointer: '/name', expected: '"x"', actual: 'null' }])], 'campaign.name-comes-back'),
    statement([failed([NULL]), failed([NULL])]),
  ]);
  expect(findings).toMatchObject([{ requirement: 'campaign.fields', consequences: ['campaign.name-comes-back'] }]);
  // At another endpoint it is a matter of its own.
  expect(
    findingsOf([
      statement([failed([{ pointer: '/name', expected: '"x"', actual: 'null' }], { endpoint: 5 })], 'business.name-comes-back'),
      statement([failed([NULL]), failed([NULL])]),
    ]),
  ).toHaveLength(2);
});

test('a list whose items are out of shape does not come back either', () => {
  const list = failed([{ pointer: '/enrolled_customers', expected: '["a"]', actual: '[{"id":"a"}]' }]);
  const items = failed([{ pointer: '/enrolled_customers/0', expected: 'a string', actual: 'object' }]);
  const findings = (of: readonly CheckResult[]) =>
    findingsOf([statement([list], 'campaign.enrolled-customers-come-back'), statement(of)]).map(({ requirement }) => requirement);
  expect(findings([items])).toEqual(['campaign.fields']);
  // A member of an item says nothing of the list.
  const members = failed([{ pointer: '/enrolled_customers/0/id', expected: 'a string', actual: 'null' }]);
  expect(findings([members])).toHaveLength(2);
});

test('one answer that did not come breaks the statement that asked for it from another endpoint', () => {
  const asked = (path: string): StoredExchange => ({
    ...exchange('x'),
    request: { ...exchange('x').request, url: `http://host/v1${path}` },
  });
  const kept = (path: string) =>
    statement(
      [
        failed([{ expected: 'the addresses', actual: 'no answer (reset): while reading', exchange: 0 }], {
          endpoint: 5,
          exchanges: [asked(path)],
        }),
      ],
      'business.is-kept',
    );
  const lost = failed([{ expected: 'status 200', actual: 'no answer (reset): before any byte' }], { endpoint: 9 });
  const both = (path: string) => findingsOf([kept(path), statement([lost], 'http.success-is-200')]);
  expect(both('/businesses/a%2Fb/email_addresses?x=/y')).toMatchObject([
    { requirement: 'http.success-is-200', consequences: ['business.is-kept'] },
  ]);
  expect(both('/email_addresses/a')).toHaveLength(2);
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

test('an answer without content has no type and is no JSON', () => {
  const answered = (status: number): StoredExchange => ({
    ...exchange('x'),
    answer: { status, headers: {}, body: '', bytes: 0, cut: false },
  });
  const findings = (status: number) => {
    const found = (expected: string, actual: string) => [failed([{ expected, actual, exchange: 0 }], { exchanges: [answered(status)] })];
    return findingsOf([
      statement(found('JSON text in UTF-8', 'the body is not JSON: it is empty'), 'http.json-body'),
      statement(found('a 2xx status', `status ${status}`), 'http.success-is-2xx'),
      statement(found('content-type application/json', 'no content-type'), 'http.json-media-type'),
    ]);
  };
  expect(findings(204)).toMatchObject([{ requirement: 'http.success-is-2xx', consequences: ['http.json-body', 'http.json-media-type'] }]);
  expect(findings(302)).toHaveLength(3);
});

test('who is let in may write: a cause comes before its effects, however many checks show them', () => {
  const wrong = (endpoint: number) => failed([{ expected: 'status 401', actual: 'status 200' }], { endpoint });
  const done = () => failed([{ expected: 'no new record', actual: 'a record' }]);
  expect(
    findingsOf([
      statement([done(), done(), done()], 'authentication.rejection-does-nothing'),
      statement([wrong(2)], 'authentication.rejects-wrong-password'),
    ]),
  ).toMatchObject([
    { requirement: 'authentication.rejects-wrong-password', consequences: ['authentication.rejection-does-nothing'], checks: 1 },
  ]);
});

test('a copy that is the source is no second record, and cannot be read as one', () => {
  const copy = (actual: string, pointer?: string) => failed([{ ...(pointer && { pointer }), expected: 'a copy', actual }], { endpoint: 4 });
  expect(
    findingsOf([
      statement([copy('"a"', '/id')], 'record.ids-are-distinct'),
      statement([copy('status 404')], 'email-template.copy-is-kept'),
      statement([copy('"a"', '/id')], 'email-template.copy-is-new'),
    ]),
  ).toMatchObject([
    { requirement: 'email-template.copy-is-new', consequences: ['record.ids-are-distinct', 'email-template.copy-is-kept'] },
  ]);
});

test('waived is what every check of it is', () => {
  const waived = () => failed([NULL], { status: 'waived', waiver: WAIVER });
  expect(findingsOf([statement([waived(), waived()])])).toMatchObject([{ waived: true, waiver: WAIVER, checks: 2 }]);
  const [partly] = findingsOf([statement([waived(), failed([NULL])])]);
  expect(partly).toMatchObject({ waived: false, checks: 2 });
  expect(partly).not.toHaveProperty('waiver');
});

test('what is open does not hide under a waived cause', () => {
  const waived = statement([failed([NULL], { status: 'waived', waiver: WAIVER })]);
  const open = statement([failed([{ ...NULL, expected: 'a name' }])], 'robustness.every-request', 'robustness');
  expect(findingsOf([waived, open])).toMatchObject([
    { requirement: 'campaign.fields', waived: true, consequences: [] },
    { requirement: 'robustness.every-request', waived: false },
  ]);
});

test('fields that were never seen are one finding a resource', () => {
  const never = (pointer: string) =>
    failed([{ pointer, expected: 'the field in some answer', actual: 'in none' }], { category: 'completeness', title: pointer });
  const entry = statement([never('/website'), never('/fax')], 'business.documented-fields', 'completeness');
  expect(findingsOf([entry])).toMatchObject([{ level: 'completeness', pointer: '/website', places: ['/fax'], checks: 2 }]);
});

test('the most telling come first: level, then open before waived, looked for before met, plain before generated, many checks before few', () => {
  const at = (pointer: string, given: Partial<CheckResult> = {}) => failed([{ ...NULL, pointer }], given);
  const findings = findingsOf([
    statement([at('/robust')], 'robustness.every-request', 'robustness'),
    statement([
      at('/waived', { status: 'waived', waiver: WAIVER }),
      at('/met', { met: true }),
      at('/generated', { counterexample: 1 }),
      at('/few'),
      at('/many'),
      at('/many'),
    ]),
  ]);
  expect(findings.map(({ pointer }) => pointer)).toEqual(['/many', '/few', '/generated', '/met', '/waived', '/robust']);
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

/** A failed check of an update, whose answer has this body. */
function update(id: StatementId, member: string, sent: string, body: string): RequirementResult {
  const one = exchange(member);
  const request = { ...one.request, method: 'POST', body: `{"${member}":"${sent}"}` };
  const answer = one.answer && { ...one.answer, body };
  const finding: CheckFinding = { pointer: `/customers/0/${member}`, expected: `"${sent}"`, actual: '"old"', exchange: 0 };
  return statement([failed([finding], { endpoint: 3, exchanges: [{ ...one, request, answer }] })], id);
}

test('one answer to different requests is one thing that is broken, and the finding says so', () => {
  const updates = (bodies: readonly string[]) =>
    findingsOf([
      update('customer.full-name-comes-back', 'full_name', 'a', bodies[0] ?? ''),
      update('customer.phone-number-comes-back', 'phone_number', 'b', bodies[1] ?? ''),
      update('customer.email-address-comes-back', 'email_address', 'c', bodies[2] ?? ''),
    ]);
  const kept = '{"customers":[{"full_name":"old"}]}';
  expect(updates([kept, kept, kept])).toMatchObject([
    {
      requirement: 'customer.full-name-comes-back',
      consequences: ['customer.phone-number-comes-back', 'customer.email-address-comes-back'],
      contrast: '3 different requests got this same answer, to the letter',
    },
  ]);
  expect(updates([kept, '{"customers":[{"full_name":"new"}]}', kept])).toMatchObject([
    { requirement: 'customer.full-name-comes-back', consequences: ['customer.email-address-comes-back'] },
    { requirement: 'customer.phone-number-comes-back', consequences: [] },
  ]);
});

test('one answer to one request sent twice explains nothing', () => {
  const [one, other] = (['customer.full-name-comes-back', 'customer.metadata-comes-back'] as const).map((id) => update(id, 'x', 'a', '{}'));
  const elsewhere = { ...other, checks: (other?.checks ?? []).map((check) => ({ ...check, findings: [{ ...NULL, exchange: 0 }] })) };
  expect(findingsOf([one, elsewhere] as RequirementResult[])).toHaveLength(2);
});
