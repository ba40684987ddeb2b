import { AGAIN_AT_ONCE, moreMadeSince, ONE_FORM, otherIdsBetween, RIGHT_ALONE, TRACKED_BEHIND } from '../../../src/checks/run-history.ts';
import { credentials, none } from '../../../src/http/authorization.ts';
import { toCurl } from '../../../src/http/curl.ts';
import type { StoredExchange } from '../../../src/http/storage.ts';
import { type Judged, sequenceOf } from '../../../src/result/sequence/sequence.ts';
import { requestsBefore, requestsBeside } from '../../../src/result/sequence/steps.ts';
import type { StatementId } from '../../../src/specification/register.ts';
import { expect, test } from '../../test.ts';

const ECHO = { statement: 'business.name-comes-back', category: 'identity and echo' } as const;
const ODD = { statement: 'robustness.hostile-ids', category: 'robustness' } as const;
const access = (statement: StatementId) => ({ statement, category: 'authentication' }) as const;

const BASE = 'https://host';
const TEMPLATE = `${BASE}/email_templates`;

interface Sent {
  readonly method?: 'GET' | 'POST';
  readonly body?: string | null;
  readonly answer?: string;
  readonly atMs?: number;
  readonly authorization?: typeof none;
}

function sent(url: string, { method = 'POST', body = null, answer = '{}', atMs = 0, authorization = none }: Sent = {}): StoredExchange {
  const request = { method, url, headers: { accept: 'a/b' }, body };
  return {
    title: url,
    request,
    answer: { status: 200, headers: {}, body: answer, bytes: answer.length, cut: false },
    failure: null,
    startedAt: new Date(1_700_000_000_000 + atMs).toISOString(),
    durationMs: 0,
    curl: toCurl({ ...request, headers: body === null ? { accept: 'a/b' } : { accept: 'a/b', 'content-type': 'c/d' }, authorization }),
  };
}

/** An event that is tracked with this marker, and a read that shows it. */
const track = (marker: string, atMs = 0, business = 'b') =>
  sent(`${BASE}/businesses/${business}/track`, { body: `{"data":{"conformance_marker":"${marker}"}}`, atMs });
const own = track('own');
const numbered = (marker: string) => sent(`${BASE}/businesses/b/track`, { body: `{"data":{"number":3,"conformance_marker":"${marker}"}}` });
const readOf = (atMs = 0, marker = 'own', more = '') =>
  sent(`${BASE}/events/evt_1`, { method: 'GET', answer: `{"extra":{"conformance_marker":"${marker}"}${more}}`, atMs });

const pair = (one: string, other: string, of: (name: string) => StoredExchange) => [of(one), of(other)] as const;
const line = (url: string, method = 'POST') => `-sS -i --globoff --path-as-is -X ${method} '${url}' -H 'accept: a/b'`;

test('requests that rest on no answer go in one call, each with all of its options', () => {
  const url = `${BASE}/segments/s`;
  const accepted = sent(url, { method: 'GET', authorization: credentials('ann', 'pw') });
  expect(sequenceOf(sent(url, { method: 'GET' }), [accepted], access('authentication.rejects-after-good'))).toEqual({
    commands: [`curl ${line(url, 'GET')} -u "$CES_USERNAME:$CES_PASSWORD" -w '\\n' --next ${line(url, 'GET')}`],
  });
});

test('what a connection or a cookie keeps shows in one call, at an event too', () => {
  const event = sent(`${BASE}/events/evt_1`, { method: 'GET' });
  for (const statement of ['authentication.rejects-after-good', 'authentication.rejects-cookie'] as const)
    expect(sequenceOf(event, [event], access(statement), [], '/lookup/{marker}')?.commands).toEqual([expect.stringContaining(' --next ')]);
});

test('who is let in behind good credentials is shown behind them, at an event too', () => {
  const event = sent(`${BASE}/events/evt_1`, { method: 'GET' });
  const judged = { ...access('authentication.rejects-wrong-password'), contrast: 'sent again alone, it is right; behind `GET /x`' };
  expect(sequenceOf(event, [event], judged, [], '/lookup/{marker}')?.commands).toEqual([expect.stringContaining(' --next ')]);
});

test('an event that takes over what another one sent is tracked, read, and read again behind that other one', () => {
  const judged = { statement: 'event.own-fields-never-change', category: 'resolution' } as const;
  const earlier = [own, readOf(10), track('other', 20)];
  const { commands = [] } = sequenceOf(readOf(30, 'other'), earlier, judged, [], '/lookup/{marker}') ?? {};
  expect(commands.map((command) => /^marker=own|track'|\/lookup\/|\/events\//.exec(command)?.[0])).toEqual([
    ...['marker=own', "track'", '/lookup/', '/events/', "track'", '/events/'],
  ]);
});

test('a request alone stays alone: without earlier ones, after reads, where it is odd itself, and with a wrong password', () => {
  const guilty = sent(`${BASE}/a`);
  const wrong = access('authentication.rejects-wrong-password');
  for (const [earlier, judged] of [
    [[], ECHO],
    [[sent(`${BASE}/a`, { method: 'GET' })], ECHO],
    [[guilty], ODD],
    [[sent(`${BASE}/a`, { authorization: credentials('ann', 'pw') })], wrong],
  ] as const)
    expect(sequenceOf(guilty, earlier, judged)).toBeUndefined();
});

test('what earlier requests left is shown with them: reads before a read, in their times, and an odd request behind its source', () => {
  const url = `${BASE}/feature_flags`;
  const read = sent(url, { method: 'GET' });
  expect(sequenceOf(read, [read], { statement: 'robustness.reading-is-safe', category: 'robustness' })?.commands).toHaveLength(1);
  const borrowed = { statement: 'robustness.nothing-of-earlier-requests', category: 'robustness' } as const;
  expect(sequenceOf(sent(`${BASE}/b`), [sent(`${BASE}/a`)], borrowed)?.commands[0]).toContain(
    `${BASE}/a' -H 'accept: a/b' -w '\\n' --next`,
  );
  const event = `${BASE}/events/e`;
  const late = sent(event, { method: 'GET', atMs: 1200 });
  expect(sequenceOf(late, [sent(event, { method: 'GET' })], { statement: 'event.stays-resolved', category: 'resolution' })).toEqual({
    commands: [`curl ${line(event, 'GET')} -w '\\n'`, `sleep 2; curl ${line(event, 'GET')}`],
  });
});

for (const [where, answer] of [
  ['first', '{"id":"emt_1","attachments":[{"id":"att"}]}'],
  ['last', '{"attachments":[{"id":"att"}],"id": "emt_1","name":"a"}'],
  ['on a line of its own', '{\n  "id": "emt_1",\n  "name": "a"\n}'],
] as const)
  test(`an id that stands ${where} is handed over`, () => {
    const first = sent(`${TEMPLATE}/emt/copy`, { answer });
    const { commands = [], byHand } = sequenceOf(sent(`${TEMPLATE}/emt_1/copy`), [first], ECHO) ?? {};
    expect(byHand).toBeUndefined();
    expect(commands[0]).toMatch(
      /^answer=\$\(curl .*\); printf '%s\\n' "\$answer" >&2; id=\$\(printf '%s\\n' "\$answer" \| sed -n 's\/.*\/\\1\/p'\)$/,
    );
    expect(commands[1]).toBe(`curl ${line(`${TEMPLATE}/'"\${id:?no id in the answer}"'/copy`)}`);
  });

for (const [why, id, answer] of [
  ['holds what a URL encodes', 'b/1', '{"id":"b/1"}'],
  ['is one of several alike', 'emt_1', '{\n "id":"emt_1",\n "attachments":[{"id":"att"}]}'],
] as const)
  test(`an id that ${why} is for people to hand over`, () => {
    const written = encodeURIComponent(id);
    const guilty = sent(`${TEMPLATE}/${written}/copy`, { atMs: 1500 });
    const first = sent(`${TEMPLATE}/emt/copy`, { answer });
    const commands = [`${first.curl} -w '\\n'`, `sleep 2; ${guilty.curl}`];
    expect(sequenceOf(guilty, [first], ECHO)).toEqual({ commands, byHand: { id: written, from: 'answer' } });
  });

test('an id of the request itself is no id of its answer, nor is part of a longer one; one that no URL can hold does no harm', () => {
  const url = `${TEMPLATE}/emt/copy`;
  const earlier = ['{"id":"emt"}', '{"id":"em"}', '{"id":"\\ud800"}'].map((answer) => sent(url, { answer }));
  expect(sequenceOf(sent(url), earlier, ECHO)?.commands).toHaveLength(1);
});

test('an event that stays unresolved behind others is tracked behind these', () => {
  const judged = { ...ECHO, statement: 'event.match-is-resolved', contrast: `${TRACKED_BEHIND}{"a":1}; others are resolved` };
  const { commands = [] } =
    sequenceOf(readOf(1500), [track('odd'), track('odder', 10), track('own', 20)], judged, [], '/lookup/{marker}') ?? {};
  expect(commands.map((command) => /"odd(?:er)?"|marker=own|"\$marker"/.exec(command)?.[0])).toEqual([
    ...['"odd"', '"odder"', 'marker=own', '"$marker"', '"$marker"', undefined],
  ]);
});

test('a read of a tracked event needs the request that tracked it, and a look-up', () => {
  const read = readOf();
  expect(sequenceOf(read, [own, track('other'), read], ECHO)).toEqual({
    commands: [`${own.curl} -w '\\n'`, read.curl],
    byHand: { id: 'evt_1', from: 'look-up', marker: 'own' },
  });
  expect(sequenceOf(read, [], ECHO)).toBeUndefined();
});

test('with a look-up, another event is tracked and looked up, whoever asks for it', () => {
  const [tracked, read] = [track('own', 0, 'b%2F1'), readOf(1500)];
  const paste = (template: string, judged: Judged = ECHO) => sequenceOf(read, [tracked], judged, [], template);
  const { commands = [], byHand } = paste('/lookup/{business}?m={marker}', access('authentication.rejects-missing')) ?? {};
  expect(byHand).toBeUndefined();
  expect(commands).toEqual([
    'marker=own-$(date +%s)',
    `${tracked.curl.replace('own', `'"$marker"'`)} -w '\\n'`,
    `for i in 1 2 3 4 5 6 7 8 9; do event=$(curl -sS -u "$CES_USERNAME:$CES_PASSWORD" '${BASE}/lookup/b%2F1?m='"$marker"'' | sed -n 's/.*"id" *: *"\\([A-Za-z0-9._~-]*\\)".*/\\1/p'); [ -n "$event" ] && break; sleep 1; done`,
    `sleep 2; curl ${line(`${BASE}/events/'"\${event:?no such event}"'`, 'GET')}`,
  ]);
  expect(paste('https://elsewhere/{marker}')?.commands[2]).toContain(`$(curl -sS 'https://elsewhere/'"$marker"''`);
  const odd = { ...read, request: { ...read.request, url: `${BASE}/events/e%231` } };
  expect(sequenceOf(odd, [tracked], ECHO, [], '/lookup/{marker}')?.byHand?.id).toBe('e%231');
});

test('a conditional read names the tag of another read, before the event was resolved', () => {
  const read = readOf(100);
  const tagged = { ...read, answer: { status: 200, headers: { etag: '"x"' }, body: read.answer?.body ?? '', bytes: 1, cut: false } };
  const headers = { 'if-none-match': '"x"' };
  const request = { ...read.request, method: 'GET' as const, headers };
  const conditional = { ...read, request, startedAt: own.startedAt, curl: toCurl({ ...request, authorization: none }) };
  const judged = { statement: 'robustness.conditional-read-is-fresh', category: 'resolution' } as const;
  const commands = sequenceOf(conditional, [own, tagged], judged, [], '/lookup/{marker}')?.commands ?? [];
  expect(commands[3]).toMatch(/^value=\$\(curl .*\/events\/.* *\| tr -d '\\r' \| sed -n 's\/\^\[Ee\]\[Tt\]\[Aa\]\[Gg\]: \*\/\/p'\)$/);
  expect(commands[4]).toMatch(/grep -q/);
  expect(commands[5]).toContain('-H "if-none-match: $value"');
});

test('an event that is to stay resolved is read until it is, and often after an update or as long as the run looked', () => {
  const update = sent(`${BASE}/businesses/b/customers/batch_update`, { body: '{}', atMs: 900 });
  const judged = { ...ECHO, statement: 'event.stays-resolved' };
  const between = sequenceOf(readOf(1000), [own, readOf(500), update], judged, [], '/lookup/{marker}')?.commands ?? [];
  expect(between.slice(3).map((command) => /grep|batch_update|seq 20/.exec(command)?.[0])).toEqual(['grep', 'batch_update', 'seq 20']);
  const late = sequenceOf(readOf(14_300), [own, readOf(300)], judged, [], '/lookup/{marker}')?.commands ?? [];
  expect(late.at(-1)).toMatch(/^for i in \$\(seq 20\); do curl .*; sleep 0\.7; done$/);
});

test('a field of an event that changes when it is resolved is looked at before and after that', () => {
  const read = (atMs: number, customer: string) => readOf(atMs, 'own', `,"customer":${customer}`);
  const judged = { ...ECHO, statement: 'event.own-fields-never-change' };
  const kinds = (atMs: number) => {
    const commands = sequenceOf(read(atMs, '"c"'), [own, read(100, 'null')], judged, [], '/lookup/{marker}')?.commands ?? [];
    return commands.slice(3).map((command) => /^(sleep \d+$|sleep|curl|for .*grep -q)/.exec(command)?.[1]);
  };
  expect(kinds(900)).toEqual(['curl', expect.stringContaining('grep'), 'curl']);
  expect(kinds(8000), 'kept elsewhere later').toEqual(['curl', expect.stringContaining('grep'), 'sleep 8', 'curl']);
});

test('an event that resolves in a business by what was found for another is tracked behind that one', () => {
  const made = sent(`${BASE}/businesses`, { answer: '{"id":"biz1"}', atMs: 100 });
  const judged = { ...ECHO, statement: 'event.match-stays-in-business' };
  const earlier = [track('other', 0, 'a'), made, track('own', 1200, 'biz1')];
  const { commands = [] } = sequenceOf(readOf(1500), earlier, judged, [], '/lookup/{business}?m={marker}') ?? {};
  expect(commands[0]).toContain('/businesses/a/track');
  expect(commands[1]).toContain('id=$(');
  expect(commands.find((command) => command.startsWith('for i'))).toContain(`/lookup/'"$id"'?m=`);
});

for (const statement of ['event.unmatched-stays-null', 'event.match-is-resolved'])
  test(`events of a burst that match and that do not are tracked beside each other: ${statement}`, () => {
    const [own, mate] = pair('own', 'mate', numbered);
    const judged = { ...ECHO, statement, contrast: '10 tracked at once: 2 of the 3 others wrong' };
    const { commands = [] } = sequenceOf(readOf(1), [mate, own], judged, [], '/lookup/{marker}') ?? {};
    expect(commands[1]).toMatch(
      /^\(set --; for n in \$\(seq 20\); do if \[ \$\(\(n % 4\)\) = 0 \]; then set -- "\$@" --next .* -o \/dev\/null; else set -- .* -o \/dev\/null; fi; done; curl -Z/,
    );
    expect(commands[1]?.match(/"'"\$marker-\$n"'"/g)).toHaveLength(2);
  });

test('a burst of events is tracked at once and looked up one by one; an event tracked by a rejected request is looked up too', () => {
  const own = numbered('own');
  const burst = { ...ECHO, statement: 'event.can-be-read', contrast: '10 tracked at once: 1 of 10 wrong' };
  const { commands = [], atOnce } = sequenceOf(own, [], burst, [], '/lookup/{marker}') ?? {};
  expect(atOnce).toBe(true);
  expect(commands[1]).toMatch(
    /^\(set --; for n in \$\(seq 20\); do set -- "\$@" --next .*"number":'\$n',.*"'"\$marker-\$n"'".*; done; curl -Z .* "\$@"; sleep 1\)$/,
  );
  expect(commands[2]).toMatch(
    /^for n in \$\(seq 20\); do echo "event \$n:"; \(event=.*\/lookup\/'"\$marker-\$n"'.*\/events\/'"\$\{event:\?no such event\}"'.*\); done$/,
  );
  const rejected = sequenceOf(own, [], access('authentication.rejection-does-nothing'), [], '/lookup/{marker}');
  expect(rejected?.commands.at(-1)).toContain(`'${BASE}/events/'"\${event:?no such event}"''`);
  const read = sent(`${BASE}/events/a%2Bb`, { method: 'GET' });
  const updated = sent(`${BASE}/businesses/b/customers/batch_update`, { body: '{}' });
  const after = sequenceOf(read, [updated, own], { ...ECHO, statement: 'event.match-is-resolved' }, [], '/lookup/{marker}')?.commands ?? [];
  expect(after[0]).toContain('batch_update');
  expect(after[3]).toContain('s/+/%2B/g');
  expect(after[4]).toMatch(/^for i in \$\(seq 10\); do curl .*; sleep 1; done$/);
});

test('what befalls an event only beside other requests is shown by many events', () => {
  const judged = { ...ECHO, statement: 'event.match-is-resolved', contrast: `${RIGHT_ALONE}18 in flight: unresolved` };
  expect(sequenceOf(readOf(1), [own], judged, [], '/lookup/{marker}')?.commands[1]).toContain('for n in $(seq 64)');
});

test('what an id had around it in the run stands around the id of the event that is tracked anew', () => {
  const near = sent(`${BASE}/events/evt_1x`, { method: 'GET', answer: '{"id":"evt_1"}' });
  const { commands = [] } = sequenceOf(near, [own], { ...ECHO, statement: 'record.id-is-asked-id' }, [], '/lookup/{marker}') ?? {};
  expect(commands.at(-1)).toContain(`/events/'"\${event:?no such event}"'x'`);
});

test('two events that had one id are tracked anew among a few, in twos', () => {
  const judged = { ...ECHO, statement: 'record.ids-are-distinct' };
  const { commands = [], atOnce } = sequenceOf(readOf(1, 'other'), [own, track('other')], judged, [], '/l/{marker}') ?? {};
  expect(atOnce).toBe(true);
  expect(commands[1]).toMatch(
    /^\(set --; for n in \$\(seq 10\); do set -- .*; \[ .* \] \|\| \{ curl -Z .* "\$@"; set --; sleep 1; \}; done\)$/,
  );
});

test('where an id comes again after others, as many records are made, and their ids are counted', () => {
  const create = (name: string, atMs: number) => sent(`${BASE}/businesses`, { body: `{"name":"${name}"}`, atMs });
  const judged = { ...ECHO, statement: 'record.ids-are-distinct', contrast: otherIdsBetween(15) };
  const { commands = [] } = sequenceOf(create('conformance-x-00017', 9), [create('conformance-x-00001', 0)], judged) ?? {};
  expect(commands).toEqual(['for n in $(seq 17); do', expect.stringContaining(`-00017'"-$n"'`), 'done | sort | uniq -c | sort -n']);
});

test('what is gone after many others is made, and so are as many others, before it is read again', () => {
  const made = sent(`${BASE}/businesses`, { body: '{"name":"conformance-x-00001"}', answer: '{"id":"b-1"}' });
  const read = sent(`${BASE}/businesses/b-1/email_addresses`, { method: 'GET', atMs: 12_000 });
  const judged = { ...ECHO, statement: 'business.is-kept', contrast: `so are all 3 that were read again, ${moreMadeSince(79)}` };
  const { commands = [] } = sequenceOf(read, [made], judged) ?? {};
  expect(commands).toEqual([
    expect.stringMatching(/^answer=.*id=/),
    expect.stringMatching(/^for n in \$\(seq 79\); do curl .*-00001'"-\$n"'.* > \/dev\/null; done$/),
    'sleep 12',
    expect.stringContaining('${id:?no id in the answer}'),
  ]);
});

test('where two records that are made at once share an id, several rounds of them count ids', () => {
  const [one, other] = ['a', 'b'].map((name) => sent(`${BASE}/businesses`, { body: `{"name":"${name}"}`, atMs: 0 }));
  const judged = { ...ECHO, statement: 'record.ids-are-distinct', contrast: `${RIGHT_ALONE}2 in flight: 1 of 2 wrong` };
  const { commands = [] } = (one && other && sequenceOf(one, [], judged, [other])) ?? {};
  expect(commands).toEqual([
    'for n in $(seq 5); do',
    ...Array(2).fill(expect.stringMatching(/^\(curl .* head -n 1\) &$/)),
    'wait',
    expect.stringContaining('uniq -c'),
  ]);
});

test('updates at once leave no record, so they are sent in several rounds', () => {
  const update = (name: string) => sent(`${BASE}/businesses/b/customers/batch_update`, { body: `{"full_name":"${name}"}` });
  const judged = { ...ECHO, statement: 'customer.update-is-kept', contrast: `${RIGHT_ALONE}2 in flight: 1 of 2 wrong` };
  const { commands = [] } = sequenceOf(update('conformance-x-00001'), [], judged, [update('conformance-x-00002')]) ?? {};
  const numbered = [2, 1].map((number) => expect.stringContaining(`-0000${number}'"-$n"'`));
  expect(commands).toEqual(['for n in $(seq 5); do', ...numbered, 'wait', 'done']);
});

test('wrong credentials near the good ones go behind these, whatever they ask for', () => {
  const [good, near] = [sent(`${BASE}/copy`, { authorization: credentials('ann', 'pw') }), sent(`${BASE}/copy`, { atMs: 1 })];
  const judged = { ...access('authentication.rejects-wrong-password'), contrast: ONE_FORM };
  expect(sequenceOf(near, [good], judged)?.commands).toEqual([expect.stringContaining(' --next ')]);
});

test('what made the record goes before, whatever the request is judged for, and without a long pause', () => {
  const made = sent(`${BASE}/businesses`, { answer: '{"id":"b1"}' });
  const guilty = sent(`${BASE}/businesses/b1/campaigns`, { atMs: 20_000 });
  const { commands = [] } = sequenceOf(guilty, [sent(`${BASE}/a`), made], access('authentication.rejects-missing')) ?? {};
  expect(commands).toHaveLength(2);
  expect(commands[1]).toMatch(/^curl /);
  const others = [1, 2, 3, 4].map((atMs) => sent(`${BASE}/a`, { atMs }));
  expect(requestsBefore(guilty, [made, ...others, guilty])).toEqual([made]);
});

test('the requests before are those that had ended, the latest last; a burst is no sequence of steps', () => {
  const at = (atMs: number, durationMs = 10) => ({ ...sent(`${atMs}`, { atMs }), durationMs });
  const guilty = at(100);
  expect(requestsBefore(guilty, [at(50), guilty, at(20), at(95), at(120)]).map(({ title }) => title)).toEqual(['20', '50']);
  expect(requestsBefore(guilty, [guilty, ...[10, 20, 30, 40].map((before) => at(before))])).toEqual([]);
});

test('where one of a few requests brings it about, all of them are shown', () => {
  const steps = [1, 2, 3, 4, 5].map((atMs) => sent(`${BASE}/x`, { atMs }));
  const guilty = sent(`${BASE}/x`, { atMs: 9 });
  expect(requestsBefore(guilty, steps)).toEqual([]);
  expect(requestsBefore(guilty, steps, 'sent again alone, it is right; behind `POST /x → 422`, it is wrong each time')).toEqual(steps);
});

test('what was under way with a request goes with it: at once where the load counts, else before it, but where its own oddity counts', () => {
  const all = [0, 5, 10].map((atMs) => ({ ...sent(`${BASE}/a/${atMs}`, { atMs }), durationMs: 6 }));
  const [first, guilty, last] = all as [StoredExchange, StoredExchange, StoredExchange];
  expect(requestsBeside(guilty, all)).toEqual([first, last]);
  expect(requestsBeside(last, all)).toEqual([guilty]);
  expect(sequenceOf(last, [], { ...ECHO, contrast: 'alone: right; 2 in flight: 1 wrong' }, [guilty])).toEqual({
    commands: [5, 10].map((at, index) => `curl ${line(`${BASE}/a/${at}`)} -w '\\n(answer ${index + 1})\\n' &`).concat('wait'),
    atOnce: true,
  });
  const [paste, ...others] = sequenceOf(last, [], ECHO, [guilty])?.commands ?? [];
  expect(others).toEqual([]);
  expect(paste).toMatch(/a\/5.* --next .*a\/10/);
  expect(sequenceOf(last, [], ODD, [guilty])).toBeUndefined();
  expect(sequenceOf(last, [], ECHO, [{ ...guilty, request: { ...guilty.request, method: 'GET' } }])).toBeUndefined();
});

test('what failed beside others and nobody knows of which is sent as often at once; what was refused by chance, again and again', () => {
  const made = sent(`${BASE}/businesses`, { body: '{"name":"conformance-abc-00001"}' });
  const judged = (contrast: string) => ({ ...ECHO, statement: 'robustness.every-request', contrast });
  expect(sequenceOf(made, [], judged('alone: 201; 21 in flight: status 500'))).toEqual({
    commands: ['for n in $(seq 21); do', expect.stringMatching(/00001'"-\$n"'.* &$/), 'done', 'wait'],
    atOnce: true,
  });
  expect(sequenceOf(made, [], judged(`${AGAIN_AT_ONCE}status 200`))?.commands).toHaveLength(3);
});

test('reads at once are one call, often enough to be under way together', () => {
  const [guilty, mate] = pair('a', 'b', (id) => sent(`${BASE}/segments/${id}`, { method: 'GET' }));
  const { commands, atOnce } = sequenceOf(guilty, [], { ...ECHO, contrast: 'alone: right; 2 in flight: 1 of 2 wrong' }, [mate, mate]) ?? {};
  expect(atOnce).toBe(true);
  expect(commands).toHaveLength(1);
  expect(commands?.[0]).toMatch(/^\(set -- 'https:\/\/host\/segments\/b' 'https:\/\/host\/segments\/a'; while \[ \$# -lt 24 \]/);
  expect(commands?.[0]).toMatch(/done; curl -sS --globoff --path-as-is -Z .* -H 'accept: a\/b' .* "\$@"\)$/);
});

test('what is sent at once to a record of the run is sent to a new one', () => {
  const made = sent(`${BASE}/businesses`, { answer: '{"id":"b1"}' });
  const [guilty, mate] = pair('b1', 'known', (id) => sent(`${BASE}/businesses/${id}/campaigns`, { atMs: 100 }));
  const { commands = [] } = sequenceOf(guilty, [made], { ...ECHO, contrast: 'alone: right; 2 in flight: 1 of 2 wrong' }, [mate]) ?? {};
  expect(commands).toHaveLength(4);
  expect(commands[0]).toMatch(/^answer=\$\(curl .*businesses'.*\); .*id=\$\(/);
  expect(commands.slice(1).map((command) => /known|\$\{id:|wait/.exec(command)?.[0])).toEqual(['known', '${id:', 'wait']);
});
