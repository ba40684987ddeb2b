import type { Ask } from '../../../src/client/ask.ts';
import { failed } from '../checks/exchanges.ts';

/** Of nobody: tests set what it asks and how it is answered. */
export const ASK: Omit<Ask, 'effect' | 'send'> = {
  route: 'POST /x',
  credentials: 'good',
  json: true,
  holds: null,
  intent: 'typical',
  shape: null,
  renewed: () => ({ ...ASK, effect: 'none', send: async () => failed('refused') }),
  ended: () => {},
};
