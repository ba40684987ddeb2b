/** A command came to no result: wrong arguments or settings, unusable files, a target out of reach, credentials refused. */
export const NO_RESULT = 2;

/** Exit codes after a signal, as shells give them: 128 plus the signal's number. */
export const SIGNALLED = { SIGINT: 130, SIGTERM: 143 } as const;
