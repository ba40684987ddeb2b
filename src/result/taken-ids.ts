import type { StoredExchange } from '../http/storage.ts';
import { encodeSegment } from '../settings/urls.ts';

/** What a shell hands over from an answer to a URL without a thought (RFC 3986 §2.3). */
const UNRESERVED = '[A-Za-z0-9._~-]*';

/** Ways to take the `id` of a JSON object out of the line that holds it: its first member, or the last of that name. */
const WAYS = ['^[{] *', '.*'].map((before) => ({
  sed: `sed -n 's/${before}"id" *: *"\\(${UNRESERVED}\\)".*/\\1/p'`,
  pattern: new RegExp(`${before}"id" *: *"(${UNRESERVED})".*`),
}));

/** An id that the answer to one step gave, and that a later one names. */
export interface TakenId {
  /** Index of the step that answered it. */
  readonly step: number;
  /** As a URL holds it. */
  readonly written: string;
  /** A command that prints it when it reads the answer; null where none does so safely. */
  readonly sed: string | null;
}

/** The ids that later ones of these requests have from answers to earlier ones. */
export function takenIds(steps: readonly StoredExchange[]): TakenId[] {
  return steps.flatMap(({ curl, answer }, step) => {
    const id = idOf(answer?.body ?? '');
    if (answer === null || id === undefined) return [];
    const written = encodeSegment(id);
    const isNew = !placesOf(written).test(curl);
    return isNew && steps.slice(step + 1).some((later) => placesOf(written).test(later.curl))
      ? [{ step, written, sed: written === id ? sedFor(answer.body, id) : null }]
      : [];
  });
}

/** Where a line of `toCurl` names the id: a segment of the path, or a text in the body. */
export function placesOf(written: string): RegExp {
  return new RegExp(`(?<=[/"])${written.replaceAll(/\W/g, '\\$&')}(?=[/"'?])`, 'g');
}

function idOf(body: string): string | undefined {
  const id = /^\s*\{/.test(body) ? parsed(body)?.id : undefined;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Undefined where the text is not JSON: an answer that was cut, say. */
function parsed(body: string): { id?: unknown } | undefined {
  try {
    return JSON.parse(body) as { id?: unknown };
  } catch {
    return undefined;
  }
}

/** Tried on the answer that came: the next one has the same form. */
function sedFor(body: string, id: string): string | null {
  const lines = body.split('\n');
  const way = WAYS.find(({ pattern }) => lines.flatMap((line) => pattern.exec(line)?.[1] ?? []).join('\n') === id);
  return way?.sed ?? null;
}
