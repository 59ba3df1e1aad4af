/** Memory of each server before and after load. */
import {
  bare,
  bareH3,
  express,
  fastify,
  h3Only,
  hono,
  isPeer,
  fastPath,
  nest,
  peersInstalled,
} from "../contenders/index.ts";
import { load } from "../harness/load.ts";
import { interleave } from "../harness/rounds.ts";
import { withServer } from "../harness/server.ts";
import { figure } from "../harness/statistics.ts";
import type { Work } from "./context.ts";
import { shapes } from "./shapes.ts";

const MEGABYTE = 1024 * 1024;
const COLUMNS = ["RSS idle", "heap idle", "RSS after load", "heap after load"] as const;

export const memoryWork: Work = {
  id: "memory",
  title: "Memory in MB, idle and after load",
  async run({ settings: { rounds, seconds }, job }) {
    const { path } = await job();
    const contenders = [bare, fastPath, h3Only, bareH3, fastify, hono, express, nest].filter(
      (one) => peersInstalled() || !isPeer(one),
    );
    const samples = await interleave(contenders, Math.min(rounds, 3), (contender) =>
      withServer(contender, { job: path, flags: ["--expose-gc"] }, async (server) => {
        const idle = await server.memory();
        await load({ port: server.port, shape: shapes.list, seconds });
        const after = await server.memory();
        return [idle.rss, idle.heap, after.rss, after.heap].map((bytes) => bytes / MEGABYTE);
      }),
    );
    return {
      work: this.id,
      title: this.title,
      columns: COLUMNS,
      rows: [...samples].map(([{ name }, of]) => ({
        contender: name,
        figures: Object.fromEntries(
          COLUMNS.map((column, i) => [column, figure(of.map((sample) => sample[i] ?? Number.NaN))]),
        ),
      })),
      goals: [],
      picture: { column: "RSS after load", better: "less" },
      note: "After a collection of garbage each time.",
    };
  },
};
