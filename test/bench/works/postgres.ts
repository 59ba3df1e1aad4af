/** The cost of PostgreSQL through the store, against its bare client, and of what is kept, against SQLite. */
import { Pool } from "pg";
import { z } from "zod";
import { startPostgres } from "../../engines/postgres.ts";
import { openStore, type OpenedStore } from "../../plugins/store/_open-store.ts";
import { fastPath, variant } from "../contenders/index.ts";
import { atLeast, atMost, valueOf, type Result } from "../harness/result.ts";
import { interleave } from "../harness/rounds.ts";
import { figure } from "../harness/statistics.ts";
import type { Context, Work } from "./context.ts";
import { shapes } from "./shapes.ts";
import { sample } from "./throughput.ts";

const RATE = "per second";
const CPU_US = "CPU µs of the process";
const BARE_PAGE = "pg, a page of 20 rows";
const PAGE = "Store, a page of 20 rows";
const BARE_WRITE = "pg, a row is updated";
const WRITE = "Store, a row is updated";
const WRITES_OF_TWO = "Store, rows of two tables are updated";
const TRANSACTION = "Store, a row is read and updated in a transaction";
const KEPT = "Waymark on PostgreSQL, a kept list";
const KEPT_SQLITE = "Waymark on SQLite, a kept list";

const ROWS = 10_000;
const PAGE_ROWS = 20;
/** Half of them is what the store has for reads, and half for writes. */
const CONNECTIONS = 20;
/** Uses under way at once. */
const WORKERS = CONNECTIONS / 2;

const Row = z.object({ id: z.string(), place: z.string(), count: z.int() });
const table = { of: Row, key: "id", indexes: ["place"] };
const tables = { rows: table, others: table };
const idOf = (n: number) => `row-${String((n * 7919) % ROWS).padStart(6, "0")}`;
const placeOf = (n: number) => `place-${n % 100}`;

interface Engines {
  readonly pool: Pool;
  readonly store: OpenedStore["store"];
}

/** The uses that are counted, by contender. `n` is another one each time. */
const uses: Readonly<Record<string, (engines: Engines, n: number) => Promise<unknown>>> = {
  async [BARE_PAGE]({ pool }, n) {
    const { rows } = await pool.query<z.output<typeof Row>>({
      name: "page",
      text: `select id, place, count from rows where place = $1 and id >= $2 order by id limit ${PAGE_ROWS + 1}`,
      values: [placeOf(n), ""],
    });
    return { items: rows.slice(0, PAGE_ROWS), next: rows[PAGE_ROWS]?.id };
  },
  [PAGE]: ({ store }, n) =>
    store.table("rows").list({
      filters: [
        { field: "place", operator: "eq", value: placeOf(n) },
        { field: "id", operator: "gte", value: "" },
      ],
      limit: PAGE_ROWS,
    }),
  [BARE_WRITE]: ({ pool }, n) =>
    pool.query({
      name: "write",
      text: "update rows set count = $1 where id = $2",
      values: [n, idOf(n)],
    }),
  [WRITE]: ({ store }, n) => store.table("rows").update(idOf(n), { count: n }),
  [WRITES_OF_TWO]: ({ store }, n) =>
    store.table(n % 2 === 0 ? "rows" : "others").update(idOf(n), { count: n }),
  [TRANSACTION]: ({ store }, n) =>
    store.transaction(async () => {
      const rows = store.table("rows");
      const row = await rows.find<z.output<typeof Row>>(idOf(n));
      await rows.update(idOf(n), { count: (row?.count ?? 0) + 1 });
    }),
};

interface Measured {
  readonly perSecond: number;
  readonly cpu: number;
}

/** Lets workers use it for a while. */
async function measure(use: (n: number) => Promise<unknown>, seconds: number): Promise<Measured> {
  let done = 0;
  const began = performance.now();
  const before = process.cpuUsage();
  const end = began + seconds * 1000;
  const work = async (): Promise<void> => {
    while (performance.now() < end) await use(done++);
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  const { user, system } = process.cpuUsage(before);
  return { perSecond: done / ((performance.now() - began) / 1000), cpu: (user + system) / done };
}

async function fill({ store }: Engines): Promise<void> {
  const rows = Array.from({ length: ROWS }, (_, n) => ({
    id: `row-${String(n).padStart(6, "0")}`,
    place: placeOf(n),
    count: 0,
  }));
  for (const name of Object.keys(tables)) await store.table(name).insert(rows);
}

/** The same list again and again, which no change interrupts. */
async function keptLists(url: string, context: Context) {
  const contenders = [
    variant(fastPath, KEPT_SQLITE, { STORE: `${context.scratch}/kept.db` }),
    variant(fastPath, KEPT, { STORE: url }),
  ];
  return interleave(contenders, context.settings.rounds, (contender) =>
    sample(contender, { shape: shapes.list }, context, {}),
  );
}

export const postgresWork: Work = {
  id: "postgres",
  title: "Data in PostgreSQL",
  async run(context): Promise<Result> {
    const { rounds, seconds, warmup } = context.settings;
    const server = await startPostgres();
    const pool = new Pool({ connectionString: server.url, max: WORKERS });
    const opened = await openStore(
      { url: server.url, pool: { max: CONNECTIONS, wait: "60s" } },
      tables,
    );
    try {
      const engines = { pool, store: opened.store };
      await fill(engines);
      await server.psql("vacuum analyze");
      const used = await interleave(Object.entries(uses), rounds, async ([, use]) => {
        await measure((n) => use(engines, n), warmup);
        return measure((n) => use(engines, n), seconds);
      });
      const kept = await keptLists(server.url, context);
      const all: readonly (readonly [string, readonly Measured[]])[] = [
        ...[...used].map(([[contender], of]) => [contender, of] as const),
        ...[...kept].map(([{ name }, of]) => [name, of] as const),
      ];
      const rows = all.map(([contender, of]) => ({
        contender,
        figures: {
          [RATE]: figure(of.map(({ perSecond }) => perSecond)),
          [CPU_US]: figure(of.map(({ cpu }) => cpu)),
        },
      }));
      const ratio = (one: string, other: string, column: string) =>
        valueOf(rows, one, column) / valueOf(rows, other, column);
      return {
        work: this.id,
        title: this.title,
        columns: [RATE, CPU_US],
        rows,
        goals: [
          atMost(`CPU of ${PAGE}, against ${BARE_PAGE}`, ratio(PAGE, BARE_PAGE, CPU_US), 1.3),
          atLeast(`${WRITES_OF_TWO}, against one`, ratio(WRITES_OF_TWO, WRITE, RATE), 0.9),
          atMost(`CPU of ${KEPT}, against ${KEPT_SQLITE}`, ratio(KEPT, KEPT_SQLITE, CPU_US), 1.05),
        ],
        note: "The server does not flush its log, so that the disk counts for nothing. Client and store share a process.",
      };
    } finally {
      await opened.close();
      await pool.end();
      await server.stop();
    }
  },
};
