import { valueAt } from '../checks/json-equality.ts';
import { lastingSteps } from './lasting.ts';
import type { Sighting } from './sighting.ts';

/** A check shows no more differences than these, so that further items may be wrong too. */
const MOST_SHOWN = 5;
const ORDINALS = ['the first', 'the second', 'the third'];

/** Which items of the answer's list are wrong, where not all are: *only the last of 3 is wrong*. Undefined for anything else. */
export function listContrast({ check, item }: Sighting): string | undefined {
  const [, list, index] = item?.pointer?.match(/^(.*?)\/(\d+)(?=\/|$)/) ?? [];
  const body = check.exchanges?.[item?.exchange ?? -1]?.answer?.body;
  if (item?.pointer === undefined || list === undefined || index === undefined || body === undefined) return undefined;
  const items = valueAt(parsed(body), list);
  if (!Array.isArray(items) || items.length < 2) return undefined;
  const lasting = (pointer: string) => lastingSteps(pointer, '*').steps.join('/');
  const place = lasting(item.pointer);
  const alike = (check.findings ?? []).filter(
    ({ pointer, exchange }) => pointer?.startsWith(`${list}/`) && exchange === item.exchange && lasting(pointer) === place,
  );
  const wrong = new Set(alike.map(({ pointer = '' }) => Number(pointer.slice(list.length + 1).split('/')[0])));
  if (alike.length >= MOST_SHOWN || wrong.size === items.length) return undefined;
  if (wrong.size > 1) return `${wrong.size} of ${items.length} are wrong`;
  const only = Number(index) === items.length - 1 ? 'the last' : (ORDINALS[Number(index)] ?? `item ${Number(index) + 1}`);
  return `only ${only} of ${items.length} is wrong`;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined; // not JSON, or not stored to its end
  }
}
