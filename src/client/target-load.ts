import pLimit from 'p-limit';

/** What the run knows of the load that its target bears. */
export class TargetLoad {
  /** What is sent again alone goes one after the other, so that each knows what the one before showed. */
  readonly alone = pLimit(1);
  /** Requests in a row that broke alone as well. */
  brokenAlone = 0;
  /** The slowest answer so far, in milliseconds. */
  slowestMs = 0;
}
