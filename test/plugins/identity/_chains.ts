/** Chains of records in a store of their own, without a server. Free of the test runner, so that other processes can use it. */
import type { Log } from "waymark";
import type { Store } from "waymark/services";
import { fixedClock, type FixedClock } from "waymark/testing";
import { z } from "zod";
import { AuditEvent, Mark, MARKS, RECORDS } from "../../../plugins/identity/audit/records.ts";
import { WAITING, WaitingEntry } from "../../../plugins/identity/audit/waiting.ts";
import { createWriter, type Writer } from "../../../plugins/identity/audit/writer.ts";
import { openStore } from "../store/_open-store.ts";

/** The declarations of the plugin's tables. */
export const TABLES = {
  [RECORDS]: { of: AuditEvent, key: "id", internal: true },
  [MARKS]: { of: Mark, key: "id", internal: true },
  [WAITING]: { of: WaitingEntry, key: "id", internal: true },
};
/** A table that writes change. */
const THINGS = { things: { of: z.object({ id: z.string() }), key: "id" } };

export interface Chains {
  readonly store: Store;
  readonly clock: FixedClock;
  readonly logged: readonly string[];
  /** A chain of its own. */
  writer(over?: { readonly store?: Store; readonly maxWaiting?: number }): Writer;
  /** Writes a chain with this many records after the one that opens it. */
  write(records: number): Promise<void>;
  close(): Promise<void>;
}

export async function openChains(file = ":memory:"): Promise<Chains> {
  const { store, close } = await openStore(file, { ...TABLES, ...THINGS });
  const logged: string[] = [];
  const note = (message: string) => void logged.push(message);
  const log: Log = { debug: note, info: note, warn: note, error: note };
  const clock = fixedClock();
  const writer: Chains["writer"] = (over) => createWriter({ store, clock, log, ...over });
  return {
    store,
    clock,
    logged,
    writer,
    close,
    async write(records) {
      const chain = writer();
      for (let n = 1; n <= records; n++) {
        chain.record({
          action: "key.created",
          target: `k${n}`,
          outcome: n % 3 === 0 ? "refused" : "ok",
          principal: { id: "p", name: "Pär \ud800\0" },
          detail: n % 2 === 0 ? `the ${n}. of them` : undefined,
        });
        clock.advance("1s");
      }
      await chain.close();
    },
  };
}
