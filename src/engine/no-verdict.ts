/** Begins the message of an error that prevents a verdict, so that the reporter recognises it among the runner's errors. */
export const NO_VERDICT = 'No verdict: ';

/** The run cannot judge the implementation: it does not answer, or it refuses the credentials everywhere. */
export class NoVerdict extends Error {
  override readonly name = 'NoVerdict';

  constructor(reason: string) {
    super(NO_VERDICT + reason);
    this.stack = this.message;
  }
}
