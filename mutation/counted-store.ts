import { Store } from '../reference/store/store.ts';

/** A store, and how often a method was called that its class overrides: it shows whether a fault inside was ever reached. */
export function countedStore(store: Store): { readonly store: Store; calls(): number } {
  let calls = 0;
  for (const [name, method] of overridden(store))
    Object.defineProperty(store, name, {
      value: (...given: unknown[]) => {
        calls += 1;
        return Reflect.apply(method, store, given) as unknown;
      },
    });
  return { store, calls: () => calls };
}

type Method = (...given: unknown[]) => unknown;

function overridden(store: Store): [string, Method][] {
  const found: [string, Method][] = [];
  for (let prototype: object = Object.getPrototypeOf(store); prototype !== Store.prototype; prototype = Object.getPrototypeOf(prototype)) {
    for (const name of Object.getOwnPropertyNames(prototype)) {
      const method: unknown = Reflect.get(prototype, name);
      if (name !== 'constructor' && typeof method === 'function') found.unshift([name, method as Method]);
    }
  }
  return found;
}
