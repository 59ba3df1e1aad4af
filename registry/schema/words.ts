/** Words of messages: values and errors as texts, and names that were meant. */

/** Returns a value as a message shows it: JSON, shortened. */
export function show(value: unknown): string {
  if (typeof value === "function") return "a function";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

/** Returns the message of an error, and any other thrown value as text. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Returns the same with its stack, for logs. */
export function traceOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}

/** Returns the closest of `known` to a misspelt or shortened name, if it is close enough to be meant. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  const start = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(start, candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  if (best !== undefined || start === "") return best;
  return [...known].find((candidate) => candidate.toLowerCase().startsWith(start));
}

/** Returns `did you mean "x"?`, or the known names if none is close. */
export function didYouMean(name: string, known: readonly string[]): string {
  const match = nearest(name, known);
  if (match !== undefined) return `did you mean ${JSON.stringify(match)}?`;
  return known.length === 0 ? "none is available" : `available: ${known.join(", ")}`;
}

/** Returns the number of letters to insert, remove, replace or swap with the next one. */
function editDistance(a: string, b: string): number {
  let [before, previous] = [new Array<number>(), Array.from({ length: b.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? (before[j - 2] ?? 0) + 1 : Infinity;
      row[j] = Math.min(substitution, swap, (row[j - 1] ?? 0) + 1, (previous[j] ?? 0) + 1);
    }
    [before, previous] = [previous, row];
  }
  return previous[b.length] ?? 0;
}

/** Returns `if-match` as `ifMatch`: a header or a plugin's id as a name of programs. */
export function camelCase(name: string): string {
  return name.toLowerCase().replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
