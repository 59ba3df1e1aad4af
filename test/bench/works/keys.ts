/** The cost of many idempotency records for writes: to look a key up among them, and to remove those that have expired. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fastPath, variant, type Contender } from "../contenders/index.ts";
import type { RequestShape } from "../harness/request.ts";
import { atMost, valueOf } from "../harness/result.ts";
import { interleave } from "../harness/rounds.ts";
import { withServer } from "../harness/server.ts";
import type { Context, Work } from "./context.ts";
import { CPU, P99, RATE, RATIO, rowsOf, sample } from "./throughput.ts";

const FEW = "no record";
const MANY = "many records";
const EXPIRED = "many records, all expired";

const shape: RequestShape = {
  method: "POST",
  path: "/api/visits/{n}",
  headers: { "content-type": "application/json", "idempotency-key": '"visit-{n}-{a}"' },
  body: JSON.stringify({ room: "room-1" }),
};

/** Few, as a database has one writer at a time. */
const CONNECTIONS = 8;
/** Clients that share the records. */
const CLIENTS = 1000;
const DAY_MS = 86_400_000;

/** Lets Waymark make its tables, and fills copies of them with records that expire at a time. */
async function makeFiles({ scratch, settings, say }: Context): Promise<readonly Contender[]> {
  const file = (name: string) => join(scratch, `keys-${name}.db`);
  const contender = (name: string) => variant(fastPath, name, { KEYS: "on", STORE: file(name) });
  const all = [FEW, MANY, EXPIRED].map(contender);
  const [few] = all;
  if (few !== undefined) await withServer(few, {}, async () => {});
  run(file(FEW), "pragma wal_checkpoint(truncate)");
  const now = Date.now();
  const began = performance.now();
  for (const [name, expiresAt] of [
    [MANY, now + DAY_MS],
    [EXPIRED, now - DAY_MS],
  ] as const) {
    copyFileSync(file(FEW), file(name));
    fill(file(name), settings.rows, expiresAt);
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  say(`filled two databases with ${settings.rows.toLocaleString("en")} records in ${seconds} s`);
  return all;
}

function run(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

function fill(file: string, rows: number, expiresAt: number): void {
  run(
    file,
    `
    begin;
    with recursive count(i) as (select 0 union all select i + 1 from count where i < ${CLIENTS - 1})
    insert into idempotencyClients (id, records) select printf('client-%015d', i), ${Math.ceil(rows / CLIENTS)} from count;
    with recursive count(i) as (select 0 union all select i + 1 from count where i < ${rows - 1})
    insert into idempotencyRecords (id, fingerprint, expiresAt, head, body)
    select
      printf('client-%015d.%022d', i / ${Math.ceil(rows / CLIENTS)}, i),
      'fingerprint-0123456789',
      ${expiresAt},
      '{"status":200,"facts":{},"contentType":"application/json"}',
      printf('{"id":"%07d","room":"room-1"}', i)
    from count;
    commit;
    pragma wal_checkpoint(truncate);
  `,
  );
}

export const keysWork: Work = {
  id: "keys",
  title: "A write with an idempotency key, among many records",
  async run(context) {
    const contenders = await makeFiles(context);
    let from = 0;
    const samples = await interleave(contenders, context.settings.rounds, (contender) =>
      // Keys of earlier samples are in the file.
      sample(
        contender,
        { shape, connections: CONNECTIONS, from: (from += 4_000_000) },
        context,
        {},
      ),
    );
    const rows = rowsOf(samples);
    const against = (name: string) =>
      atMost(
        `CPU with ${name}, against ${FEW}`,
        valueOf(rows, name, CPU) / valueOf(rows, FEW, CPU),
        1.2,
      );
    return {
      work: this.id,
      title: this.title,
      columns: [RATE, RATIO, CPU, P99],
      rows,
      goals: [against(MANY), against(EXPIRED)],
      note: "Each request has a key of its own. Expired records are removed while requests are answered.",
    };
  },
};
