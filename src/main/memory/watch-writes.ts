import type { MemoryStore } from './memory-store.ts';

const writes: ReadonlySet<PropertyKey> = new Set<keyof MemoryStore>(['upsert', 'patch', 'purge']);

/** The same store; `onWrite` is called after each write that changed, or may have changed, what can be found. */
export function watchWrites(store: MemoryStore, onWrite: () => void): MemoryStore {
  return new Proxy(store, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      const method = value.bind(target) as (...args: unknown[]) => unknown;
      if (!writes.has(key)) return method;
      return async (...args: unknown[]) => {
        try {
          return await method(...args);
        } finally {
          onWrite();
        }
      };
    },
  });
}
