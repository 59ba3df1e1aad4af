/** Processor time of each kind of answer beside that of the limit, in turn. */
import { bare, fastPath, h3Only, limited, variant, type Contender } from "../contenders/index.ts";
import { sampleRounds, type Asked } from "../harness/gate.ts";
import { atMost, valueOf, type Row } from "../harness/result.ts";
import { interval, ratios } from "../harness/statistics.ts";
import type { Work } from "./context.ts";
import { shapes } from "./shapes.ts";
import { CPU, RATIO } from "./throughput.ts";

interface Kind extends Omit<Asked, "contender"> {
  readonly name: string;
  /** The contender that answers so. Default: itself. */
  readonly by?: (contender: Contender) => Contender;
}

/** The limit never has an access log. */
const unlogged = (contender: Contender) =>
  contender === bare
    ? bare
    : variant(contender, `${contender.name}, no access log`, { SAMPLE: "off" });

const KINDS: readonly Kind[] = [
  { name: "list", shape: shapes.list },
  { name: "304", shape: shapes.list, conditional: true },
  { name: "sparse", shape: shapes.sparse },
  { name: "health", shape: shapes.health },
  { name: "version", shape: shapes.version },
  { name: "OpenAPI, gzip", shape: shapes.openapi },
  { name: "404", shape: shapes.missing },
  { name: "404, no access log", shape: shapes.missing, by: unlogged },
  { name: "429", shape: shapes.list, by: limited },
  { name: "429, no access log", shape: shapes.list, by: (one) => limited(unlogged(one)) },
];

const OURS = [
  { contender: fastPath, most: 1.05 },
  { contender: h3Only, most: 1.2 },
];

const OF_LIMIT = "of the limit";
const rowName = (kind: string, { name }: Contender) => `${kind}, ${name}`;

export const limitWork: Work = {
  id: "limit",
  title: "Processor time of each kind of answer beside tuned node:http, in turn",
  async run({ settings, job }) {
    const { path } = await job();
    const rows: Row[] = [];
    // Few processes at once leave the caches of the processor to each.
    for (const { name, by, ...asked } of KINDS) {
      const ask = (one: Contender): Asked => ({ ...asked, contender: by?.(one) ?? one });
      const limit = ask(bare);
      const ours = OURS.map(({ contender }) => [contender, ask(contender)] as const);
      const all = await sampleRounds([limit, ...ours.map(([, one]) => one)], settings.rounds, path);
      const other = all.get(limit) ?? [];
      for (const [contender, one] of ours) {
        const own = all.get(one) ?? [];
        const figures = {
          [CPU]: interval(own),
          [OF_LIMIT]: interval(other),
          [RATIO]: interval(ratios(own, other)),
        };
        rows.push({ contender: rowName(name, contender), figures });
      }
    }
    const goals = KINDS.flatMap(({ name }) =>
      OURS.map(({ contender, most }) => {
        const row = rowName(name, contender);
        return atMost(row, valueOf(rows, row, RATIO), most);
      }),
    );
    return {
      work: this.id,
      title: this.title,
      columns: [CPU, OF_LIMIT, RATIO],
      rows,
      goals,
      note: "The three processes of a kind run at once and answer 500 requests each in turn. The ratio is that of neighbours; in brackets lies its median, 19 times in 20. The limit has no access log, which records every refusal.",
    };
  },
};
