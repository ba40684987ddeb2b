import { CARDS } from '../client/api/cards.ts';
import type { Call } from '../client/call.ts';
import { jsonOf } from '../http/body.ts';
import { type Exchange, isSuccess } from '../http/exchange.ts';
import type { Fixtures } from '../settings/settings.ts';
import { type EndpointName, endpoint } from '../specification/endpoints.ts';
import { isObject } from '../specification/json-object.ts';
import type { StatementId } from '../specification/register.ts';
import { isValid } from '../specification/validator.ts';
import { jsonDeviations, mediaTypeDeviations, statusDeviations, statusStatement } from './answers.ts';
import { CREATION_TIMES, CreationTimes, isDating, lastUpdateDeviations } from './clock.ts';
import type { Breach } from './deviation.ts';
import type { Ledger } from './ledger.ts';
import { shapeVerdicts } from './shape.ts';

const LAST_UPDATE: StatementId = 'campaign.updated-at-is-last-update';

/** Checks each answer to a documented request. Ignores unknown ids and undocumented requests, whose answers the specification does not show. */
export class DocumentedAnswers {
  readonly #known: Set<string>;
  readonly #fixtures: Fixtures;
  readonly #configured: ReadonlySet<string | null>;
  readonly #creationTimes = new CreationTimes();
  readonly #ledger: Ledger;

  /** @param known ids of records that exist; those that are answered are added */
  constructor(fixtures: Fixtures, known: Set<string>, ledger: Ledger) {
    this.#fixtures = fixtures;
    this.#known = known;
    this.#ledger = ledger;
    this.#configured = new Set(Object.values(fixtures).flat());
    for (const id of this.#configured) if (id !== null) this.#known.add(id);
  }

  /** What the answer breaks. Nothing for an answer without success, or to an undocumented request. */
  breaches(name: EndpointName, call: Call, exchange: Exchange): Breach[] {
    const earlier = this.#ledger.asked(name, call, exchange);
    if (!isSuccess(exchange) || !this.#isDocumented(name, call)) return [];
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
      times.push({ requirement: CREATION_TIMES[name], deviations: this.#creationTimes.deviations(name, exchange, record) });
    if (record && name === 'createCampaign')
      times.push({ requirement: LAST_UPDATE, deviations: lastUpdateDeviations(exchange, record) ?? [] });
    const ledger = record ? this.#ledger.breaches(name, call, exchange, record, (id) => this.#configured.has(id)) : [];
    // A value of another type is told as that.
    const isShaped = content.every(({ deviations }) => deviations.length === 0);
    return [status, type, ...content, ...times, ...(isShaped ? ledger : [])]
      .filter(({ deviations }) => deviations.length > 0)
      .map((breach) => (earlier === undefined ? breach : { earlier, ...breach }));
  }

  #isDocumented(name: EndpointName, { id, rawId, body, rawBody, query, headers, authorization, chunked }: Call): boolean {
    if ([rawId, rawBody, headers, authorization, chunked].some((part) => part !== undefined)) return false;
    const row = endpoint(name);
    if (query !== undefined && !(row.query !== null && query.startsWith(encodeURIComponent(this.#fixtures.featureFlagsParam ?? '?'))))
      return false;
    if (id !== undefined && (!this.#known.has(id) || this.#isOfOtherKind(name, id))) return false;
    const { businessId } = this.#fixtures;
    // To another business the customers of the settings are unknown.
    if (name === 'batchUpdateCustomers' && businessId !== null && id !== businessId) return false;
    const { request } = row;
    return request === null || (isValid(request, body) && namedIn(name, body).every((named) => this.#known.has(named)));
  }

  /** Addresses of the project and of a business have an endpoint each, to which the ids of the others are unknown. */
  #isOfOtherKind(name: EndpointName, id: string): boolean {
    if (name !== 'getEmailAddress' && name !== 'getProjectEmailAddress') return false;
    const { projectEmailAddressId, otherProjectEmailAddressId } = this.#fixtures;
    const isOfProject = id === projectEmailAddressId || id === otherProjectEmailAddressId;
    return isOfProject !== (name === 'getProjectEmailAddress');
  }
}

function namedIn(name: EndpointName, body: unknown): string[] {
  return isObject(body) ? (CARDS[name].namedIn?.(body) ?? []) : [];
}
