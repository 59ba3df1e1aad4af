/** Duration of a reload of all plugins, and the requests that wait for it. */
import { fastPath } from "../contenders/index.ts";
import { connectProber, type Prober } from "../harness/prober.ts";
import { atMost, valueOf } from "../harness/result.ts";
import { withServer, type Server } from "../harness/server.ts";
import { figure, percentile } from "../harness/statistics.ts";
import type { Work } from "./context.ts";
import { shapes } from "./shapes.ts";

const RELOADS = 5;
const MS = "ms";

interface Sample {
  readonly cold: { readonly seal: number; readonly whole: number };
  readonly first: number;
  readonly later: readonly number[];
  readonly normal: readonly number[];
  readonly during: readonly number[];
}

async function sample(server: Server, prober: Prober, seconds: number): Promise<Sample> {
  const cold = await server.ask<Sample["cold"]>("cold");
  await prober.during(new Promise((resolve) => setTimeout(resolve, 1000))); // warms up
  const normal = await prober.during(new Promise((resolve) => setTimeout(resolve, seconds * 1000)));
  const took: number[] = [];
  const during: number[] = [];
  for (let i = 0; i < RELOADS; i++) {
    const reloaded = server.ask<number>("reload").then((ms) => void took.push(ms));
    during.push(...(await prober.during(reloaded)));
  }
  return { cold, first: took[0] ?? Number.NaN, later: took.slice(1), normal, during };
}

export const reloadWork: Work = {
  id: "reload",
  title: "Reload with all plugins",
  async run({ settings: { rounds, seconds } }) {
    const samples: Sample[] = [];
    for (let round = 0; round < rounds; round++) {
      const contender = { ...fastPath, name: "reload", script: "reload.ts" };
      samples.push(
        await withServer(contender, {}, async (server) => {
          const prober = await connectProber(server.port, shapes.list.path);
          try {
            return await sample(server, prober, seconds);
          } finally {
            prober.close();
          }
        }),
      );
    }
    const row = (contender: string, values: readonly number[]) => ({
      contender,
      figures: { [MS]: figure(values) },
    });
    const rows = [
      row(
        "cold: config and seal",
        samples.map(({ cold }) => cold.seal),
      ),
      row(
        "cold: config, seal and start",
        samples.map(({ cold }) => cold.whole),
      ),
      row(
        "first reload",
        samples.map(({ first }) => first),
      ),
      row(
        "later reloads",
        samples.flatMap(({ later }) => later),
      ),
      row(
        "request, p99.9 of normal",
        samples.map(({ normal }) => percentile(normal, 0.999)),
      ),
      row(
        "request, slowest of normal",
        samples.map(({ normal }) => Math.max(...normal)),
      ),
      row(
        "request, slowest during reloads",
        samples.map(({ during }) => Math.max(...during)),
      ),
    ];
    const value = (name: string) => valueOf(rows, name, MS);
    return {
      work: this.id,
      title: this.title,
      columns: [MS],
      rows,
      goals: [
        atMost(
          "first reload, against the cold seal",
          value("first reload") / value("cold: config and seal"),
          1.5,
        ),
        atMost(
          "later reloads, against the cold seal",
          value("later reloads") / value("cold: config and seal"),
          1.5,
        ),
        atMost(
          "slowest request during reloads, against p99.9 of normal",
          value("request, slowest during reloads") / value("request, p99.9 of normal"),
          2,
        ),
      ],
      note: "One connection asks again as soon as it is answered. Loading the plugins' files is part of no row.",
    };
  },
};
