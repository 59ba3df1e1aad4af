/** Verifies every chain: no record was changed, removed or added since it was written. */
import type { Store } from "waymark/services";
import { hashOf, MARKS, RECORDS, type AuditRecord, type Mark } from "./records.ts";
import { eachRow, is, lastRow } from "./tables.ts";

/** The result of a verification. */
export interface Verified {
  readonly records: number;
  readonly chains: number;
  /** The first violation, by chain and sequence: `chain 3f…, record 17: …`. */
  readonly violation?: string | undefined;
}

interface Violation {
  readonly instance: string;
  readonly sequence: number;
  readonly problem: string;
}

/** Records that are not there: those after `from`, up to `to`. */
interface Missing {
  readonly from: number;
  readonly to: number;
  /** Hash of the last one of them, as the next record has it. */
  readonly hash: string;
}

/** A chain as its records are. */
interface Chain {
  last: number;
  hash: string;
  readonly missing: Missing[];
  /** The record of another chain that its first one follows. */
  follows?: { readonly id: string; readonly hash: string };
}

/**
 * Verifies while servers write and prune. A record that is missing counts only if no mark says that it was pruned.
 *
 * @param anchored places outside of the store that the chains have reached, and up to where they were pruned; undefined
 *   without an anchor.
 */
export async function verify(store: Store, anchored?: readonly Mark[]): Promise<Verified> {
  const records = store.table(RECORDS);
  const marks = store.table(MARKS);
  const chains = new Map<string, Chain>();
  let first: Violation | undefined;
  let count = 0;
  const report = (instance: string, sequence: number, problem: string) => {
    const violation = { instance, sequence, problem };
    if (first === undefined || comesBefore(violation, first)) first = violation;
  };

  // Ends before records: those that come meanwhile are beyond them. Cuts after records, since they precede removals.
  const heads = await Array.fromAsync(eachRow<Mark>(marks, [is("kind", "head")]));
  for await (const record of eachRow<AuditRecord>(records, [])) {
    count += 1;
    const { instance, sequence, previous, target } = record;
    const chain = chains.get(instance) ?? { last: 0, hash: "", missing: [] };
    chains.set(instance, chain);
    if (hashOf(record) !== record.hash)
      report(instance, sequence, "it was changed after it was written");
    else if (sequence <= chain.last)
      report(instance, sequence, `it comes after record ${chain.last}, so it was added or moved`);
    else if (sequence > chain.last + 1)
      chain.missing.push({ from: chain.last, to: sequence - 1, hash: previous });
    else if (sequence === 1) {
      if (target !== undefined) chain.follows = { id: target, hash: previous };
      else if (previous !== "") report(instance, 1, "it follows a record that it does not name");
    } else if (previous !== chain.hash)
      report(instance, sequence, `it does not follow from record ${chain.last}`);
    chain.last = sequence;
    chain.hash = record.hash;
  }

  const all = await Array.fromAsync(eachRow<Mark>(marks, []));
  const cuts = new Map<string, Mark>();
  for (const mark of all) if (mark.kind === "cut") cuts.set(mark.instance, mark); // the last one counts

  for (const [instance, { missing, follows }] of chains) {
    const cut = cuts.get(instance);
    for (const { from, to, hash } of missing) {
      const range = to === from + 1 ? `record ${to} is` : `records ${from + 1} to ${to} are`;
      if (cut === undefined || to > cut.sequence) report(instance, from + 1, `${range} missing`);
      else if (to === cut.sequence && hash !== cut.hash)
        report(instance, to + 1, "it does not follow from the last record that was pruned");
    }
    if (!all.some((mark) => mark.kind === "head" && mark.instance === instance))
      report(instance, 0, "the mark of its end was removed");
    if (follows === undefined) continue;
    const [, other = "", sequence = ""] = follows.id.split("-");
    await expectRecord({
      record: follows.id,
      instance: other,
      sequence: Number(sequence),
      ...follows,
    });
  }
  for (const cut of cuts.values()) {
    const left = await records.find<AuditRecord>(cut.record);
    if (left !== undefined && left.hash !== cut.hash)
      report(cut.instance, cut.sequence, "it is not the record that was to be pruned");
  }
  for (const head of heads) if (head.sequence > 0) await expectRecord(head);
  if (anchored !== undefined) {
    const cutsOf = anchored.filter(({ kind }) => kind === "cut");
    const prunedTo = new Map(cutsOf.map(({ instance, sequence }) => [instance, sequence]));
    for (const place of anchored) {
      // The store forgets the marks of a chain that is long gone; the anchor does not.
      const pruned = (prunedTo.get(place.instance) ?? 0) >= place.sequence;
      if (place.kind === "head" && !pruned) await expectRecord(place);
    }
    for (const { instance, sequence } of cuts.values())
      if (sequence > (prunedTo.get(instance) ?? 0))
        report(instance, sequence, "the anchor does not know that it was pruned");
  }

  /** A record that was written must be there, or was pruned. */
  async function expectRecord({ record, instance, sequence, hash }: Omit<Mark, "id" | "kind">) {
    const there = await records.find<AuditRecord>(record);
    // Read again, because it may have been pruned just now.
    const cut = [is("instance", instance), is("kind", "cut")];
    if (there === undefined && sequence > ((await lastRow<Mark>(marks, cut))?.sequence ?? 0))
      report(instance, sequence, "it is missing, and so may be those before and after it");
    if (there !== undefined && there.hash !== hash)
      report(instance, sequence, "it is another record than the one that was written");
  }

  return {
    records: count,
    chains: chains.size,
    violation: first && `chain ${first.instance}, record ${first.sequence}: ${first.problem}`,
  };
}

function comesBefore(one: Violation, other: Violation): boolean {
  if (one.instance !== other.instance) return one.instance < other.instance;
  return one.sequence < other.sequence;
}
