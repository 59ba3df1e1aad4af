/** Processor time of each runtime beside Node 24, in turn. */
import { existsSync } from "node:fs";
import { RUNTIMES } from "../../runtimes/runtimes.ts";
import { fastPath, type Contender } from "../contenders/index.ts";
import { sampleRounds, type Asked } from "../harness/gate.ts";
import type { Row } from "../harness/result.ts";
import { interval, ratios } from "../harness/statistics.ts";
import type { Work } from "./context.ts";
import { shapes } from "./shapes.ts";
import { CPU, RATIO } from "./throughput.ts";

const ASKED = { list: shapes.list, sparse: shapes.sparse, "404": shapes.missing };

export const runtimesWork: Work = {
  id: "runtimes",
  title: "Processor time of each runtime beside Node 24, in turn",
  async run({ settings, job, say }) {
    const { path } = await job();
    const contenders: Contender[] = [{ ...fastPath, name: "Node 24" }];
    for (const [name, runtime] of Object.entries(RUNTIMES)) {
      if (existsSync(runtime.program)) contenders.push({ ...fastPath, name, runtime });
      else say(`${name} is not installed: npm ci --ignore-scripts --prefix test/opinions`);
    }
    const rows: Row[] = [];
    for (const [what, shape] of Object.entries(ASKED)) {
      const asked = contenders.map((contender): Asked => ({ contender, shape }));
      const all = await sampleRounds(asked, settings.rounds, path);
      const [first] = asked.map((one) => all.get(one) ?? []);
      for (const one of asked) {
        const own = all.get(one) ?? [];
        const figures = { [CPU]: interval(own), [RATIO]: interval(ratios(own, first ?? [])) };
        rows.push({ contender: `${what}, ${one.contender.name}`, figures });
      }
    }
    return {
      work: this.id,
      title: this.title,
      columns: [CPU, RATIO],
      rows,
      goals: [],
      note: "All processes run at once and answer 500 requests each in turn. The ratio is that of neighbours; in brackets lies its median, 19 times in 20.",
    };
  },
};
