/** Other requests have their turn while a query runs, and other callers a place. */
import { expect, it } from "vitest";
import { FairQueue } from "waymark";
import type { Read } from "waymark/services";
import { createTestServer } from "waymark/testing";
import { createExecute } from "../../../plugins/graphql/execute.ts";
import { Options } from "../../../plugins/graphql/request.ts";
import { countTurns, work } from "../../_turns.ts";

const ALIASES = Array.from({ length: 28 }, (_, index) => index);

it("S2: a query holds the event loop for no longer than one of its lists", async () => {
  const server = await createTestServer();
  const turns = countTurns();
  const seen: number[] = [];
  const readCached = (): Read => {
    seen.push(turns.count);
    work();
    return { value: [{ id: "a", hitos: [] }] };
  };
  const runtime = { registry: server.registry, readCached, versionOf: () => 1 };
  const execute = createExecute(server.registry, runtime as never, Options.parse({}), {
    log: { debug() {}, info() {}, warn() {}, error() {} },
    looks: { hit: 0, miss: 0 },
    places: new FairQueue({ name: "queries", places: 1, maxWaitMs: 1000 }),
  });
  const within = { signal: new AbortController().signal, requestId: "1", client: "192.0.2.1" };
  const query = `{ ${ALIASES.map((alias) => `a${alias}: offices { id }`).join(" ")} }`;
  const { body } = await execute({ query }, within);
  turns.stop();
  await server.close();
  expect(Object.keys(body.data ?? {})).toHaveLength(28);
  expect(new Set(seen).size).toBe(28);
});
