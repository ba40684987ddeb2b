import type { Call } from '../client/client.ts';
import { jsonOf } from '../http/body.ts';
import type { Exchange } from '../http/exchange.ts';
import { isSuccess } from '../http/outcome.ts';
import type { Fixtures } from '../settings/settings.ts';
import { endpoint } from '../specification/endpoints.ts';
import { violations } from '../specification/validator.ts';
import { jsonFindings, mediaTypeFindings, statusFindings } from './answers.ts';
import type { Finding } from './finding.ts';
import { isObject } from './json-equality.ts';
import { shapeVerdicts } from './shape.ts';

/** A statement that an answer breaks. */
export interface Breach {
  readonly requirement: string;
  readonly findings: readonly Finding[];
}

/**
 * Holds answers to what the specification says of every answer to a documented request, whatever scene the request is part of: a list may be
 * empty here and long there. What an unknown id or an undocumented request is answered is not shown, so such exchanges are let be.
 */
export class DocumentedAnswers {
  readonly #known: Set<string>;
  readonly #fixtures: Fixtures;

  constructor(fixtures: Fixtures) {
    this.#fixtures = fixtures;
    this.#known = new Set(Object.values(fixtures).flat());
  }

  /** Notes that a record of this id exists. */
  know(id: string): void {
    this.#known.add(id);
  }

  /** What the answer breaks; nothing where there is no success, or where the request is not documented. */
  breaches(number: number, call: Call, exchange: Exchange): Breach[] {
    if (!isSuccess(exchange) || !this.#isDocumented(number, call)) return [];
    const { success, mediaType, response } = endpoint(number);
    const json = response === null ? { value: null } : jsonOf(exchange.answer);
    if ('value' in json && isObject(json.value) && typeof json.value.id === 'string') this.know(json.value.id);
    return [
      { requirement: `http.success-is-${success}`, findings: statusFindings(exchange, number) },
      {
        requirement: response === null ? 'sms-template.preview-media-type' : 'http.json-media-type',
        findings: mediaTypeFindings(exchange, mediaType),
      },
      ...('problem' in json
        ? [{ requirement: 'http.json-body', findings: json.unread ? [] : jsonFindings(exchange) }]
        : shapeVerdicts(number, json.value, this.#fixtures.designerKind).filter(({ exercised }) => exercised)),
    ].filter(({ findings }) => findings.length > 0);
  }

  #isDocumented(number: number, { id, rawId, body, rawBody, query, headers, authorization }: Call): boolean {
    if ([rawId, rawBody, headers, authorization].some((part) => part !== undefined)) return false;
    if (query !== undefined && !(number === 14 && query.startsWith(encodeURIComponent(this.#fixtures.featureFlagsParam ?? '?'))))
      return false;
    if (id !== undefined && !this.#known.has(id)) return false;
    const { request } = endpoint(number);
    return (
      request === null || (violations(request, body).length === 0 && this.#namedIn(number, body).every((named) => this.#known.has(named)))
    );
  }

  /** Ids that a body names, where a refusal of unknown ones might come as a success (3 in part, 4). */
  #namedIn(number: number, body: unknown): string[] {
    if (!isObject(body)) return [];
    if (number === 4) return typeof body.business === 'string' ? [body.business] : [];
    return number === 3 && Array.isArray(body.customers) ? body.customers.map((customer: { id?: unknown }) => String(customer.id)) : [];
  }
}
