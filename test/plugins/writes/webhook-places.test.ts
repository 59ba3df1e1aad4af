/** Places of attempts: no owner of subscriptions keeps another's receiver waiting. */
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import type { TestServer } from "waymark/testing";
import { as } from "../identity/_setup.ts";
import { put, receiver, startRooms, subscribe } from "./_receiver.ts";
import { until } from "../../_setup.ts";

const SUBSCRIPTIONS = 8;
const WRITES = 60;
/** Value of the option `concurrency`. */
const PLACES = 16;

/** Milliseconds from each write to its arrival, in order. */
async function latencies(
  server: TestServer,
  { all }: Awaited<ReturnType<typeof receiver>>,
  prefix: string,
): Promise<readonly number[]> {
  const took: number[] = [];
  for (let nth = 0; nth < WRITES; nth++) {
    const key = `${prefix}${nth}`;
    const begun = performance.now();
    await put(server, key);
    while (!all.some(({ data }) => data.key === key)) {
      if (performance.now() - begun > 20_000) throw new Error(`${key} has not arrived`);
      await pause(1);
    }
    took.push(performance.now() - begun);
  }
  return took.toSorted((a, b) => a - b);
}

it("S3: eight subscriptions to a host that never answers do not delay another owner's", async () => {
  const server = await startRooms({ timeout: "60s", concurrency: PLACES }, { access: {} });
  const other = await receiver();
  await subscribe(server, other.url, as("wim"));
  const idle = await latencies(server, other, "idle");

  let port = 0;
  let open = 0;
  for (let nth = 1; nth <= SUBSCRIPTIONS; nth++) {
    const silent = () => {
      open++;
      return new Promise<number>(() => {});
    };
    const hook = await receiver(silent, { host: `127.0.0.${nth}`, port });
    port = Number(new URL(hook.url).port);
    await subscribe(server, hook.url, as("wes"));
  }
  const busy = await latencies(server, other, "busy");
  const p99 = (all: readonly number[]) => all[Math.ceil(all.length * 0.99) - 1] ?? Infinity;
  // The least that counts is what a busy machine adds by itself.
  expect(p99(busy)).toBeLessThan(5 * Math.max(p99(idle), 100));
  await until(() => open === PLACES / 2);
});

it("S3: a subscription whose attempts time out has one place until one succeeds", async () => {
  let isSilent = true;
  let open = 0;
  let most = 0;
  const arrivals: number[] = [];
  const hook = await receiver(async () => {
    arrivals.push(performance.now());
    most = Math.max(most, ++open);
    await (isSilent ? new Promise(() => {}) : pause(100));
    open--;
    return 204;
  });
  const server = await startRooms({ timeout: "500ms", maxAttempts: 50 }, { access: {} });
  await subscribe(server, hook.url, as("wes"));
  for (let nth = 0; nth < 12; nth++) await put(server, `r${nth}`);
  await until(() => arrivals.length >= 8);
  // The first four came together, and each of the others after the time of the one before.
  const [, ...waits] = arrivals.slice(4).map((at, index, all) => at - (all[index - 1] ?? at));
  expect(Math.min(...waits)).toBeGreaterThan(200);
  isSilent = false;
  open = most = 0;
  await until(() => most > 1);
});
