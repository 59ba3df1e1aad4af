/** Processor time per request in few and short samples, for tests on noisy machines. */
import type { Contender } from "../contenders/index.ts";
import { load } from "./load.ts";
import { ask, type RequestShape } from "./request.ts";
import { withServer } from "./server.ts";

export interface GateShape {
  readonly shape: RequestShape;
  /** Send the entity tag that the contender gave. */
  readonly conditional?: boolean;
}

/** Before the first shape, and before each further one. */
const WARM_REQUESTS = [5000, 1000] as const;
const MEASURED_REQUESTS = 3000;

/**
 * Microseconds per request of one contender, in a fresh process, by the names of the shapes. Counts requests instead of
 * seconds: on a busy machine every contender is then as warm as on an idle one.
 */
export function cpuPerRequest<Name extends string>(
  contender: Contender,
  job: string,
  shapes: Readonly<Record<Name, GateShape>>,
): Promise<Readonly<Record<Name, number>>> {
  return withServer(contender, { job }, async (server) => {
    const { port } = server;
    const used = {} as Record<Name, number>; // filled in below, name by name
    for (const [index, name] of (Object.keys(shapes) as Name[]).entries()) {
      const { shape, conditional } = shapes[name];
      const { headers } = await ask(port, shape);
      const own = conditional === true ? { "if-none-match": headers["etag"] ?? "" } : {};
      const sent = { ...shape, headers: { ...shape.headers, ...own } };
      await load({
        port,
        shape: sent,
        requests: WARM_REQUESTS[index === 0 ? 0 : 1],
        connections: 16,
      });
      const before = await server.cpu();
      await load({ port, shape: sent, requests: MEASURED_REQUESTS, connections: 16 });
      used[name] = ((await server.cpu()) - before) / MEASURED_REQUESTS;
    }
    return used;
  });
}

/** Keeps the smallest value by key, because noise only ever adds. */
export class Least {
  readonly #least = new Map<string, number>();

  add(key: string, value: number): void {
    this.#least.set(key, Math.min(value, this.of(key)));
  }

  /** Infinity without any value. */
  of(key: string): number {
    return this.#least.get(key) ?? Number.POSITIVE_INFINITY;
  }
}
