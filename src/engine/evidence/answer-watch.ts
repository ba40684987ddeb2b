import { jsonDeviations, mediaTypeDeviations, orderDeviations, statusDeviations, statusStatement } from '../../checks/answers.ts';
import { CREATION_TIMES, isDating, lastUpdateDeviations } from '../../checks/clock.ts';
import type { Breach, Deviation } from '../../checks/deviation.ts';
import type { Ledger } from '../../checks/ledger.ts';
import { AGAIN_AT_ONCE, RIGHT_BEFORE } from '../../checks/run-history.ts';
import { shapeVerdicts } from '../../checks/shape.ts';
import { CARDS } from '../../client/api/cards.ts';
import type { Call } from '../../client/call.ts';
import { jsonOf } from '../../http/body.ts';
import { type Exchange, isSuccess, outcome } from '../../http/exchange.ts';
import type { Fixtures } from '../../settings/settings.ts';
import { ENDPOINT_NAMES, type EndpointName, endpoint, endpoint as row } from '../../specification/endpoints.ts';
import { isObject } from '../../specification/json.ts';
import type { StatementId } from '../../specification/register.ts';
import { isValid } from '../../specification/validator.ts';
import { type CheckRecord, EVERY_REQUEST } from './check-record.ts';

const LAST_UPDATE: StatementId = 'campaign.updated-at-is-last-update';

/** Enough for the report of one test. The exchanges are kept until then. */
const MOST_BROKEN = 20;
/** A server may close the connection on a body that it finds too large (RFC 9110 §15.5.14). Usual bodies stay far below this. */
const LARGE_BODY = 2 ** 16;

const inTime = (...exchanges: readonly (Exchange | undefined)[]): Exchange[] =>
  exchanges.filter((each) => each !== undefined).sort((one, other) => one.startedAt - other.startedAt);

interface Broken extends Breach {
  readonly endpoint: EndpointName;
  /** The last one broke the statement. */
  readonly exchanges: readonly Exchange[];
}

const FROM_HERE_ON = 'it succeeded before; from here on everything is answered so, and the run ends';
const HANGING =
  'it succeeded before; from here on nothing with good credentials is answered, whoever has none is rejected at once, and the run ends';
const UNDER_LOAD = 'an answer below 500 under load, as when it is sent alone';
/** In the words for it. All that is refused so has one cause. */
export const BEHIND_REFUSAL = 'over the connection that had just carried a refused request: that one may be left unread in part';

/** Of what is refused for what its connection carried before (RFC 9112 §9.3), and not over another one. */
export const behindRefusal = (deviations: readonly Deviation[]): Deviation[] =>
  deviations.map(({ expected, actual }) => ({
    expected: `${expected}, which the same request gets over a connection of its own`,
    actual: `${actual} ${BEHIND_REFUSAL}`,
  }));

/** Checks every exchange against the statements about all answers, whatever its purpose. */
export class AnswerWatch {
  readonly #known: Set<string>;
  readonly #fixtures: Fixtures;
  readonly #configured: ReadonlySet<string | null>;
  readonly #ledger: Ledger;
  readonly #broken: Broken[] = [];

  /** @param known ids of records that exist; those that are answered are added */
  constructor(fixtures: Fixtures, known: Set<string>, ledger: Ledger) {
    this.#fixtures = fixtures;
    this.#known = known;
    this.#ledger = ledger;
    this.#configured = new Set(Object.values(fixtures).flat());
    for (const id of this.#configured) if (id !== null) this.#known.add(id);
  }

  readonly watch = (endpoint: EndpointName, call: Call, exchange: Exchange): void => {
    const isCutOff = exchange.failure?.kind === 'reset' && (call.rawBody?.length ?? 0) >= LARGE_BODY;
    // A guard in front of the service may drop wrong credentials. `robustness.odd-credentials` judges what gets no answer.
    const { value = null, elsewhere } = call.authorization ?? {};
    const isDropped = exchange.failure !== null && (value !== null || elsewhere !== undefined);
    const order: Breach = { requirement: EVERY_REQUEST, deviations: isCutOff || isDropped ? [] : orderDeviations(exchange) };
    for (const { earlier, since, ...breach } of [order, ...this.breaches(endpoint, call, exchange)])
      if (breach.deviations.length > 0 && this.#broken.length < MOST_BROKEN)
        this.#broken.push({ ...breach, endpoint, exchanges: inTime(earlier, since, exchange) });
    const { refusedBehind, refusedNowAndThen, brokenBeside, brokenDown } = exchange;
    const refused = (name: EndpointName, exchanges: readonly Exchange[], deviations: Deviation[], contrast?: string) =>
      this.#broken.push({ requirement: statusStatement(name), endpoint: name, exchanges, deviations, ...(contrast && { contrast }) });
    const read = brokenDown && ENDPOINT_NAMES.find((name) => `${row(name).method} ${row(name).path}` === brokenDown.route);
    if (brokenDown && read) {
      const contrast = brokenDown.exchange.answer === null ? HANGING : FROM_HERE_ON;
      refused(read, [brokenDown.exchange], statusDeviations(brokenDown.exchange, read), contrast);
    }
    if (brokenBeside !== undefined)
      this.#broken.push({
        ...{ requirement: EVERY_REQUEST, endpoint, exchanges: [brokenBeside] },
        deviations: orderDeviations(brokenBeside).map((deviation) => ({ ...deviation, expected: UNDER_LOAD })),
        contrast: `alone: ${exchange.answer?.status}; ${brokenBeside.inFlight ?? 1} in flight: ${outcome(brokenBeside)}`,
      });
    const again = `${AGAIN_AT_ONCE}${outcome(exchange)}; so it was before`;
    if (refusedNowAndThen) refused(endpoint, [refusedNowAndThen], statusDeviations(refusedNowAndThen, endpoint), again);
    const behind = behindRefusal(statusDeviations(refusedBehind ?? exchange, endpoint));
    if (refusedBehind?.afterRefusal) refused(endpoint, [refusedBehind.afterRefusal, refusedBehind], behind);
  };

  /** What an answer to a documented request breaks. To unknown ids, and to undocumented requests, the specification shows no answers. */
  breaches(name: EndpointName, call: Call, exchange: Exchange): Breach[] {
    const earlier = this.#ledger.asked(name, call, exchange);
    if (!isSuccess(exchange) || !this.isDocumented(name, call)) return [];
    const { mediaType, response } = endpoint(name);
    const json = response === null ? { value: null } : jsonOf(exchange.answer);
    const record = 'value' in json && isObject(json.value) ? json.value : null;
    if (typeof record?.id === 'string') this.#known.add(record.id);
    const status: Breach = { requirement: statusStatement(name), deviations: statusDeviations(exchange, name) };
    const type: Breach = {
      requirement: response === null ? 'sms-template.preview-media-type' : 'http.json-media-type',
      deviations: mediaTypeDeviations(exchange, mediaType),
    };
    const content: readonly Breach[] =
      'problem' in json
        ? [{ requirement: 'http.json-body', deviations: json.unread ? [] : jsonDeviations(exchange) }]
        : shapeVerdicts(name, json.value, this.#fixtures.designerKind).filter(({ exercised }) => exercised);
    const times: Breach[] = [];
    if (record && isDating(name))
      times.push({ requirement: CREATION_TIMES[name], deviations: this.#ledger.creationTimes.deviations(name, exchange, record) });
    if (record && name === 'createCampaign')
      times.push({ requirement: LAST_UPDATE, deviations: lastUpdateDeviations(exchange, record) ?? [] });
    const ledger = record ? this.#ledger.breaches(name, call, exchange, record, (id) => this.#configured.has(id)) : [];
    // A value of another type is told as that.
    const isShaped = content.every(({ deviations }) => deviations.length === 0);
    return [status, type, ...content, ...times, ...(isShaped ? ledger : [])]
      .filter(({ deviations }) => deviations.length > 0)
      .map((breach) => (earlier === undefined ? breach : { earlier, ...breach }));
  }

  /** Whether the specification shows an answer to such a request: nothing odd, and no id that nobody knows. */
  isDocumented(name: EndpointName, { id, rawId, body, rawBody, query, headers, authorization, chunked }: Call): boolean {
    if ([rawId, rawBody, headers, authorization, chunked].some((part) => part !== undefined)) return false;
    const row = endpoint(name);
    if (query !== undefined && !(row.query !== null && query.startsWith(encodeURIComponent(this.#fixtures.featureFlagsParam ?? '?'))))
      return false;
    if (id !== undefined && (!this.#known.has(id) || this.#isOfOtherKind(name, id))) return false;
    const { businessId } = this.#fixtures;
    // To another business the customers of the settings are unknown.
    if (name === 'batchUpdateCustomers' && businessId !== null && id !== businessId) return false;
    const { request } = row;
    const named = isObject(body) ? (CARDS[name].namedIn?.(body) ?? []) : [];
    return request === null || (isValid(request, body) && named.every((id) => this.#known.has(id)));
  }

  /** Addresses of the project and of a business have an endpoint each, to which the ids of the others are unknown. */
  #isOfOtherKind(name: EndpointName, id: string): boolean {
    if (name !== 'getEmailAddress' && name !== 'getProjectEmailAddress') return false;
    const { projectEmailAddressId, otherProjectEmailAddressId } = this.#fixtures;
    const isOfProject = id === projectEmailAddressId || id === otherProjectEmailAddressId;
    return isOfProject !== (name === 'getProjectEmailAddress');
  }

  /** Something was broken that is not reported yet. */
  get areBroken(): boolean {
    return this.#broken.length > 0;
  }

  /** What was only asked for to explain a failure is no further one, and what was broken while the target was disturbed has to show again. */
  forget(): void {
    this.#broken.length = 0;
  }

  /** Adds to a record what the test's requests broke besides what the test looked for. */
  report(record: CheckRecord): void {
    const rhythm = this.#ledger.rhythm.words();
    for (const { requirement, endpoint, deviations, exchanges: own, beside, counts, ...more } of this.#broken.splice(0)) {
      if (counts?.() === false) continue;
      const other = beside?.();
      const contrast = other === undefined ? more.contrast : `${RIGHT_BEFORE}${other.words} in flight: wrong`;
      const exchanges = other === undefined ? own : [other.exchange, ...own.slice(-1)];
      const said = [requirement === EVERY_REQUEST ? rhythm : null, contrast].filter(Boolean).join('; ');
      record.alsoFailed(requirement, endpoint, deviations, exchanges, said || undefined);
    }
  }
}
