/** The cost of logging every request. */
import { join } from "node:path";
import { fastPath, variant } from "../contenders/index.ts";
import { atMost, valueOf } from "../harness/result.ts";
import { interleave } from "../harness/rounds.ts";
import type { Work } from "./context.ts";
import { shapes } from "./shapes.ts";
import { CPU, P99, RATE, RATIO, rowsOf, sample } from "./throughput.ts";

const [NONE, ALL] = ["sample 0", "sample 1, into a file"];

export const accessLogWork: Work = {
  id: "access-log",
  title: "Access log of the static list",
  async run(context) {
    const contenders = [
      variant(fastPath, NONE, { SAMPLE: "0" }),
      variant(fastPath, ALL, { SAMPLE: "1" }),
      variant(fastPath, "no access log", { SAMPLE: "off" }),
    ];
    const output = join(context.scratch, "access.log");
    const samples = await interleave(contenders, context.settings.rounds, (contender) =>
      sample(contender, { shape: shapes.list }, context, { output }),
    );
    const rows = rowsOf(samples);
    const [without, all] = [valueOf(rows, NONE, CPU), valueOf(rows, ALL, CPU)];
    return {
      work: this.id,
      title: this.title,
      columns: [RATE, RATIO, CPU, P99],
      rows,
      goals: [atMost("CPU with every request logged, against none", all / without, 1.15)],
    };
  },
};
