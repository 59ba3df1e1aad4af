/** The static list with everything on that a deployment of several nodes has, beside the default config. */
import { startPostgres } from "../../engines/postgres.ts";
import { startRedis } from "../../engines/redis.ts";
import { fastPath, variant, type Contender } from "../contenders/index.ts";
import { sampleRounds, type Asked } from "../harness/gate.ts";
import { atMost, valueOf, type Result, type Row } from "../harness/result.ts";
import { withServer } from "../harness/server.ts";
import { interval, ratios } from "../harness/statistics.ts";
import type { Work } from "./context.ts";
import { shapes } from "./shapes.ts";
import { CPU, RATIO } from "./throughput.ts";

const [ID, TITLE] = ["features", "The static list with all features on"];
const [DEFAULT, ALL] = ["default config", "all features on"];
const COLLECTOR: Contender = { name: "collector", script: "collector.ts" };

/** @param engines where the databases listen. */
function measure(engines: Contender["env"], rounds: number): Promise<Result> {
  return withServer(COLLECTOR, {}, async (collector) => {
    const env = {
      ...engines,
      IDENTITY: "public-keys",
      ROOMS: "on",
      KEYS: "on",
      COLLECTOR: `http://127.0.0.1:${collector.port}`,
      TRACES: "0.01",
    };
    const asked = [variant(fastPath, DEFAULT, {}), variant(fastPath, ALL, env)].map(
      (contender): Asked => ({ contender, shape: shapes.list }),
    );
    const all = await sampleRounds(asked, rounds, undefined);
    const [first = []] = all.values();
    const rows = [...all].map(([{ contender }, of]): Row => ({
      contender: contender.name,
      figures: { [CPU]: interval(of), [RATIO]: interval(ratios(of, first)) },
    }));
    return {
      work: ID,
      title: TITLE,
      columns: [CPU, RATIO],
      rows,
      goals: [atMost(ALL, valueOf(rows, ALL, RATIO), 1.2)],
      note: "Identity with keys of the database, resources that are written, PostgreSQL, limits in Redis, and a trace of every hundredth request.",
    };
  });
}

export const featuresWork: Work = {
  id: ID,
  title: TITLE,
  async run({ settings }) {
    const [postgres, redis] = [await startPostgres(), await startRedis()];
    try {
      return await measure({ STORE: postgres.url, REDIS: redis.url }, settings.rounds);
    } finally {
      await redis.stop();
      await postgres.stop();
    }
  },
};
