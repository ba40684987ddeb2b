import { leakDeviations } from '../../../src/checks/leaks.ts';
import { ARE_REJECTED, ONE_FORM } from '../../../src/checks/run-history.ts';
import { NO_SUCH_FORM, WRONG_CREDENTIALS } from '../../../src/http/authorization.ts';
import { OTHER_PLACES } from '../../../src/http/other-places.ts';
import { type Deviation, foundIn, type StatementId } from '../../judging.ts';
import { ENDPOINT_NAMES, type EndpointName, type Exchange, endpoint, isSuccess, outcome, refusalOf } from '../../library.ts';
import { NotAssessed, scenario } from '../../suite.ts';
import { AFTER_GOOD, type Attempt, acceptedDeviations, attemptsAt, type Control, credentialsOf, isHeldBy, type Tried } from './attempts.ts';
import { EFFECTS, type Effect } from './effects.ts';
import { HEAD } from './other-requests.ts';
import { checkOrder, observeOrder, observeRejections, orderQuestions } from './what-comes-back.ts';

const DOES_NOTHING: StatementId = 'authentication.rejection-does-nothing';
const SPELLING: StatementId = 'authentication.rejects-other-spelling';
const WRONG_USER: StatementId = 'authentication.rejects-wrong-user';
const METHOD: StatementId = 'authentication.rejects-other-method';
/** Tried at every endpoint first: the likeliest mistake is a forgotten guard. */
const EVERYWHERE: readonly StatementId[] = [AFTER_GOOD, 'authentication.rejects-missing'];
const KINDS: readonly StatementId[] = [
  ...new Set(WRONG_CREDENTIALS.map(({ statement }) => statement).filter((statement) => !EVERYWHERE.includes(statement))),
  ...OTHER_PLACES.map(({ statement }) => statement),
  SPELLING,
  METHOD,
  HEAD,
];
/** Of so many endpoints one tries a kind in the first round: with 18, each kind is tried at two, and each endpoint tries two or three. */
const ONE_IN = 9;
const MOST_SHOWN = 3;

/** `first` covers each kind at two endpoints and each endpoint with a few kinds, `further` is the rest: a run may end between the two. */
type Round = 'first' | 'further';

function kindsOf(name: EndpointName, round: Round): ReadonlySet<StatementId> {
  const place = ENDPOINT_NAMES.indexOf(name);
  const isFirst = (index: number) => (index + place) % ONE_IN === 0;
  const own = KINDS.filter((kind, index) => isFirst(index) === (round === 'first') && (kind !== HEAD || endpoint(name).method === 'GET'));
  return new Set([...(round === 'first' ? EVERYWHERE : []), ...own]);
}

/** Sends kinds of wrong credentials, after a control request: the same request with good credentials, which is accepted. */
export function rejectsWrongCredentials(name: EndpointName, round: Round) {
  const kinds = kindsOf(name, round);
  return scenario(
    name,
    [
      ...kinds,
      'robustness.odd-credentials',
      'authentication.rejection-reveals-nothing',
      ...(EFFECTS[name] ? [DOES_NOTHING] : []),
      'credentials.missing',
      'credentials.wrong',
      'credentials.rejection-body',
      'credentials.challenge',
      'credentials.other-requests',
      ...(round === 'first' ? orderQuestions(name) : []),
    ],
    async (context) => {
      const control = await (round === 'first' ? context.implementation.freshExample(name) : context.implementation.example(name));
      if (!isSuccess(control))
        throw new NotAssessed(`A rejection proves nothing, since good credentials do not succeed either: ${refusalOf(control)}`);
      const trying = { ...context, name, control, kinds };
      const tried: Tried = { ...trying, ...(await attemptsAt(trying)) };
      const effects = await effectsOf(tried);
      await checkRejections(tried);
      await checkOrder(tried);
      checkOtherRequests(tried, effects);
      await checkHead(tried);
      await checkContent(tried);
      observeRejections(tried);
      if (round === 'first') await observeOrder(tried);
    },
  );
}

async function checkRejections(tried: Tried): Promise<void> {
  const { check, notAssessed, control, attempts, leftOut, kinds } = tried;
  const listed = attempts.filter(({ unlisted }) => !unlisted);
  const rejected = listed.filter(({ exchange }) => exchange.answer && !isSuccess(exchange)).length;
  const others = `${rejected} of ${listed.length - 1} ${ARE_REJECTED}`;
  for (const statement of kinds) {
    if (statement === SPELLING || statement === METHOD || statement === HEAD) continue;
    const own = listed.filter((each) => each.statement === statement);
    const attempt = own.find(({ exchange }) => isSuccess(exchange)) ?? own[0];
    const reason = leftOut.get(statement);
    if (reason) notAssessed(statement, reason.message, reason.variables);
    else if (attempt?.exchange.answer) {
      const { form } = attempt.exchange.request.authorization;
      const contrast = [form && ONE_FORM, attempt.contrast, others].filter(Boolean).join('; ');
      check({ [statement]: { deviations: await rejectionDeviations(attempt, tried), exchanges: [control], contrast } });
    } else if (attempt) notAssessed(statement, `Neither accepted nor rejected: ${outcome(attempt.exchange)}`);
    else notAssessed(statement, NO_SUCH_FORM);
  }
}

/** A rejection is any answer but a 2xx: which one, is the implementation's choice. */
async function rejectionDeviations(attempt: Attempt, tried: Tried): Promise<Deviation[]> {
  const { statement, exchange } = attempt;
  if (!isSuccess(exchange)) return [];
  const { shown, form } = exchange.request.authorization;
  const hint = statement === WRONG_USER && (await takesAnyUser(attempt, tried)) ? API_KEY : '';
  const carried = statement === AFTER_GOOD ? attempt.title : shown === 'none' ? 'no credentials' : shown;
  return foundIn(exchange, acceptedDeviations(carried, { hint, form }));
}

/** A name that is near the good one may pass where the names of others do not. */
async function takesAnyUser({ call, exchange }: Attempt, tried: Tried): Promise<boolean> {
  const { username, password } = credentialsOf(tried);
  const [authorization] = WRONG_CREDENTIALS.find(({ statement }) => statement === WRONG_USER)?.forms(username, password) ?? [];
  if (authorization === undefined || authorization.form === exchange.request.authorization.form) return true;
  return isSuccess(await tried.implementation.client.send(tried.name, { ...call, authorization }));
}

const API_KEY =
  '. If the password is an API key here and the user name means nothing on purpose, examples/waivers/api-key.json is a ready waiver';

/** Another spelling or method may be answered as anybody likes, but not with what the control request got, and it may do nothing. */
function checkOtherRequests({ check, observe, notAssessed, control, attempts, leftOut, kinds }: Tried, effects: readonly Effect[]): void {
  const answered = attempts.filter(({ unlisted, exchange }) => unlisted && isSuccess(exchange));
  // It gets by without credentials what the request gets with them, or does what it does.
  const open = answered.filter(
    ({ exchange }) => isSuccess(exchange) && (effects.some(({ attempt }) => attempt.exchange === exchange) || isHeldBy(exchange, control)),
  );
  for (const statement of ([SPELLING, METHOD] as const).filter((kind) => kinds.has(kind))) {
    const own = attempts.filter((attempt) => attempt.statement === statement);
    const accepted = open.filter((attempt) => attempt.statement === statement);
    const reason = leftOut.get(statement);
    if (reason && accepted.length === 0) notAssessed(statement, reason.message, reason.variables);
    else if (own.length === 0) notAssessed(statement, 'Only GET is sent in a read-only run', ['CES_READ_ONLY']);
    else if (own.every(({ exchange }) => exchange.answer === null)) notAssessed(statement, 'None of these requests was answered');
    else check({ [statement]: opennessDeviations(accepted) }, control);
  }
  observe({ 'credentials.other-requests': answered.filter((attempt) => !open.includes(attempt)).map(({ title }) => title) });
}

/** HEAD has no content. But where an unknown id gets another status, it shows which ids exist. */
async function checkHead({ implementation, check, notAssessed, name, attempts, leftOut, kinds }: Tried) {
  const own = attempts.filter(({ statement }) => statement === HEAD);
  const reason = leftOut.get(HEAD);
  if (reason) return notAssessed(HEAD, reason.message, reason.variables);
  if (kinds.has(HEAD) && own.length === 0) notAssessed(HEAD, 'Only GET is sent in a read-only run', ['CES_READ_ONLY']);
  for (const { call, exchange } of own) {
    if (exchange.answer === null) return notAssessed(HEAD, 'HEAD was not answered');
    const unknown = isSuccess(exchange)
      ? await implementation.client.send(name, { ...call, id: `${implementation.unique()}-unknown` })
      : exchange;
    const tells = unknown.answer !== null && isSuccess(exchange) !== isSuccess(unknown);
    const expected = 'the same without credentials for a known and an unknown id';
    const actual = `${outcome(exchange)}, and ${outcome(unknown)} for an unknown id`;
    check({ [HEAD]: tells ? foundIn(exchange, [{ expected, actual }]) : [] }, unknown);
  }
}

function opennessDeviations(accepted: readonly Attempt[]): Deviation[] {
  const [first] = accepted;
  if (first === undefined) return [];
  const ways = accepted.map(({ title }) => title).join(', ');
  const expected = 'nothing of what the request gets, and nothing done: the request carries no credentials';
  return foundIn(first.exchange, [{ expected, actual: `accepted without credentials: ${ways}` }]);
}

async function effectsOf(tried: Tried): Promise<readonly Effect[]> {
  const { check, notAssessed, attempts } = tried;
  const find = EFFECTS[tried.name];
  if (find === undefined) return [];
  try {
    // Without a body, a request carries no mark.
    const marked = attempts.filter(({ call }) => call.body !== undefined);
    const effects = await find(tried, marked);
    const done = effects.filter(({ attempt }) => !isSuccess(attempt.exchange));
    const rejected = attempts.filter(({ exchange }) => exchange.answer && !isSuccess(exchange));
    if (rejected.length === 0) notAssessed(DOES_NOTHING, 'Nothing was rejected');
    else {
      const contrast = done.length > 0 ? `of ${rejected.length} rejected requests, ${done.length} show an effect` : undefined;
      const shown = done.slice(0, MOST_SHOWN);
      const deviations = shown.map(({ deviation }) => deviation);
      const exchanges = shown.map(({ attempt }) => attempt.exchange);
      check({ [DOES_NOTHING]: { deviations, exchanges, ...(contrast && { contrast }) } });
    }
    return effects;
  } catch (error) {
    if (!(error instanceof NotAssessed)) throw error;
    notAssessed(DOES_NOTHING, error.message, error.variables);
    return [];
  }
}

async function checkContent(tried: Tried): Promise<void> {
  const { check, notAssessed, control } = tried;
  // Several kinds of credentials may go in one request.
  const attempts = tried.attempts.filter(({ exchange }, index, all) => all.findIndex((other) => other.exchange === exchange) === index);
  const rejections = attempts.filter((attempt): attempt is Attempt & { exchange: Control } => isRejection(attempt.exchange));
  const leaking = rejections.filter(({ exchange }) => leakDeviations(exchange, control).length > 0).slice(0, MOST_SHOWN);
  const leaks = await Promise.all(leaking.map((attempt) => leaked(tried, attempt)));
  if (rejections.length === 0) notAssessed('authentication.rejection-reveals-nothing', 'Nothing was rejected');
  else check({ 'authentication.rejection-reveals-nothing': leaks.flat() }, control);
}

/** What the rejection reveals. What it says of an unknown id too, here or elsewhere, does not depend on the record. */
async function leaked({ implementation, name, control }: Tried, { call, exchange }: Attempt & { exchange: Control }): Promise<Deviation[]> {
  const id = `${implementation.unique()}-unknown`;
  const { authorization, headers } = call;
  const elsewhere = { id, ...(authorization !== undefined && { authorization }), ...(headers && { headers }) };
  const unknown = await (call.id === undefined
    ? implementation.client.send('getSegment', elsewhere)
    : implementation.client.send(name, { ...call, id }));
  // Refused for the pace and not for the credentials, it says nothing of other ids.
  if (unknown.answer?.status === 429 && exchange.answer.status !== 429) return [];
  return foundIn(exchange, leakDeviations(exchange, control, isRejection(unknown) ? unknown : null));
}

function isRejection(exchange: Exchange): exchange is Control {
  return exchange.answer !== null && !isSuccess(exchange);
}
