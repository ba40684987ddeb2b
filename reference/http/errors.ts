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

  get body(): { error: { code: string; message: string } } {
    return { error: { code: this.code, message: this.message } };
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
