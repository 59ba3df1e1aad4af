/** Requests per second and processor time per request of contenders that return the same answer. */
import { isPeer, peersInstalled, type Contender } from "../contenders/index.ts";
import type { RouteName } from "../contenders/job.ts";
import { load } from "../harness/load.ts";
import { ask, type RequestShape } from "../harness/request.ts";
import type { Goal, Result, Row } from "../harness/result.ts";
import { interleave } from "../harness/rounds.ts";
import { differences } from "../harness/same.ts";
import { withServer, type Server, type StartOptions } from "../harness/server.ts";
import { figure, ratios } from "../harness/statistics.ts";
import type { Context, Work } from "./context.ts";

export const RATE = "requests/s";
export const RATIO = "ratio";
export const CPU = "CPU µs/request";
export const P99 = "p99 ms";

export interface ThroughputWork {
  readonly id: string;
  readonly title: string;
  readonly shape: RequestShape;
  /** The captured answer that every contender has to give. */
  readonly answer: RouteName;
  /** The first one is what the others are compared with. */
  contenders(context: Context): Promise<readonly Contender[]>;
  /** Another request, for a contender that is measured beside the others and gives another answer. */
  beside?(contender: Contender): RequestShape | undefined;
  /** Requests under way at once. Default 64. */
  readonly connections?: number;
  /** Send the entity tag that the contender gave. */
  readonly conditional?: boolean;
  /** True if the picture shows it. */
  readonly pictured?: boolean;
  goals?(rows: readonly Row[]): readonly Goal[];
  readonly note?: string;
}

export interface Sample {
  readonly perSecond: number;
  readonly cpu: number;
  readonly p99: number;
}

export function throughputWork(work: ThroughputWork): Work {
  return {
    id: work.id,
    title: work.title,
    compared: work,
    run: (context) => runThroughput(work, context),
  };
}

async function runThroughput(work: ThroughputWork, context: Context): Promise<Result> {
  const { path, job } = await context.job();
  const all = await work.contenders(context);
  const contenders = all.filter((one) => peersInstalled() || !isPeer(one));
  const expected = job[work.answer];
  if (expected === undefined) throw new Error(`the job has no answer "${work.answer}"`);
  const same = contenders.filter((contender) => work.beside?.(contender) === undefined);
  for (const contender of same) {
    const found = await withServer(contender, { job: path }, ({ port }) =>
      differences(port, work.shape, expected),
    );
    if (found.length > 0)
      throw new Error(`${contender.name} does another job in ${work.id}:\n  ${found.join("\n  ")}`);
  }
  context.say(`${same.length} contenders return the same answer`);

  const { rounds } = context.settings;
  const samples = await interleave(contenders, rounds, (contender) =>
    sample(contender, { ...work, shape: work.beside?.(contender) ?? work.shape }, context, {
      job: path,
    }),
  );
  const rows = rowsOf(samples);
  return {
    work: work.id,
    title: work.title,
    columns: [RATE, RATIO, CPU, P99],
    rows,
    goals: work.goals?.(rows).filter(({ actual }) => !Number.isNaN(actual)) ?? [],
    ...(work.pictured === true ? { picture: { column: RATIO, better: "more" } } : {}),
    ...(work.note === undefined ? {} : { note: work.note }),
  };
}

/** Rows with ratios to the first contender, round by round. */
export function rowsOf(samples: ReadonlyMap<Contender, readonly Sample[]>): readonly Row[] {
  const [first = []] = samples.values();
  const limit = first.map(({ perSecond }) => perSecond);
  return [...samples].map(([{ name }, of]) => {
    const rates = of.map(({ perSecond }) => perSecond);
    return {
      contender: name,
      figures: {
        [RATE]: figure(rates),
        [RATIO]: figure(ratios(rates, limit)),
        [CPU]: figure(of.map(({ cpu }) => cpu)),
        [P99]: figure(of.map(({ p99 }) => p99)),
      },
    };
  });
}

/** Requests before the measured ones; numbers of varied requests never meet. */
const NUMBERS_PER_LOAD = 2_000_000;

/** Takes a sample in a process of its own. @param look asks the server before it stops. */
export function sample(
  contender: Contender,
  work: Pick<ThroughputWork, "shape" | "conditional" | "connections"> & { readonly from?: number },
  { settings: { seconds, warmup } }: Pick<Context, "settings">,
  options: StartOptions,
  look?: (server: Server) => Promise<void>,
): Promise<Sample> {
  return withServer(contender, options, async (server) => {
    const { port } = server;
    const shape = work.conditional === true ? await withOwnTag(port, work.shape) : work.shape;
    const { connections = 64, from = 0 } = work;
    await load({ port, shape, seconds: warmup, connections, from });
    const before = await server.cpu();
    const { requests, perSecond, p99, refused, broken } = await load({
      port,
      shape,
      seconds,
      connections,
      from: from + NUMBERS_PER_LOAD,
    });
    const used = (await server.cpu()) - before;
    await look?.(server);
    if (broken > 0) throw new Error(`${contender.name}: ${broken} connections broke`);
    if (refused !== 0 && refused !== requests)
      throw new Error(`${contender.name}: ${refused} of ${requests} requests were refused`);
    return { perSecond, cpu: used / requests, p99 };
  });
}

async function withOwnTag(port: number, shape: RequestShape): Promise<RequestShape> {
  const { headers } = await ask(port, shape);
  const etag = headers["etag"];
  if (etag === undefined) throw new Error(`${shape.path} has no entity tag`);
  return { ...shape, headers: { ...shape.headers, "if-none-match": etag } };
}
