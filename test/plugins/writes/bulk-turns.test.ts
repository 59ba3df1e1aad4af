/** Other requests have their turn while a bulk request runs. */
import { expect, it } from "vitest";
import type { Runtime } from "waymark/services";
import { Options } from "../../../plugins/writes/bulk/options.ts";
import { runEach } from "../../../plugins/writes/bulk/run.ts";
import { countTurns, work } from "../../_turns.ts";

it("S2: a bulk request holds the event loop for no longer than one operation", async () => {
  const turns = countTurns();
  const seen: number[] = [];
  const dispatch: Runtime["dispatch"] = async () => {
    seen.push(turns.count);
    work();
    return { status: 204, headers: [], body: undefined };
  };
  const operations = Array.from({ length: 20 }, (_, index) => ({
    id: `${index}`,
    method: "GET" as const,
    path: "/",
  }));
  const { signal } = new AbortController();
  const caller = { signal, requestId: "a", client: "127.0.0.1" };
  const runtime = { dispatch } as Partial<Runtime> as Runtime;
  const { results } = await runEach({ operations, caller, runtime, options: Options.parse({}) });
  turns.stop();
  expect(results).toHaveLength(20);
  expect(new Set(seen).size).toBe(20);
});
