/**
 * The law: no request holds the event loop above 10 ms of processor time. All that can be read is asked for in each form, all
 * that can be written is sent as large as it may be, and policies name what is dearer (`dearest` of their conformance).
 *
 * The first try of each request is not measured: it makes the documents of the revision, which are kept, and has the engine
 * compile what it runs. Of the others the least counts, as other processes only ever add. A request
 * above the limit is tried again, with the limit of a machine that is as slow as this one is at that moment.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { DearRequest } from "waymark/conformance";
import { draw, seed } from "../_draw.ts";
import { folderOf } from "../_folder.ts";
import { triedAs } from "./dear-requests.ts";

const LIMIT_MS = 10;
/** Requests of a run; all of them take half a minute. */
const REQUESTS = 120;
/** Tries of a request that stays above the limit, the first one included. */
const TRIES = 30;

it(`S2: no request holds the event loop above 10 ms, with SEED=${seed}`, async () => {
  const child = fork(new URL("loop-server.ts", import.meta.url), [join(folderOf(), "waymark.db")]);
  const gone = new AbortController();
  child.once("exit", () => gone.abort());
  onTestFinished(() => void child.kill("SIGKILL"));
  const next = async <T>(): Promise<T> => {
    const [message] = (await once(child, "message", { signal: gone.signal })) as [T];
    return message;
  };
  const tell = <T>(question: string): Promise<T> => {
    const answered = next<T>();
    child.send(question);
    return answered;
  };
  const { origin, requests: all } = await next<{
    origin: string;
    requests: readonly DearRequest[];
  }>();
  expect(all.length).toBeGreaterThan(300);
  const requests = draw(all, REQUESTS);

  /** The milliseconds are those of a machine with nothing else to do, where the slowness of this one is asked for. */
  const measure = async (
    dear: DearRequest,
    isAgain: boolean,
  ): Promise<[status: number, ms: number]> => {
    const slowness = async () =>
      isAgain ? (await tell<{ factor: number }>("slowness")).factor : 1;
    const before = await slowness();
    await tell("begin");
    const status = await send(origin, dear);
    const { longestMs } = await tell<{ longestMs: number }>("end");
    return [status, longestMs / Math.max(before, await slowness())];
  };

  const least = new Map<string, [status: number, ms: number]>();
  for (let attempt = 0; attempt < TRIES; attempt++) {
    for (const dear of triedAs(attempt, requests)) {
      const [, before = Infinity] = least.get(dear.name) ?? [];
      if (before < LIMIT_MS) continue;
      const [status, ms] = await measure(dear, attempt > 1);
      if (attempt > 0) least.set(dear.name, [status, Math.min(ms, before)]);
    }
  }

  const dearest = [...least].toSorted(([, [, a]], [, [, b]]) => b - a);
  const lines = dearest
    .slice(0, 10)
    .map(([name, [status, ms]]) => `${ms.toFixed(1).padStart(6)} ms  ${status}  ${name}`);
  process.stdout.write(`the dearest of ${dearest.length} requests:\n${lines.join("\n")}\n`);
  expect(dearest.filter(([, [status]]) => status >= 500 || status === 429)).toEqual([]);
  expect(dearest.filter(([, [, ms]]) => ms > LIMIT_MS)).toEqual([]);
});

/** Returns the status once the answer has ended. */
function send(origin: string, { target, question: { method, headers, body } }: DearRequest) {
  return new Promise<number>((resolve, reject) => {
    const sent = request(`${origin}${target}`, {
      method: method ?? "GET",
      headers: { ...headers },
    });
    sent.on("error", reject);
    sent.on("response", (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.end(body);
  });
}
