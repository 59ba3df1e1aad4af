/** Processor time beside that of others, from batches in turn, for tests on noisy machines. */
import type { Contender } from "../contenders/index.ts";
import { sendLoad } from "./loader.ts";
import { ask, type RequestShape } from "./request.ts";
import { Server } from "./server.ts";
import { interval, ratios } from "./statistics.ts";

export interface Asked {
  readonly contender: Contender;
  readonly shape: RequestShape;
  /** Send the entity tag that the contender gave. */
  readonly conditional?: boolean;
  /** Requests of a batch. Default: 500. */
  readonly requests?: number;
  /** Waits for what so many requests leave to be done, which counts, too. */
  readonly settled?: ((requests: number) => Promise<void>) | undefined;
}

/** Limit on processor time, as a multiple of the time that another contender takes. */
export interface Guard {
  readonly name: string;
  readonly of: Asked;
  readonly to: Asked;
  readonly most: number;
}

/** Batches before the first measured ones of a process, and before those of each further shape. */
const WARM_BATCHES = { first: 16, further: 4 } as const;
const BATCH_REQUESTS = 500;
const BATCHES = 24;
const CONNECTIONS = 16;

/**
 * Microseconds per request by what is asked, one for each batch. All contenders run at once, in fresh processes, and
 * answer in turn, so that what disturbs the machine disturbs them alike. Requests are counted instead of seconds: on
 * a busy machine every contender is then as warm as on an idle one.
 */
export async function sampleRound(
  asked: Iterable<Asked>,
  job: string | undefined,
): Promise<ReadonlyMap<Asked, readonly number[]>> {
  const servers = new Map<Contender, Server>();
  try {
    const batches: (readonly [Asked, () => Promise<number>])[] = [];
    for (const one of new Set(asked)) {
      const known = servers.get(one.contender);
      const server = known ?? (await Server.start(one.contender, { job }));
      servers.set(one.contender, server);
      const { port } = server;
      const shape = one.conditional === true ? await withTag(one.shape, port) : one.shape;
      const { requests = BATCH_REQUESTS, settled } = one;
      let from = 0;
      const send = async (count: number) => {
        await sendLoad({ port, shape, requests: count, connections: CONNECTIONS, from });
        from += count;
        await settled?.(count);
      };
      await send(requests * WARM_BATCHES[known === undefined ? "first" : "further"]);
      batches.push([
        one,
        async () => {
          const before = await server.cpu();
          await send(requests);
          return ((await server.cpu()) - before) / requests;
        },
      ]);
    }
    const used = new Map(batches.map(([one]) => [one, [] as number[]]));
    for (let batch = 0; batch < BATCHES; batch++)
      for (const [one, measure] of batches) used.get(one)?.push(await measure());
    return used;
  } finally {
    for (const server of servers.values()) await server.stop();
  }
}

/** Microseconds per request of several rounds. */
export async function sampleRounds(
  asked: readonly Asked[],
  rounds: number,
  job: string | undefined,
): Promise<ReadonlyMap<Asked, readonly number[]>> {
  const all = new Map<Asked, readonly number[]>();
  for (let round = 0; round < rounds; round++) addRound(all, await sampleRound(asked, job));
  return all;
}

/** Adds what a round used to what others have. */
export function addRound(
  all: Map<Asked, readonly number[]>,
  used: ReadonlyMap<Asked, readonly number[]>,
): void {
  for (const [one, micros] of used) all.set(one, [...(all.get(one) ?? []), ...micros]);
}

async function withTag(shape: RequestShape, port: number): Promise<RequestShape> {
  const { headers } = await ask(port, shape);
  return { ...shape, headers: { ...shape.headers, "if-none-match": headers["etag"] ?? "" } };
}

/** The state of a guard after the rounds so far. */
export interface Verdict {
  /** True or false once the interval lies on one side of the limit. */
  readonly holds: boolean | undefined;
  readonly text: string;
}

/** Judges by the interval of all ratios: noise makes it wider, and a limit within it is neither held nor broken. */
export function judge(
  { name, most }: Pick<Guard, "name" | "most">,
  of: readonly number[],
): Verdict {
  const { median, low, high } = interval(of);
  const holds = high <= most ? true : low > most ? false : undefined;
  const [at, from, to] = [median, low, high].map((one) => one.toFixed(2));
  return { holds, text: `${name}: ${at} [${from} to ${to}], at most ${most}` };
}

/** Judges until every guard is held or broken, or the time is over. @param sample as {@link sampleRound}. */
export async function judgeAll(
  guards: readonly Guard[],
  ms: number,
  sample: (asked: Iterable<Asked>) => Promise<ReadonlyMap<Asked, readonly number[]>>,
): Promise<readonly Verdict[]> {
  const all = new Map<Asked, readonly number[]>();
  const until = performance.now() + ms;
  for (;;) {
    const began = performance.now();
    addRound(all, await sample(guards.flatMap(({ of, to }) => [of, to])));
    const verdicts = guards.map((guard) =>
      judge(guard, ratios(all.get(guard.of) ?? [], all.get(guard.to) ?? [])),
    );
    const took = performance.now() - began;
    const isSettled = verdicts.every(({ holds }) => holds === true);
    if (isSettled || performance.now() + took > until) return verdicts;
  }
}
