import { createReferenceService } from '../reference/service.ts';
import { Store } from '../reference/store/store.ts';
import type { Difference } from './interposition.ts';
import { startProxy } from './proxy/reverse-proxy.ts';
import { withoutHop } from './proxy/without-hop.ts';
import { unchanged } from './rows.ts';

export const TEST_SERVICE = {
  // Mixed letter case, so that a comparison that ignores it accepts wrong credentials.
  username: 'mutation-user',
  password: 'Mutation-Pa55word',
  // Longer than a busy machine takes for a first read, so that events are seen unresolved too.
  resolutionDelayMs: 300,
} as const;

/** The reference service with a difference, ready for a run of the suite. */
export type TestService = Awaited<ReturnType<typeof openTestService>>;

/** Starts the reference service, with the difference in front of it or inside. Its variables point the suite at it. */
export async function openTestService({ interpose, store: makeStore, listen }: Difference) {
  const counted = countedStore(makeStore?.() ?? new Store());
  const service = createReferenceService({ ...TEST_SERVICE, store: counted.store });
  await service.app.ready();
  const proxy = await startProxy(withoutHop(service.app), interpose?.() ?? unchanged, { listen });
  return {
    variables: service.fixtures(proxy.baseUrl),
    changes: () => proxy.changes + counted.calls(),
    mistakes: proxy.mistakes,
    async close() {
      await proxy.close();
      await service.close();
    },
  };
}

/** A store, and how often a method was called that its class overrides: it shows whether a fault inside was ever reached. */
function countedStore(store: Store): { readonly store: Store; calls(): number } {
  let calls = 0;
  const prototype: object = Object.getPrototypeOf(store);
  const overridden = prototype === Store.prototype ? [] : Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');
  for (const name of overridden) {
    const method = Reflect.get(store, name) as (...given: unknown[]) => unknown;
    const value = (...given: unknown[]) => {
      calls += 1;
      return method.apply(store, given);
    };
    Object.defineProperty(store, name, { value });
  }
  return { store, calls: () => calls };
}
