import type { EndpointName } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { answerOf, pause, RESET, succeeded, textOf, type Where, withText } from '../answers.ts';
import { SUCCESS } from '../fault.ts';
import type { Difference, Interposition, PassingAnswer, PassingRequest } from '../interposition.ts';
import { answersKeeping, around, at, counting, here, hereKeeping, instead, numberedAnswers, successes } from '../rows.ts';
import * as company from './company.ts';
import * as gate from './gateways.ts';
import * as guards from './guards.ts';
import * as limits from './limits.ts';
import * as outages from './outages.ts';

/** Requirements, of 117, that need not be judged. */
const MOST_OPEN = 17;

/** The result says so. */
const [APART, MOMENTARY] = [/limits .* apart from all else/, /refused for a moment what it was asked/];
const isWrite = ({ method }: PassingRequest) => method !== 'GET';
const error = (status: number, words: string) => answerOf(status, { error: words });

const eventsOnAFullDisk = guards.barring(({ endpoint }) => endpoint === 'trackEvent', error(429, 'No space left on device'));
const REFUSED_LATER = /then refused: POST \/businesses/;
const BAD_GATEWAY = /answered 502 to everything/;
const FAILOVER = error(503, 'Failover: writes are off');
const STANDBY = error(500, 'cannot execute INSERT in a read-only transaction');
const makesABusiness = ({ endpoint }: PassingRequest) => endpoint === 'createBusiness';
const upgrade = (status: number) => limits.limitedTo(5, 'createBusiness', error(status, 'Upgrade your plan'));
const locked =
  (status: number, words: string, how = {}) =>
  () =>
    guards.locking(10, 2000, () => error(status, words), how);

const { AS_TEXT } = gate;
const PAGE = gate.page(200);
const LOCKS = 'an account that locks itself for 2 s after ten wrong passwords';
const BANS = 'a firewall that takes no request for 2 s after ten wrong passwords';
const SLOWER = /target locks the account.*CES_WRONG_CREDENTIALS_PER_MINUTE/;
const READS_ONLY = /These credentials may not POST \/businesses.*This key may only read.*CES_READ_ONLY=1/;
const NO_WRITES = /These credentials may not POST .*CES_READ_ONLY=1/;
const ASK_OWNER = /These credentials may not POST \/businesses \(.*\)\. Ask the owner/;
const [OFF, FORBIDDEN] = [404, 403].map((status) => error(status, 'This feature is switched off')) as [PassingAnswer, PassingAnswer];
const maintained = answerOf(200, { status: 'maintenance', message: 'We will be back shortly' });
const aMinute = () => gate.page(429, { 'retry-after': '60' });
const slowly = (answer: PassingAnswer) => pause(4000).then(() => answer);
const writesGet = (status: number) => guards.barring(isWrite, gate.page(status));
const TOO_MUCH = answerOf(403, { error: 'You have made too much at once' }, { 'retry-after': '2' });
const tooMuch = (): Interposition => {
  const limited = limits.inWindow(60, 3000, () => TOO_MUCH);
  return (request, forward) => (isWrite(request) ? limited(request, forward) : forward(request));
};
const quota = () => limits.inWindow(150, 1000, gate.slower);

const guardAway = outages.guardOff(60, 6000, error(503, 'The identity provider did not answer'));
const inFiveSeconds = gate.page(503, { 'retry-after': '5' });
const vendorAway = at(['createSmsTemplateEmbed', 'previewSmsTemplate'])(instead(() => gate.page(503, { 'retry-after': '120' })));
const SLEEPERS = ['getSegment', 'createBusiness', 'createCampaign'] as const;
const WAKING = { createCampaign: 3000, getEvent: 7000, trackEvent: 7000 };
const ONE_INSTANCE = /one of several instances/;
const BEYOND_FOUR = answerOf(403, [
  { errorCode: 'REQUEST_LIMIT_EXCEEDED', message: 'ConcurrentRequests (Concurrent API Requests) Limit exceeded.' },
]);
const SENT_TWICE = /as guards against forms sent twice do/;
const TWICE = error(409, 'An identical request was received moments ago');
const replayed = async (first: Promise<PassingAnswer>) => {
  const answer = await first;
  return { ...answer, headers: { ...answer.headers, 'idempotency-replayed': 'true' } };
};
const ODD_INPUT = /as firewalls answer odd input/;
const THREAT = answerOf(500, {
  fault: {
    faultstring: 'JSONThreatProtection[JTP-1]: Execution failed.',
    detail: { errorcode: 'steps.jsonthreatprotection.ExecutionFailed' },
  },
});
const segmentsAway = () => outages.partAway(['getSegment', 'listEmailBlastExecutions'], 12, 9000, gate.page(504));
/** What stands in front of a sound service, and what the result says of it: null where nothing has to be said. */
type Row = readonly [name: string, says: RegExp | null, difference: Difference | (() => Interposition), mostOpen?: number];

const ROWS: readonly Row[] = [
  // A busy machine meets some limits too seldom to learn them, so nothing has to be said.
  ['four requests at once, 503 beyond', null, () => limits.atOnce(4)],
  ['three requests at once, 429 beyond, which names no time', null, () => limits.atOnce(3, gate.page(429))],
  ['four requests at once, and a 403 beyond that says so', null, () => limits.atOnce(4, BEYOND_FOUR)],
  ['one write at once at each endpoint, 409 beside', null, limits.oneWriteAtOnce],
  ['copies and previews one at once, else a wait of two seconds (429)', APART, () => limits.inTurn(OF_TEMPLATES, 2)],
  ['events put off for good by a full disk (429)', APART, gate.fromRequest(300, eventsOnAFullDisk()), 35],
  ['a bucket of 20 that fills with 300 a second', /CES_MAX_RPS=\d+|asked .* to wait/, () => limits.bucket(20, 300)],
  ['a bucket of 20 that fills with 100 a second, a reset beyond', null, () => limits.bucket(20, 100, () => RESET)],
  ['four connections, a reset at accept beyond', /CES_MAX_CONNECTIONS=\d+/, { listen: gate.places(4) }],
  ['300 requests a second, 200 with 429 in the body beyond', null, () => limits.inWindow(150, 500, () => answerOf(200, TOO_MANY))],
  ['300 requests a second, 200 with the words of a limit beyond', null, () => limits.inWindow(150, 500, () => answerOf(200, AT_LIMIT))],
  ['100 requests a second, 500 with the words of a limit beyond', null, () => limits.inWindow(50, 500, () => answerOf(500, ARREST))],
  ['300 requests a second, 503 beyond', null, () => limits.inWindow(150, 500, () => gate.page(503))],
  ['503 for a second at the beginning', /answered 503 to everything from/, outages.outage(30, 1400, 503)],
  ['502 for a second in the middle', /answered 502 to everything from/, outages.outage(1200, 1400, 502)],
  ['502 for six seconds from one of three instances', MOMENTARY, outages.outages({ 400: 3 }, 6000, 502)],
  ['two instances deployed one after the other (502)', MOMENTARY, outages.outages({ 400: 2, 1100: 12 }, 5000, 502)],
  ['three instances deployed one after the other, six seconds each (502)', MOMENTARY, outages.outages({ 400: 3 }, 18_000, 502)],
  ['503 before the first answer', /answered 503 to everything from/, outages.outage(1, 1500, 503)],
  ['nobody listens at the start', /took no connections from/, { listen: outages.leaving(0, 1000) }],
  ['nobody listens in the middle', /took no connections from/, { listen: outages.leaving(1200, 1000) }],
  ['503 for ten seconds from one of two instances in turn', null, outages.outages({ 400: 2 }, 10_000, 503)],
  ['one of 200 answers lost or 502, half of them after the work', null, outages.losing(200)],
  ['a gateway gives up after 200 ms, and one in 100 is carried out after 400 ms', null, outages.givingUp(100, 200, 400)],
  ['a quota of 150, then a wait of a second', /asked .* to wait/, quota],
  ['60 writes in three seconds, and 403 with a time to wait beyond', /asked .* to wait/, tooMuch],
  ['good credentials refused for a second in the middle', /answered 401 to everything from/, outages.outage(1200, 1400, 401)],
  ['nothing is answered for five seconds in the middle', /no answer to anything from/, () => outages.standingStill(900, 5000, () => true)],
  ['no write is answered for five seconds in the middle', null, () => outages.standingStill(900, 5000, isWrite)],
  ['no write for ten seconds in the middle (503)', /answered 503 to every write/, outages.writesOff(1200, 10_000, FAILOVER), 40],
  ['no write for six seconds in the middle, as at a fail-over (500)', /answered 500 to every write/, outages.writesOff(900, 6000, STANDBY)],
  ['an account that may only read', READS_ONLY, guards.barring(isWrite, error(403, 'This key may only read')), 90],
  ['no right to make businesses', ASK_OWNER, guards.barring(makesABusiness, error(403, 'No right to do this'))],
  ...[400, 402, 403, 422, 507].map((status): Row => [`five businesses at most (${status})`, REFUSED_LATER, () => upgrade(status)]),
  ...[404, 405, 423, 503].map((status): Row => [`a gateway that answers ${status} to every write`, NO_WRITES, writesGet(status), 90]),
  ['no write from the 600th request on (405)', NO_WRITES, gate.fromRequest(600, guards.barring(isWrite, error(405, 'Read-only'))()), 40],
  [`${LOCKS} (401)`, SLOWER, locked(401, 'Account locked for too many failed logins'), 25],
  [`${LOCKS} (429)`, /target locks the account/, locked(429, 'Too many failed logins'), 25],
  [`${LOCKS}, or missing ones (423)`, /target locks the account/, locked(423, 'Account locked', { isForNone: true }), 25],
  ['an account that each try locks for 2 s more (423)', /target locks the account/, locked(423, 'Locked', { isProlonged: true }), 25],
  ['one of 60 refused by an instance that does not know the key', null, () => oneInSixty()],
  ['eight seconds at one of two instances that knows another secret (401)', ONE_INSTANCE, outages.outages({ 400: 2 }, 8000, 401), 30],
  ['no campaign for all customers but one (422)', null, () => allMeansAll(['createCampaign'])],
  ['somebody else who renames customers', null, company.renaming],
  ['somebody else who renames one customer after the other', null, () => company.synchronising(1500)],
  ['another run at the same time', /Another run of this suite/, () => company.synchronising(1500, company.namesOfAnotherRun())],
  ['somebody else who edits the subjects of templates', null, () => company.editing(300, 60)],
  ['replicas four seconds behind', null, () => gate.replicated(4000)],
  ['replicas a second behind, which answer 400 till then', null, () => gate.replicated(1000, 400)],
  ['one of two replicas two seconds behind, which answers 400 till then', null, () => gate.replicated(2000, 400, 2)],
  ['an event read from a copy, a second behind, every other time', null, () => gate.copyOfEvents(1200)],
  ['campaigns away for six seconds (503)', /answered 503 to POST/, () => outages.partAway(['createCampaign'], 20, 6000, gate.page(503))],
  ['copies and variables away for six seconds (502)', /answered 502 to/, () => outages.partAway(OF_TEMPLATES, 30, 6000, gate.page(502))],
  ['segments and lists away for nine seconds, longer than the run is patient (504)', null, segmentsAway, 20],
  ['campaigns switched off for six seconds (404)', /answered 404 to POST/, () => outages.partAway(['createCampaign'], 20, 6000, OFF)],
  ['events switched off for six seconds (403)', /answered 403 to POST/, () => outages.partAway(['trackEvent'], 20, 6000, FORBIDDEN)],
  ['two endpoints whose vendor is away for two minutes (503)', /not available for longer than the run waits/, vendorAway, 20],
  ['no write for five seconds in the middle (503 with a time)', /asked .* to wait/, outages.writesOff(1200, 5000, inFiveSeconds)],
  ['functions that start for nine seconds, each at its first request', null, () => here(() => outages.asleep(9000))(SLEEPERS)],
  ['a gateway that asks no more for a moment after twenty client errors', null, () => limits.breaker(20, 1500), 30],
  ['who checks credentials is away for six seconds (503)', /answered 503 to (?:wrong credentials|POST)/, guardAway, 20],
  ['a cluster that wakes service by service', /answered 503 to everything/, () => outages.waking(1000, WAKING)],
  ['redeployed in the middle, with all that it had stored lost', null, () => outages.redeployed(1000)],
  ['restarted in the middle, with all that it had stored lost', BAD_GATEWAY, () => outages.redeployed(20, 1400, 'getEvent')],
  ['restarted near the end, with all that it had stored lost', BAD_GATEWAY, () => outages.redeployed(2600, 1400)],
  ['a maintenance page for a second (200)', /HTML page/, outages.outage(1200, 1400, 200)],
  ['a page that reloads itself till the service has woken (200)', /HTML page/, outages.outage(1, 2500, 200, { refresh: '5' })],
  ['an object of maintenance for a second (200)', /answered 200 to everything/, outages.refusing({ 1200: 1 }, 1400, () => maintained)],
  ['a maintenance page for a second (302)', /answered \d+ to everything from/, outages.outage(1200, 1400, 302)],
  ['an ingress that knows no service for a second (404 as text)', /answered 404 to everything/, outages.outage(1200, 1400, 404, AS_TEXT)],
  ['a maintenance page for a second (404)', /answered \d+ to everything from/, outages.outage(1200, 1400, 404)],
  ['a cache that keeps reads for 12 s', /A cache answered reads of events/, () => gate.caching(12_000)],
  [BANS, /a firewall may ban who sends them/, () => guards.locking(10, 2000, () => RESET), 25],
  ['a guard that drops wrong passwords after the third', null, guards.wearyOfGuesses(3, () => RESET), 30],
  ['a log-in that puts wrong passwords off for a minute after the tenth (429)', /limits guesses/, guards.wearyOfGuesses(10, aMinute), 30],
  ['a guard that takes four seconds for wrong passwords after the tenth', /slows guesses down/, guards.wearyOfGuesses(10, slowly), 30],
  ['two instances whose clocks are four minutes apart', null, gate.clocksApart(240_000)],
  ['a firewall that answers what looks like an attack with a page (200)', ODD_INPUT, guards.blocking(PAGE), 20],
  ['a firewall that answers attacks and long texts with a page (200)', ODD_INPUT, guards.blocking(PAGE, { alsoLong: true }), 25],
  ['a firewall that looks into bodies alone, and answers with a page (200)', ODD_INPUT, guards.blocking(PAGE, { inBodies: true }), 25],
  ['a gateway whose policy finds threats in bodies (500)', ODD_INPUT, guards.blocking(THREAT, { alsoLong: true, inBodies: true }), 25],
  ['a gateway that does not let every fourth connection in (403)', /may refuse some connections/, () => aFourthShut(), 20],
  ['a firewall that bans for 2 s after each odd request', /as firewalls do/, () => guards.banning(2000), 40],
  ['a guard that refuses for 10 s what is sent twice (409)', SENT_TWICE, () => guards.refusingDuplicates(10_000, () => TWICE), 20],
  ['a guard that answers for 5 s what is sent twice as before', SENT_TWICE, () => guards.refusingDuplicates(5000, replayed), 25],
  ['a delivery network without its origin for a second (530)', /answered 530/, outages.outage(1200, 1400, 530)],
];

export const ENVIRONMENTS = ROWS.map(([name, says, difference, mostOpen = MOST_OPEN]) => ({
  ...{ name, says, mostOpen },
  ...(typeof difference === 'function' ? { interpose: difference } : difference),
}));

const BEGUN = Buffer.from('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 999\r\n\r\n{"');

/** Of these, one shows whether the target is there. */
const FIRST_READS = ['getSentEmail', 'listEmailAddresses'] as const;
const gone = (endpoint: EndpointName | Where, status = 504) => at(endpoint)(instead(() => gate.page(status)));

const EVERY: readonly StatementId[] = ['robustness.every-request'];
const ANY: readonly StatementId[] = [...EVERY, ...SUCCESS];

const breakingOff = counting(async (count, request, forward) => {
  const answer = await forward(request);
  return count % 10 === 0 ? { misbehaviour: 'raw', chunks: [BEGUN], after: 'reset' } : answer;
});

/** A fault that looks like the environment, or hides behind it, and the statements of which at least one must fail. */
type HiddenRow = readonly [name: string, breaks: readonly StatementId[], interpose: () => Interposition];

const HIDDEN: readonly HiddenRow[] = [
  ...(['getSegment', 'createBusiness'] as const).flatMap((endpoint) =>
    [405, 502, 503].map((status): HiddenRow => [`${status} for ever at ${endpoint}`, SUCCESS, gone(endpoint, status)]),
  ),
  ['504 for ever at the endpoints that are read first, from the 300th request on', ANY, gate.fromRequest(300, gone(FIRST_READS)())],
  ['503 at createCampaign after twenty, and nowhere else', ANY, () => limits.limitedTo(20, 'createCampaign', gate.page(503))],
  ['502 at getSentEmail to the last requests of the run', EVERY, () => limits.limitedTo(22, 'getSentEmail', gate.page(502))],
  ['403 at every third createCampaign', SUCCESS, () => everyThirdRefused(['createCampaign'])],
  ['events are gone five seconds after they were read first', ['event.can-be-read'], () => forgettingEvents()],
  ['one event in twenty-five is lost', ['event.can-be-read'], () => losingEvents()],
  ['500 to everything from the 900th request on', SUCCESS, gate.fromRequest(900, async () => error(500, 'out of memory'))],
  ['a number as the name of customers whom somebody else renames', ['customer.fields'], () => renamingInNumbers()],
  ['500 above three at once', EVERY, () => limits.atOnce(3, gate.page(500))],
  ['every tenth answer breaks off', ANY, breakingOff],
  ['one of 7 answers lost or 502 for ever', EVERY, outages.losing(7)],
];

export const HIDDEN_FAULTS = HIDDEN.map(([name, breaks, interpose]) => ({ name, breaks, interpose }));

const AT_LIMIT = { status: 'error', error: { message: 'API call limit reached, please retry later' } };
const ARREST = { fault: { faultstring: 'Spike arrest violation. Allowed rate : 100ps' } };
const TOO_MANY = { status: 'error', code: 429, message: 'Too many requests' };
const OF_TEMPLATES = ['listEmailTemplateVariables', 'copyEmailTemplate', 'copyProjectEmailTemplate'] as const;

const aFourthShut = (): Interposition => async (request, forward) => {
  const answer = await forward(request);
  return request.connection % 4 === 3 ? gate.page(403) : answer;
};
const oneInSixty = counting(async (count, request, forward) => (count % 60 === 0 ? error(401, 'Unknown key') : forward(request)));
const allMeansAll = instead(({ body }) => (/:"all","excluded_customers":\["/.test(`${Buffer.from(body)}`) ? error(422, 'All') : null));
const everyThirdRefused = numberedAnswers((answer, number) => (number % 3 === 0 ? error(403, 'Forbidden') : answer));

/** An event that is lost is answered as the one before. */
const losingEvents = at('trackEvent')(
  hereKeeping({ count: 0, last: gate.page(500) }, async (request, forward, memory) => {
    memory.count += 1;
    if (memory.count % 25 !== 0) memory.last = await forward(request);
    return memory.last;
  }),
);

const forgettingEvents = at('getEvent')(
  answersKeeping(new Map<string, number>(), (answer, readAt, { id }) => {
    if (succeeded(answer) && !readAt.has(id)) readAt.set(id, Date.now());
    return !succeeded(answer) || Date.now() - (readAt.get(id) ?? 0) < 5000 ? answer : error(404, 'No such event');
  }),
);

const namesAsNumbers = successes((answer) => withText(answer, textOf(answer).replaceAll(/"full_name":"[^"]*"/g, '"full_name":7')));
const renamingInNumbers = () => around(namesAsNumbers(['batchUpdateCustomers']), company.renaming());
