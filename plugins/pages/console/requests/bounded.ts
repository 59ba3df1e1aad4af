/** Lists and maps that forget their earliest entries. */

export function push<Entry>(entries: Entry[], entry: Entry, most: number): void {
  entries.push(entry);
  if (entries.length > most) entries.shift();
}

/** Returns an entry, which it adds in place of the earliest one if there are `most`. */
export function getOrAdd<Key, Value>(
  entries: Map<Key, Value>,
  key: Key,
  most: number,
  make: () => Value,
): Value {
  const own = entries.get(key);
  if (own !== undefined) return own;
  const added = make();
  entries.set(key, added);
  const [first] = entries.keys();
  if (entries.size > most && first !== undefined) entries.delete(first);
  return added;
}
