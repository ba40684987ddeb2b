import {
  byteOrderMarkFindings,
  htmlFindings,
  jsonFindings,
  jsonValue,
  mediaTypeFindings,
  orderFindings,
  statusFindings,
} from '../../src/checks/answers.ts';
import { absentFields, undocumentedFields } from '../../src/checks/fields.ts';
import { askedIdFindings } from '../../src/checks/identity.ts';
import { recordsOf, shapeRequirements, shapeVerdicts } from '../../src/checks/shape.ts';
import { stableReadFindings } from '../../src/checks/stability.ts';
import { EVERY_REQUEST } from '../../src/engine/evidence/check-record.ts';
import { conformance } from '../../src/engine/playwright/test.ts';
import type { CheckContext } from '../../src/engine/scenario.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { isSuccess, outcome } from '../../src/http/outcome.ts';
import { NotAssessed } from '../../src/settings/not-assessed.ts';
import { endpoint } from '../../src/specification/endpoints.ts';
import { timestampFields } from '../../src/specification/fields.ts';
import { recordOf } from './records.ts';

/** The statements that every answer of an endpoint is held to. */
export function answerRequirements(number: number): string[] {
  const { success, response } = endpoint(number);
  const status = `http.success-is-${success}`;
  if (response === null) return [status, EVERY_REQUEST, 'sms-template.preview-media-type', 'sms-template.preview-is-html'];
  return [status, EVERY_REQUEST, 'http.json-media-type', 'http.json-body', 'robustness.no-byte-order-mark', ...shapeRequirements(number)];
}

/** Status, media type, body and shape of the endpoint's typical answer. */
export function answersAsDocumented(number: number): void {
  const observes = ['answers.undocumented-fields', 'answers.absent-fields', 'answers.created-status', 'answers.timestamp-form'];
  conformance('the typical answer', { endpoint: number, requirements: answerRequirements(number), observes }, async (context) => {
    checkAnswer(context, number, await context.implementation.example(number));
  });
}

function checkAnswer({ record, check, session, observe }: CheckContext, number: number, exchange: Exchange): void {
  const { success, response, mediaType } = endpoint(number);
  check(`http.success-is-${success}`, statusFindings(exchange, number), exchange);
  check(EVERY_REQUEST, orderFindings(exchange), exchange);
  if (!isSuccess(exchange)) throw new NotAssessed(`The request did not succeed: ${outcome(exchange)}`);
  if (success === '2xx') observe('answers.created-status', exchange.answer.status);
  if (response === null) {
    check('sms-template.preview-media-type', mediaTypeFindings(exchange, mediaType), exchange);
    check('sms-template.preview-is-html', htmlFindings(exchange), exchange);
    return;
  }
  check('http.json-media-type', mediaTypeFindings(exchange, mediaType), exchange);
  check('http.json-body', jsonFindings(exchange), exchange);
  check('robustness.no-byte-order-mark', byteOrderMarkFindings(exchange), exchange);
  const value = jsonValue(exchange);
  session.saw(number, value);
  for (const { requirement, findings, exercised } of shapeVerdicts(number, value, session.settings.fixtures.designerKind)) {
    if (exercised) check(requirement, findings, exchange);
    else record.notAssessed(requirement, 'The answer holds nothing that this statement speaks of');
  }
  if (number === 18) return;
  observe('answers.undocumented-fields', undocumentedFields(number, recordsOf(number, value)));
  if (number !== 16) observe('answers.absent-fields', absentFields(number, recordsOf(number, value)));
  const [resource] = endpoint(number).resources;
  const members = resource === undefined ? [] : timestampFields(resource);
  const times = recordsOf(number, value).flatMap((record) => members.map((member) => record[member]));
  const [time] = times.filter((text) => typeof text === 'string');
  if (time !== undefined) observe('answers.timestamp-form', time.replace(/\d/g, '9'));
}

/** The record that comes back is the one that was asked for; and an id that names nothing yields no other record. */
export function identifiesItself(number: number): void {
  conformance('the record asked for', { endpoint: number, requirements: ['record.id-is-asked-id'] }, async ({ implementation, check }) => {
    const { call, exchange } = await implementation.acceptedCall(number);
    const unknown = `${implementation.unique()}-unknown`;
    const stranger = await implementation.client.send(number, { id: unknown });
    const findings = askedIdFindings(recordOf(exchange), call.id ?? '');
    // What a service answers to an unknown id is not shown; but if it is a record, it may not be another one.
    const other = isSuccess(stranger) ? recordOf(stranger) : {};
    const answered = Object.hasOwn(other, 'id') ? askedIdFindings(other, unknown) : [];
    check('record.id-is-asked-id', [...findings, ...answered], exchange, stranger);
  });
}

/**
 * Reading changes nothing. A difference between two reads may be somebody else's doing, in between; so it counts only when
 * two further reads differ again.
 */
export function isSafeToRead(number: number): void {
  conformance('reading twice', { endpoint: number, requirements: ['robustness.reading-is-safe'] }, async ({ implementation, check }) => {
    const first = await implementation.example(number);
    if (!isSuccess(first)) throw new NotAssessed(`The request did not succeed: ${outcome(first)}`);
    const exchanges: Exchange[] = [first];
    const again = async () => {
      const exchange = await implementation.freshExample(number);
      exchanges.push(exchange);
      return stableReadFindings(number, exchanges.at(-2) ?? exchange, exchange);
    };
    const once = await again();
    const findings = once.length > 0 ? [await again(), await again()].find((differences) => differences.length > 0) : once;
    check('robustness.reading-is-safe', findings ?? [], ...exchanges);
  });
}
