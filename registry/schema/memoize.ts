interface Entries<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** Returns an entry, made on first use. */
export function getOrMake<K, V>(entries: Entries<K, V>, key: K, make: () => V): V {
  const known = entries.get(key);
  if (known !== undefined) return known;
  const value = make();
  entries.set(key, value);
  return value;
}

/** Runs `make` on the first call, and returns its result on every call. */
export function memoize<T>(make: () => T): () => T {
  let result: { readonly value: T } | undefined;
  return () => (result ??= { value: make() }).value;
}
