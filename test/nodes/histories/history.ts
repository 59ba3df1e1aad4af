/** A record of what clients did and saw, and the rules that it has to follow. */

/** A write, or an increment. */
export interface Write {
  readonly kind: "write";
  /** Register, counter or set. */
  readonly of: string;
  /** Unique for writes of a register and a set; 1 for an increment. */
  readonly value: string | number;
  /** Milliseconds. */
  readonly began: number;
  /** Infinity where it is unknown whether and when it took effect. */
  readonly ended: number;
  /** Node that answered. */
  readonly node: string | undefined;
}

/** A read of one register or counter. */
export interface Read {
  readonly kind: "read";
  readonly of: string;
  /** Value read; undefined if there is none yet. */
  readonly value: string | number | undefined;
  readonly began: number;
  readonly ended: number;
  readonly node: string | undefined;
}

export type Operation = Write | Read;

/**
 * Reads of a register return values that were written, and none that was certainly replaced more than `maxMs` before
 * the read began; at the node that replaced it, none that was replaced before.
 */
export function staleReads(history: readonly Operation[], maxMs: number): readonly string[] {
  const writes = history.filter((one) => one.kind === "write");
  const byValue = new Map(writes.map((write) => [write.value, write]));
  return history.flatMap((read) => {
    if (read.kind === "write") return [];
    const source = byValue.get(read.value ?? "");
    if (read.value !== undefined && (source === undefined || source.began > read.ended))
      return [`${text(read)}: a value that was not written by then`];
    const later = writes.find(
      (write) =>
        write !== source &&
        write.ended <
          read.began - (write.node !== undefined && write.node === read.node ? 0 : maxMs) &&
        write.began > (source?.ended ?? 0),
    );
    if (later === undefined) return [];
    const age = Math.round(read.began - later.ended);
    return [`${text(read)}: replaced by ${text(later)}, ${age} ms before the read began`];
  });
}

/** Checks that the operations of a register can have happened one by one, each between its begin and its end. */
export function isLinearizable(history: readonly Operation[]): boolean {
  // By their end, so that those of unknown end are tried last.
  const operations = history.toSorted((a, b) => a.ended - b.ended);
  const indexes = new Map(operations.map((one, index) => [one, index]));
  const seen = new Set<string>();
  /** @param done the operations that have happened. */
  const search = (done: ReadonlySet<Operation>, value: Operation["value"]): boolean => {
    const left = operations.filter((one) => !done.has(one));
    // An unacknowledged write may not have happened at all.
    if (left.every(({ ended }) => ended === Infinity)) return true;
    const key = `${left.map((one) => indexes.get(one)).join()} ${String(value)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    const firstEnd = Math.min(...left.map(({ ended }) => ended));
    return left
      .filter(({ began }) => began <= firstEnd)
      .some((one) => {
        if (one.kind === "read" && one.value !== value) return false;
        return search(new Set([...done, one]), one.value);
      });
  };
  return search(new Set(), undefined);
}

/** A counter shows each increment that was acknowledged `maxMs` before, once, and no more than were sent. */
export function wrongCounts(history: readonly Operation[], maxMs: number): readonly string[] {
  const writes = history.filter((one) => one.kind === "write");
  return history.flatMap((read) => {
    if (read.kind === "write") return [];
    const least = writes.filter(
      ({ ended, node }) =>
        ended < read.began - (node !== undefined && node === read.node ? 0 : maxMs),
    ).length;
    const most = writes.filter(({ began }) => began <= read.ended).length;
    const value = Number(read.value ?? 0);
    return value >= least && value <= most
      ? []
      : [`${text(read)}: from ${least} to ${most} expected`];
  });
}

/** A set has what was acknowledged, each once, and nothing that was not sent. */
export function wrongElements(
  writes: readonly Write[],
  elements: readonly string[],
): readonly string[] {
  const present = new Set(elements);
  const sent = new Set(writes.map(({ value }) => value));
  return [
    ...writes
      .filter(({ ended, value }) => ended !== Infinity && !present.has(String(value)))
      .map((write) => `${text(write)}: acknowledged and lost`),
    ...elements
      .filter((element) => !sent.has(element))
      .map((element) => `${element}: out of nowhere`),
    ...(present.size === elements.length ? [] : ["an element is there more than once"]),
  ];
}

function text({ kind, of, value, began, ended, node = "?" }: Operation): string {
  return `${kind} ${of} ${String(value)} at node ${node} from ${Math.round(began)} to ${Math.round(ended)}`;
}
