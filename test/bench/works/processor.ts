/** Processor time of contenders that answer in turn: what the gate guards. */
import { join } from "node:path";
import { bare, fastPath, h3Only, variant, type Contender } from "../contenders/index.ts";
import { sampleRounds, type Asked, type Guard } from "../harness/gate.ts";
import { atMost, valueOf, type Row } from "../harness/result.ts";
import { interval, ratios } from "../harness/statistics.ts";
import type { Work } from "./context.ts";
import { shapes } from "./shapes.ts";
import { CPU, RATIO } from "./throughput.ts";

const OTHER = "of the other";

/** @param folder where a data file may be made. */
export function guardsIn(folder: string): readonly Guard[] {
  const list = (contender: Contender): Asked => ({ contender, shape: shapes.list });
  const notModified = (contender: Contender): Asked => ({ ...list(contender), conditional: true });
  const [limit, byH3] = [list(bare), list(h3Only)];
  const refused: Asked = { contender: h3Only, shape: shapes.missing };
  const ofFile = variant(fastPath, "Waymark, data in a file", { STORE: join(folder, "list.db") });
  // Some 1.3 times what a busy machine measured, where the caches are shared.
  return [
    { name: "list", of: list(fastPath), to: limit, most: 1.5 },
    { name: "list, data in a file", of: list(ofFile), to: limit, most: 2.1 },
    { name: "304", of: notModified(fastPath), to: notModified(bare), most: 1.6 },
    { name: "list, h3 only", of: byH3, to: limit, most: 1.8 },
    { name: "404, beside a list, h3 only", of: refused, to: byH3, most: 1.7 },
  ];
}

export const processorWork: Work = {
  id: "processor",
  title: "Processor time beside tuned node:http, in turn",
  async run({ settings, scratch, job }) {
    const { path } = await job();
    const guards = guardsIn(scratch);
    const asked = guards.flatMap(({ of, to }) => [of, to]);
    const all = await sampleRounds(asked, settings.rounds, path);
    const rows = guards.map(({ name, of, to }): Row => {
      const [own, other] = [all.get(of) ?? [], all.get(to) ?? []];
      const ratio = interval(ratios(own, other));
      return {
        contender: name,
        figures: { [CPU]: interval(own), [OTHER]: interval(other), [RATIO]: ratio },
      };
    });
    return {
      work: this.id,
      title: this.title,
      columns: [CPU, OTHER, RATIO],
      rows,
      goals: guards.map(({ name, most }) => atMost(name, valueOf(rows, name, RATIO), most)),
      note: "All processes run at once and answer 500 requests each in turn. The ratio is that of neighbours; in brackets lies its median, 19 times in 20. The gate's limits are the goals.",
    };
  },
};
