/** Values by key, of which the cache forgets the least used. The declarations of the package name this, not a library. */
export interface Cache<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): unknown;
  delete(key: string): unknown;
}
