/** Self times in a profile as V8 writes it. */
interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: CallFrame }[];
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}

export interface SelfTime {
  readonly function: string;
  readonly share: string;
}

/** Functions by self time in the last seconds, as shares of the time that the process was busy. */
export function readProfile(text: string, seconds: number): readonly SelfTime[] {
  const { nodes, samples, timeDeltas }: Profile = JSON.parse(text);
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const times = new Map<string, number>();
  let busy = 0;
  // Going back from the end.
  let left = seconds * 1_000_000;
  for (const [index, id] of [...samples.entries()].toReversed()) {
    left -= timeDeltas[index] ?? 0;
    if (left < 0) break;
    const name = names.get(id) ?? "";
    if (name === "(idle)") continue;
    const took = timeDeltas[index] ?? 0;
    times.set(name, (times.get(name) ?? 0) + took);
    busy += took;
  }
  return [...times]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, took]) => ({ function: name, share: `${((took / busy) * 100).toFixed(1)} %` }));
}

function nameOf({ functionName, url, lineNumber }: CallFrame): string {
  if (url === "") return functionName;
  const place = url.split("/").slice(-2).join("/");
  return `${functionName === "" ? "(anonymous)" : functionName} ${place}:${lineNumber + 1}`;
}
