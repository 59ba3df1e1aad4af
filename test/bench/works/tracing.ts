/** The cost of spans, sent to a collector that takes them, and of tracepoints without listeners. */
import { Tracepoint } from "../../../kernel/host/support/tracepoint.ts";
import { fastPath, variant, type Contender } from "../contenders/index.ts";
import { atMost, valueOf } from "../harness/result.ts";
import { interleave } from "../harness/rounds.ts";
import { withServer, type Server } from "../harness/server.ts";
import { median, ratios } from "../harness/statistics.ts";
import type { Work } from "./context.ts";
import { shapes } from "./shapes.ts";
import { CPU, P99, RATE, RATIO, rowsOf, sample } from "./throughput.ts";

const [OFF, NONE, SOME, ALL] = ["no traces", "no trace sampled", "10 % sampled", "all sampled"];
const COLLECTOR: Contender = { name: "collector", script: "collector.ts" };

/** Tracepoints that the request passes: it is answered from what is kept. More than there are. */
const PASSED = 4;
const LOOKS = 50_000_000;

/** Processor time in microseconds of one look at whether anybody listens, in a loop. */
function costOfLook(): number {
  const point = new Tracepoint("bench");
  let listeners = 0;
  const before = process.cpuUsage();
  for (let look = 0; look < LOOKS; look++) if (point.isWatched) listeners++;
  const { user, system } = process.cpuUsage(before);
  if (listeners > 0) throw new Error("somebody listens to a tracepoint of this work");
  return (user + system) / LOOKS;
}

/** Spans that never reached the collector, so that their cost is not in the figures. */
async function lostAt({ port }: Server): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/metrics`, {
    headers: { accept: "text/plain" },
  });
  const lost = [...(await answer.text()).matchAll(/^otel_spans_lost_total\{.*?\} (\d+)/gm)];
  return lost.reduce((sum, [, count]) => sum + Number(count), 0);
}

export const tracingWork: Work = {
  id: "tracing",
  title: "Traces of the static list",
  // On the server's core, whose figures are its own processor time: the load generator has the other one to itself.
  run(context) {
    return withServer(COLLECTOR, {}, async (collector) => {
      const url = `http://127.0.0.1:${collector.port}`;
      const contenders = [
        variant(fastPath, OFF, {}),
        variant(fastPath, NONE, { COLLECTOR: url, TRACES: "0" }),
        variant(fastPath, SOME, { COLLECTOR: url, TRACES: "0.1" }),
        variant(fastPath, ALL, { COLLECTOR: url, TRACES: "1" }),
      ];
      let lost = 0;
      const samples = await interleave(contenders, context.settings.rounds, (contender) =>
        sample(contender, { shape: shapes.list }, context, {}, async (server) => {
          lost += await lostAt(server);
        }),
      );
      const rows = rowsOf(samples);
      const cpuOf = (name: string) =>
        [...samples].flatMap(([one, of]) => (one.name === name ? of.map(({ cpu }) => cpu) : []));
      const costOf = (name: string) => median(ratios(cpuOf(name), cpuOf(OFF)));
      const seconds = (await collector.cpu()) / 1_000_000;
      return {
        work: this.id,
        title: this.title,
        columns: [RATE, RATIO, CPU, P99],
        rows,
        goals: [
          atMost(
            `${PASSED} tracepoints without listeners, as a share of the CPU with ${OFF}`,
            (PASSED * costOfLook()) / valueOf(rows, OFF, CPU),
            0.01,
          ),
          atMost(`CPU with ${SOME}, against ${OFF}`, costOf(SOME), 1.1),
          atMost(`CPU with ${ALL}, against ${OFF}`, costOf(ALL), 1.35),
          atMost("spans that the collector did not get", lost, 0),
        ],
        note: `The collector, a process of its own, used ${seconds.toFixed(1)} s of processor time.`,
      };
    });
  },
};
