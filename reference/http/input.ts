/** A refusal, as every route answers it: `{"error": {"code", "message"}}` with this status. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    // A stack costs more than the rest of a refusal, and nobody reads it.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.status = status;
    this.code = code;
  }
}

/** 400 for one place of the input, such as `body.customers[2].id`. */
export function invalid(place: string, expected: string, found: string): ApiError {
  return new ApiError(400, 'invalid_input', `${place}: expected ${expected}, found ${found}`);
}

/** The value, or 404 where the store had none. The message leaves out the id, which may be hostile and long. */
export function existing<T>(value: T | undefined, resource: string): T {
  if (value === undefined) throw new ApiError(404, 'not_found', `there is no ${resource} with this id`);
  return value;
}

export type JsonObject = Record<string, unknown>;

/** Checks one value of a body and returns it typed. Throws a 400 that names `place`. */
export type Reader<T> = (value: unknown, place: string) => T;

/** The kind of a JSON value in words; never the value itself, which may be large or confidential. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

export const text: Reader<string> = (value, place) => {
  if (typeof value !== 'string') throw invalid(place, 'a string', kindOf(value));
  return value;
};

export const filledText: Reader<string> = (value, place) => {
  if (text(value, place) === '') throw invalid(place, 'a string that is not empty', 'an empty one');
  return text(value, place);
};

export const object: Reader<JsonObject> = (value, place) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(place, 'an object', kindOf(value));
  return value as JsonObject;
};

export const webAddress: Reader<string> = (value, place) => {
  const url = text(value, place);
  if (!/^https?:$/.test(protocolOf(url))) throw invalid(place, 'an absolute http or https URL', 'another string');
  return url;
};

/** Not by `URL.canParse`: after some thousands of calls, Node 20 rejects hosts beyond ASCII. */
function protocolOf(url: string): string {
  try {
    return new URL(url).protocol;
  } catch {
    return 'none';
  }
}

export function arrayOf<T>(item: Reader<T>): Reader<T[]> {
  return (value, place) => {
    if (!Array.isArray(value)) throw invalid(place, 'an array', kindOf(value));
    return value.map((one: unknown, index) => item(one, `${place}[${index}]`));
  };
}

export function integer(least: number, most: number): Reader<number> {
  return (value, place) => {
    const expected = `an integer from ${least} to ${most}`;
    if (typeof value !== 'number') throw invalid(place, expected, kindOf(value));
    if (!Number.isInteger(value) || value < least || value > most) throw invalid(place, expected, String(value));
    return value;
  };
}

/** A member that must be there. */
export function required<T>(from: JsonObject, name: string, reader: Reader<T>, place = 'body'): T {
  return reader(from[name], `${place}.${name}`);
}

/** What `given` returns. */
export type Given<R extends Record<string, Reader<unknown>>> = { [K in keyof R]?: ReturnType<R[K]> };

/** The named members that were sent, each checked by its reader. Ignores members without a reader. */
export function given<R extends Record<string, Reader<unknown>>>(from: JsonObject, readers: R, place = 'body'): Given<R> {
  const sent = Object.entries(readers).filter(([name]) => Object.hasOwn(from, name));
  return Object.fromEntries(sent.map(([name, reader]) => [name, reader(from[name], `${place}.${name}`)])) as Given<R>;
}
