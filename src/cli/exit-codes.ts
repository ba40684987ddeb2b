/**
 * A command came to no result: wrong arguments or settings, unusable files, a target out of reach, a wrong path, credentials refused. Playwright itself exits with
 * 0 when nothing that counts failed, and with 1 when something did.
 */
export const NO_RESULT = 2;

/** Exit codes after a signal, as shells give them: 128 plus the signal's number. */
export const SIGNALLED = { SIGINT: 130, SIGTERM: 143 } as const;
