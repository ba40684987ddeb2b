/** Begins the message of an error that keeps a run from having a verdict, so that the reporter knows it among the runner's errors. */
export const NO_VERDICT = 'No verdict: ';

/** The run cannot judge the implementation: it does not answer, or it refuses the credentials everywhere. */
export class NoVerdict extends Error {
  override readonly name = 'NoVerdict';

  constructor(reason: string) {
    super(NO_VERDICT + reason);
    this.stack = this.message;
  }
}
