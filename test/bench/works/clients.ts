/** Memory with very many client addresses, as a trusted proxy forwards them. */
import { fastPath, variant } from "../contenders/index.ts";
import { load } from "../harness/load.ts";
import { atMost } from "../harness/result.ts";
import { withServer } from "../harness/server.ts";
import { figure } from "../harness/statistics.ts";
import type { Work } from "./context.ts";
import { shapes } from "./shapes.ts";

const MEGABYTE = 1024 * 1024;
/** Two generations of half the default cap, some 110 bytes each, and their tables. */
const BOUND_MB = 16;

export const clientsWork: Work = {
  id: "clients",
  title: "Distinct client addresses",
  async run({ settings: { clients } }) {
    const contender = variant(fastPath, "many clients", { PROXY: "trusted" });
    const shape = { ...shapes.list, headers: { "x-forwarded-for": "{a}" } };
    const rows = await withServer(contender, { flags: ["--expose-gc"] }, async (server) => {
      const { port } = server;
      const stage = async (name: string, from: number, requests: number) => {
        const before = await server.cpu();
        const { perSecond, refused } = await load({ port, shape, requests, from });
        if (refused > 0) throw new Error(`${refused} requests were refused`);
        const used = (await server.cpu()) - before;
        const { retained } = await server.memory();
        return {
          contender: name,
          figures: {
            "retained MB": figure([retained / MEGABYTE]),
            "CPU µs/request": figure([used / requests]),
            "requests/s": figure([perSecond]),
          },
        };
      };
      const some = Math.ceil(clients / 4);
      const same = { path: shape.path, headers: { "x-forwarded-for": "10.0.0.1" } };
      await load({ port, shape: same, requests: 20_000 });
      return [
        await stage("warm, few clients", 0, 1000),
        await stage(`${some.toLocaleString("en")} clients`, 0, some),
        await stage(`${clients.toLocaleString("en")} clients`, some, clients - some),
      ];
    });
    const retained = rows.map(({ figures }) => figures["retained MB"].median);
    const [before = Number.NaN, , after = Number.NaN] = retained;
    return {
      work: this.id,
      title: this.title,
      columns: ["retained MB", "CPU µs/request", "requests/s"],
      rows,
      goals: [atMost("MB more after all clients than after few", after - before, BOUND_MB)],
      note: "Retained: the heap and what it holds outside, after a collection of garbage.",
    };
  },
};
