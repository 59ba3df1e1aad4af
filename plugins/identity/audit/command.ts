/** `waymark audit`: verifies and prints the record. */
import type { CommandContext } from "waymark";
import type { Store } from "waymark/services";
import type { Options } from "./options.ts";
import { RECORDS, type AuditRecord } from "./records.ts";
import { verifyAll } from "./verify.ts";

/** Records that `list` prints. */
const LISTED = 50;

export async function runAudit(
  { store }: { readonly store: Store },
  context: CommandContext<Options>,
): Promise<void> {
  const { action } = context.args;
  if (action === "verify") return runVerify(store, context);
  if (action === "list") return runList(store, context);
  throw new Error(`waymark audit does not know ${JSON.stringify(action)}: write verify or list`);
}

async function runVerify(store: Store, { flags, print }: CommandContext<Options>): Promise<void> {
  const result = await verifyAll(store);
  const { records, chains, waiting, violation } = result;
  if (flags["json"] === true) print(JSON.stringify(result));
  else if (waiting > 0)
    print(
      `${waiting} ${waiting === 1 ? "change waits" : "changes wait"} in the store to be recorded: a server does so within a second, and for a process that was killed within two minutes`,
    );
  if (violation !== undefined)
    throw new Error(`the audit record is not as it was written: ${violation}`);
  if (flags["json"] !== true)
    print(
      `${records} ${records === 1 ? "record" : "records"} in ${chains} ${chains === 1 ? "chain" : "chains"}: all as they were written`,
    );
}

async function runList(store: Store, { flags, print }: CommandContext<Options>): Promise<void> {
  const sort = [{ field: "id", descending: true }];
  const query = { fields: undefined, filters: [], sort, limit: LISTED, after: undefined };
  const { items } = await store.table(RECORDS).list<AuditRecord>(query);
  if (flags["json"] === true) return print(JSON.stringify(items));
  for (const {
    timestamp,
    outcome,
    action,
    principal,
    network,
    method,
    path,
    status,
    target,
  } of items)
    print(
      [
        timestamp,
        outcome.padEnd(7),
        action,
        principal ?? "-",
        network,
        method,
        path,
        status,
        target,
      ]
        .filter((part) => part !== undefined)
        .join("  "),
    );
}
