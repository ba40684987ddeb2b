import { invalid } from '../http/errors.ts';
import { arrayOf, given, kindOf, object, type Reader, text, webAddress } from '../http/input.ts';
import type { RouteContext } from './context.ts';

const disabledSteps: Reader<string[] | null> = (value, place) => {
  if (value === null) return null;
  return arrayOf((step, at) => {
    if (step !== 'email' && step !== 'sms')
      throw invalid(at, '"email" or "sms"', typeof step === 'string' ? 'another string' : kindOf(step));
    return step;
  })(value, place);
};

/** `disabled_steps` is not in the documented request. Without it, no business made through the API could have the list. */
const MEMBERS = { name: text, metadata: object, external_id: text, website: webAddress, disabled_steps: disabledSteps };

/** The endpoint `createBusiness`. */
export function businessRoutes({ app, store }: RouteContext): void {
  app.post('/businesses', (request, reply) => {
    const sent = given(object(request.body, 'body'), MEMBERS);
    const business = { metadata: {}, disabled_steps: null, ...sent, id: store.newId('biz'), created_at: new Date().toISOString() };
    store.insert('business', business);
    reply.send(business);
  });
}
