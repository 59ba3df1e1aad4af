/** Runs `make` on the first call, and returns its result on every call. */
export function memoize<T>(make: () => T): () => T {
  let result: { readonly value: T } | undefined;
  return () => (result ??= { value: make() }).value;
}
