/** Verifies every chain: no record was changed, removed or added since it was written. */
import type { Store, Table, Verified } from "waymark/services";
import { eachRow, latestRows } from "../../shared/rows.ts";
import { hashOf, MARKS, RECORDS, type AuditRecord, type Mark } from "./records.ts";
import { is, lastCuts } from "./tables.ts";
import { WAITING } from "./waiting.ts";

interface Violation {
  readonly instance: string;
  readonly sequence: number;
  readonly problem: string;
}

/** Records that are not there: after `from`, up to `to`. */
interface Missing {
  readonly from: number;
  readonly to: number;
  /** Hash of the last missing record, as the next record has it. */
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
 */
export async function verify(store: Store): Promise<Omit<Verified, "waiting">> {
  const verification = new Verification(store);
  // Ends before records: records that come meanwhile are beyond them. Cuts after records, since they precede removals.
  const heads = await verification.marks("head");
  const { chains, records } = await verification.readChains();
  const marks = await verification.marks();
  await verification.checkChains(chains, marks);
  await verification.checkCuts(marks);
  for (const head of heads) if (head.sequence > 0) await verification.expectRecord(head);
  const { first } = verification;
  return {
    records,
    chains: chains.size,
    violation: first && `chain ${first.instance}, record ${first.sequence}: ${first.problem}`,
  };
}

/** Verifies every chain, and counts the changes that wait to be recorded. */
export async function verifyAll(store: Store): Promise<Verified> {
  const result = await verify(store);
  return { ...result, waiting: (await Array.fromAsync(eachRow(store.table(WAITING)))).length };
}

class Verification {
  first: Violation | undefined;
  readonly #records: Table;
  readonly #marks: Table;

  constructor(store: Store) {
    this.#records = store.table(RECORDS);
    this.#marks = store.table(MARKS);
  }

  marks(kind?: Mark["kind"]): Promise<readonly Mark[]> {
    const filters = kind === undefined ? [] : [is("kind", kind)];
    return Array.fromAsync(eachRow<Mark>(this.#marks, filters));
  }

  /** Follows every record from the one before it. */
  async readChains() {
    const chains = new Map<string, Chain>();
    let records = 0;
    for await (const record of eachRow<AuditRecord>(this.#records)) {
      records += 1;
      const chain = chains.get(record.instance) ?? { last: 0, hash: "", missing: [] };
      chains.set(record.instance, chain);
      this.#follow(chain, record);
      chain.last = record.sequence;
      chain.hash = record.hash;
    }
    return { chains, records };
  }

  #follow(chain: Chain, record: AuditRecord): void {
    const { instance, sequence, previous, target } = record;
    if (hashOf(record) !== record.hash)
      this.#report(instance, sequence, "it was changed after it was written");
    else if (sequence <= chain.last) {
      const problem = `it comes after record ${chain.last}, so it was added or moved`;
      this.#report(instance, sequence, problem);
    } else if (sequence > chain.last + 1)
      chain.missing.push({ from: chain.last, to: sequence - 1, hash: previous });
    else if (sequence === 1) {
      if (target !== undefined) chain.follows = { id: target, hash: previous };
      else if (previous !== "")
        this.#report(instance, 1, "it follows a record that it does not name");
    } else if (previous !== chain.hash)
      this.#report(instance, sequence, `it does not follow from record ${chain.last}`);
  }

  /** Checks that missing records were pruned, ends are marked, and beginnings follow from what they name. */
  async checkChains(chains: ReadonlyMap<string, Chain>, marks: readonly Mark[]): Promise<void> {
    const cuts = lastCuts(marks);
    for (const [instance, { missing, follows }] of chains) {
      const cut = cuts.get(instance);
      for (const { from, to, hash } of missing) {
        const range = to === from + 1 ? `record ${to} is` : `records ${from + 1} to ${to} are`;
        if (cut === undefined || to > cut.sequence)
          this.#report(instance, from + 1, `${range} missing`);
        else if (to === cut.sequence && hash !== cut.hash) {
          const problem = "it does not follow from the last record that was pruned";
          this.#report(instance, to + 1, problem);
        }
      }
      if (!marks.some((mark) => mark.kind === "head" && mark.instance === instance))
        this.#report(instance, 0, "the mark of its end was removed");
      if (follows === undefined) continue;
      const [, other = "", sequence = ""] = follows.id.split("-");
      const { id: record, hash } = follows;
      await this.expectRecord({ record, instance: other, sequence: Number(sequence), hash });
    }
  }

  async checkCuts(marks: readonly Mark[]): Promise<void> {
    for (const cut of lastCuts(marks).values()) {
      const left = await this.#records.find<AuditRecord>(cut.record);
      if (left !== undefined && left.hash !== cut.hash)
        this.#report(cut.instance, cut.sequence, "it is not the record that was to be pruned");
    }
  }

  /** Checks that a record that was written is there, or was pruned. */
  async expectRecord({ record, instance, sequence, hash }: Omit<Mark, "id" | "kind">) {
    const there = await this.#records.find<AuditRecord>(record);
    // Read again, because it may have been pruned just now.
    const filters = [is("instance", instance), is("kind", "cut")];
    const [cut] = await latestRows<Mark>(this.#marks, 1, filters);
    if (there === undefined && sequence > (cut?.sequence ?? 0))
      this.#report(instance, sequence, "it is missing, and so may be those before and after it");
    if (there !== undefined && there.hash !== hash)
      this.#report(instance, sequence, "it is another record than the one that was written");
  }

  #report(instance: string, sequence: number, problem: string): void {
    const violation = { instance, sequence, problem };
    if (this.first === undefined || comesBefore(violation, this.first)) this.first = violation;
  }
}

function comesBefore(one: Violation, other: Violation): boolean {
  if (one.instance !== other.instance) return one.instance < other.instance;
  return one.sequence < other.sequence;
}
