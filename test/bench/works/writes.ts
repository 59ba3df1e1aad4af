/** The cost of a conditional write, and what writes cost those who read. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { variant, type Contender } from "../contenders/index.ts";
import { runScript } from "../harness/load.ts";
import { atLeast, valueOf, type Result } from "../harness/result.ts";
import { interleave } from "../harness/rounds.ts";
import { withServer } from "../harness/server.ts";
import { figure } from "../harness/statistics.ts";
import type { Writes, WriterOptions } from "../harness/writer.ts";
import type { Context, Work } from "./context.ts";
import { CPU, RATE } from "./throughput.ts";

const BARE = "node:http and node:sqlite, PUT";
const PUT = "Waymark, PUT";
const MIXED = "Waymark, 95 reads of a list to 5 PUT";
const READS = "Waymark, the same list alone";

const writer = fileURLToPath(new URL("../harness/writer.ts", import.meta.url));

/** Contenders, and what is asked of each. */
function asked(scratch: string): ReadonlyMap<Contender, Omit<WriterOptions, "port" | "seconds">> {
  const bare: Contender = { name: BARE, script: "bare-write.ts" };
  const waymark: Contender = { name: PUT, script: "waymark.ts", env: { ROOMS: "on" } };
  const of = (one: Contender, name: string, file: string) =>
    variant(one, name, { STORE: join(scratch, file) });
  const list = { connections: 16, readPath: "/api/offices" };
  return new Map([
    [of(bare, BARE, "bare.db"), { connections: 16, reads: 0 }],
    [of(waymark, PUT, "put.db"), { connections: 16, reads: 0 }],
    [of(waymark, MIXED, "mixed.db"), { ...list, reads: 19 }],
    [of(waymark, READS, "reads.db"), { ...list, reads: 1_000_000 }],
  ]);
}

interface Sample {
  readonly perSecond: number;
  readonly cpu: number;
}

async function sample(
  contender: Contender,
  options: Omit<WriterOptions, "port" | "seconds">,
  { settings: { seconds, warmup } }: Context,
): Promise<Sample> {
  return withServer(contender, {}, async (server) => {
    const load = (length: number) =>
      runScript<Writes>(writer, { ...options, port: server.port, seconds: length });
    await load(warmup);
    const before = await server.cpu();
    const { writes, reads, perSecond } = await load(seconds);
    const used = (await server.cpu()) - before;
    return { perSecond, cpu: used / (writes + reads) };
  });
}

export const writesWork: Work = {
  id: "writes",
  title: "One row written with If-Match, and reads beside writes",
  async run(context): Promise<Result> {
    const options = asked(context.scratch);
    const samples = await interleave([...options.keys()], context.settings.rounds, (contender) =>
      sample(contender, options.get(contender) ?? { connections: 1, reads: 0 }, context),
    );
    const rows = [...samples].map(([{ name }, of]) => ({
      contender: name,
      figures: {
        [RATE]: figure(of.map(({ perSecond }) => perSecond)),
        [CPU]: figure(of.map(({ cpu }) => cpu)),
      },
    }));
    const ratio = (one: string, limit: string) =>
      valueOf(rows, one, RATE) / valueOf(rows, limit, RATE);
    return {
      work: this.id,
      title: this.title,
      columns: [RATE, CPU],
      rows,
      goals: [
        atLeast(`${PUT}, against ${BARE}`, ratio(PUT, BARE), 0.7),
        atLeast(`${MIXED}, against ${READS}`, ratio(MIXED, READS), 0.8),
      ],
    };
  },
};
