/** The cost of spans, sent to a collector that takes them. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fastPath, variant } from "../contenders/index.ts";
import { atMost, valueOf } from "../harness/result.ts";
import { interleave } from "../harness/rounds.ts";
import type { Work } from "./context.ts";
import { shapes } from "./shapes.ts";
import { CPU, P99, RATE, RATIO, rowsOf, sample } from "./throughput.ts";

const [OFF, SOME, ALL] = ["no traces", "10 % of the traces", "all traces"];

export const tracingWork: Work = {
  id: "tracing",
  title: "Traces of the static list",
  async run(context) {
    const collector = createServer((request, response) => {
      request.resume().once("end", () => response.writeHead(200).end());
    });
    await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
    try {
      const contenders = [
        variant(fastPath, OFF, {}),
        variant(fastPath, SOME, { COLLECTOR: url, TRACES: "0.1" }),
        variant(fastPath, ALL, { COLLECTOR: url, TRACES: "1" }),
      ];
      const samples = await interleave(contenders, context.settings.rounds, (contender) =>
        sample(contender, { shape: shapes.list }, context, {}),
      );
      const rows = rowsOf(samples);
      const costOf = (name: string) => valueOf(rows, name, CPU) / valueOf(rows, OFF, CPU);
      return {
        work: this.id,
        title: this.title,
        columns: [RATE, RATIO, CPU, P99],
        rows,
        goals: [
          atMost(`CPU with ${SOME}, against ${OFF}`, costOf(SOME), 1.1),
          atMost(`CPU with ${ALL}, against ${OFF}`, costOf(ALL), 1.35),
        ],
      };
    } finally {
      collector.close();
      collector.closeAllConnections();
    }
  },
};
