/** The cost of counting requests for all nodes together, in Redis, by leases. */
import { startRedis } from "../../engines/redis.ts";
import { fastPath, variant } from "../contenders/index.ts";
import { atMost, valueOf } from "../harness/result.ts";
import { interleave } from "../harness/rounds.ts";
import type { Work } from "./context.ts";
import { shapes } from "./shapes.ts";
import { CPU, P99, RATE, RATIO, rowsOf, sample } from "./throughput.ts";

const [MEMORY, LEASES] = ["limiter in memory", "limiter of all nodes, in Redis"];

export const sharedLimitWork: Work = {
  id: "shared-limit",
  title: "Limits of all nodes, on the static list",
  async run(context) {
    const redis = await startRedis();
    try {
      const contenders = [
        variant(fastPath, MEMORY, {}),
        variant(fastPath, LEASES, { REDIS: redis.url }),
      ];
      const samples = await interleave(contenders, context.settings.rounds, (contender) =>
        sample(contender, { shape: shapes.list }, context, {}),
      );
      const rows = rowsOf(samples);
      const [memory, leases] = [valueOf(rows, MEMORY, CPU), valueOf(rows, LEASES, CPU)];
      return {
        work: this.id,
        title: this.title,
        columns: [RATE, RATIO, CPU, P99],
        rows,
        goals: [atMost("CPU with leases, against memory", leases / memory, 1.1)],
      };
    } finally {
      await redis.stop();
    }
  },
};
