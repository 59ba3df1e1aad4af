/** A filtered page of a large list: another one with each request, and the same again and again. */
import { h3Only, variant, type Contender } from "../contenders/index.ts";
import { atLeast, atMost, valueOf } from "../harness/result.ts";
import type { Context, Work } from "./context.ts";
import { shapes } from "./shapes.ts";
import { CPU, RATIO, throughputWork } from "./throughput.ts";

const LIMIT = "SQLite, node:http";
/** Few, so that what a slow contender had begun at the end of a sample counts little. */
const CONNECTIONS = 4;
const list = variant(h3Only, "Waymark, static list", {});
const sqlite: Contender = { name: LIMIT, script: "sqlite.ts" };

async function contenders({ store }: Context): Promise<readonly Contender[]> {
  const { waymark, indexed } = await store();
  return [
    variant(sqlite, LIMIT, { STORE: indexed }),
    variant(sqlite, "SQLite, node:http, Waymark's tables", { STORE: waymark }),
    variant(h3Only, "Waymark", { STORE: waymark }),
  ];
}

export const storeWorks: readonly Work[] = [
  throughputWork({
    id: "page",
    title: "Page of 20 integrations of many, another one each time",
    shape: shapes.page,
    answer: "page",
    contenders,
    connections: CONNECTIONS,
    goals: (rows) => [
      atMost(
        `CPU of Waymark, against ${LIMIT}`,
        valueOf(rows, "Waymark", CPU) / valueOf(rows, LIMIT, CPU),
        1.3,
      ),
    ],
    note: "The first one has an index on the office and the key; Waymark's tables have what Waymark makes.",
  }),
  throughputWork({
    id: "page-again",
    title: "The same page of integrations again",
    connections: CONNECTIONS,
    shape: shapes.samePage,
    answer: "page",
    contenders: async (context) => [...(await contenders(context)), list],
    beside: (contender) => (contender === list ? shapes.list : undefined),
    goals: (rows) => [
      atLeast(
        "Waymark, against its static list, both through h3",
        valueOf(rows, "Waymark", RATIO) / valueOf(rows, list.name, RATIO),
        0.95,
      ),
    ],
  }),
];
