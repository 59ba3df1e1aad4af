/** Bad input must not be a slow path: what a flood of it costs beside good requests. */
import { bare, h3Only, fastPath, variant, type Contender } from "../contenders/index.ts";
import { ask, type RequestShape } from "../harness/request.ts";
import { atMost, valueOf } from "../harness/result.ts";
import { interleave } from "../harness/rounds.ts";
import { withServer } from "../harness/server.ts";
import { shapes } from "./shapes.ts";
import type { Work } from "./context.ts";
import { CPU, P99, RATE, RATIO, rowsOf, sample } from "./throughput.ts";

const page = "/api/offices/lisboa/integrations?limit=2";
const LIST = "good: static list, h3";
const PAGE = "good: page with a cursor";

/** The path of the second page. */
function secondPage(): Promise<string> {
  return withServer(fastPath, {}, async ({ port }) => {
    const { body } = await ask(port, { path: page });
    return JSON.parse(body)._links.next.href;
  });
}

export const floodsWork: Work = {
  id: "floods",
  title: "Floods of bad requests, beside good ones",
  async run(context) {
    const missing: RequestShape = { path: "/api/nothing-{n}" };
    const cursor: RequestShape = { path: `${page}&cursor=WzEs{n}` };
    const oversized: RequestShape = { path: `/api/offices?fields=${"x".repeat(12_000)}` };
    const oversizedPath: RequestShape = { path: `/api/${"x".repeat(12_000)}` };
    const unlogged = { SAMPLE: "off" };
    const shapeOf = new Map<Contender, RequestShape>([
      [variant(h3Only, LIST, {}), shapes.list],
      [variant(fastPath, "good: static list, fast path", {}), shapes.list],
      [variant(fastPath, PAGE, {}), { path: await secondPage() }],
      [variant(fastPath, "404s", {}), missing],
      [variant(fastPath, "404s, no access log", unlogged), missing],
      [variant(fastPath, "bad cursors", {}), cursor],
      [variant(fastPath, "bad cursors, no access log", unlogged), cursor],
      [variant(fastPath, "oversized URLs", {}), oversized],
      [variant(fastPath, "oversized URLs, no access log", unlogged), oversized],
      [variant(bare, "node:http, tuned: 404s to oversized URLs", {}), oversizedPath],
    ]);
    const { path: job } = await context.job();
    const samples = await interleave([...shapeOf.keys()], context.settings.rounds, (contender) =>
      sample(contender, { shape: shapeOf.get(contender) ?? shapes.list }, context, { job }),
    );
    const rows = rowsOf(samples);
    const against = (flood: string, good: string) =>
      atMost(
        `CPU of ${flood}, against ${good}`,
        valueOf(rows, flood, CPU) / valueOf(rows, good, CPU),
        1,
      );
    return {
      work: this.id,
      title: this.title,
      columns: [RATE, RATIO, CPU, P99],
      rows,
      goals: [against("404s", LIST), against("bad cursors", PAGE), against("oversized URLs", LIST)],
      note: "The access log records every answer of 400 and above, regardless of its sampling. An oversized URL has 12,000 bytes.",
    };
  },
};
